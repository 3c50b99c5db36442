"""Trains the net on features the Swift code made, and exports it.

    python train.py --features features.f32 --labels labels.npz --out weights.bin [--fixture fixture.bin] [--epochs 16] [--seed 1]

features.f32: float32, clips × 500 × F in a row; F follows from the size. The last 3 % of a seeded order validate; they share
voices and noises with the training clips, so their figures tell that training went well, not how good the net is.
"""
import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

import net

PROVENANCE = ("Trained by Training/ of Sonora on simulated clips: speech synthesised with espeak-ng, flite and festival, rooms and "
              "noises made from random numbers, and noise recordings of ESC-10 (K. J. Piczak, CC BY), fold 1 kept out. "
              "No recorded speech but what those synthesisers' voices are built from.")
KEPT = 0.998  # of the running mean of the weights, per batch
BATCH, PEAK_RATE, SYLLABLE_WEIGHT = 48, 6e-3, 1.0
BANDS, UNIT = 24, 10  # the first features are heights of bands above the room, in units of 10 dB
COLOUR = 3  # dB, standard deviation of the gain that sounds in a band get per clip and epoch
SOUNDING = 0.3  # units above the room from which on a band is sound, not room


def losses(output: torch.Tensor, active: torch.Tensor, nuclei: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Cross-entropy of speech and Poisson's loss of syllables, both only where the labels have weight."""
    weight = (active >= 0).float()
    speech = functional.binary_cross_entropy_with_logits(output[..., 0], (active > 0).float(), weight, reduction="sum")
    log = output[..., 1].clamp(-12, 3)
    syllables = (weight * (log.exp() - nuclei * log)).sum()
    return speech / weight.sum(), syllables / weight.sum()


def coloured(features: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """The clips with other voices and microphones: what sounds in a band gets a gain of its own. 180 talkers are few, and
    without this the net learns the spectra of just these."""
    gains = torch.from_numpy((rng.standard_normal((len(features), 1, BANDS)) * (COLOUR / UNIT)).astype(np.float32))
    heights = features[..., :BANDS]
    heights = torch.where(heights > SOUNDING, (heights + gains).clamp(-0.5, 4), heights)
    return torch.cat([heights, features[..., BANDS:]], 2)


def figures(model: net.Net, data: "Data", clips: np.ndarray) -> dict[str, float]:
    model.eval()
    with torch.no_grad():
        out = np.concatenate([model(data.batch(clips[i:i + BATCH])[0]).numpy() for i in range(0, len(clips), BATCH)])
    active, nuclei = data.active[clips], data.nuclei[clips]
    weight, heard, speech = active >= 0, out[..., 0] > 0, active > 0
    hit, false, missed = ((heard & speech) & weight).sum(), (heard & ~speech & weight).sum(), (~heard & speech & weight).sum()
    right = (~heard & ~speech & weight).sum()
    counted, true = (np.exp(out[..., 1]) * weight).sum(1), (nuclei * weight).sum(1)
    some = true >= 5
    return {"f1": 100 * 2 * hit / (2 * hit + false + missed), "balanced": 50 * (hit / (hit + missed) + right / (right + false)),
            "countError": 100 * (np.abs(counted - true)[some] / true[some]).mean(),
            "countCorrelation": float(np.corrcoef(counted[some], true[some])[0, 1]),
            "countWithoutSpeech": float(counted[true < 0.5].mean()) if (true < 0.5).any() else 0.0}


class Data:
    def __init__(self, features: Path, labels: Path) -> None:
        archive = np.load(labels)
        self.active, self.nuclei = archive["active"], archive["nuclei"]
        clips, steps = self.active.shape
        size = features.stat().st_size // 4
        if size % (clips * steps):
            raise SystemExit(f"{features}: {size} numbers are no multiple of {clips} clips × {steps} steps")
        self.features = np.memmap(features, "<f4", "r", shape=(clips, steps, size // (clips * steps)))

    def batch(self, clips: np.ndarray) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return (torch.from_numpy(self.features[clips]), torch.from_numpy(self.active[clips]), torch.from_numpy(self.nuclei[clips]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--features", type=Path, required=True)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()), help="where fixture.bin goes unless --fixture says")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--fixture", type=Path)
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="one is fastest: the tensors are small, and threads wait for each other")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    torch.use_deterministic_algorithms(True)
    torch.set_flush_denormal(True)
    rng = np.random.default_rng(options.seed)
    data = Data(options.features, options.labels)
    order = rng.permutation(len(data.active))
    held = max(1, round(0.03 * len(order)))
    train, valid = order[:-held], np.sort(order[-held:])

    model = net.Net(data.features.shape[2])
    some = data.features[np.sort(train[:400])].reshape(-1, data.features.shape[2]).astype(np.float64)
    if not np.isfinite(some).all():
        raise SystemExit("the features are not all finite")
    model.mean.copy_(torch.from_numpy(some.mean(0)))
    model.scale.copy_(torch.from_numpy(np.maximum(some.std(0), 0.02)))
    optimiser = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, weight_decay=0.01)
    batches = -(-len(train) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, PEAK_RATE, total_steps=batches * options.epochs)
    print(f"{len(train)} clips to train on, {held} to validate, {data.features.shape[2]} features, "
          f"{sum(p.numel() for p in model.parameters())} weights, {net.LOOK_AHEAD} steps of look-ahead", flush=True)
    # The mean over the last five hundred batches hears better on what it was not trained on than the last weights do.
    mean = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(KEPT))
    for epoch in range(options.epochs):
        start, sums = time.time(), np.zeros(2)
        model.train()
        for clips in np.array_split(rng.permutation(train), batches):
            features, active, nuclei = data.batch(clips)
            speech, syllables = losses(model(coloured(features, rng)), active, nuclei)
            optimiser.zero_grad()
            (speech + SYLLABLE_WEIGHT * syllables).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            mean.update_parameters(model)
            sums += [speech.item(), syllables.item()]
        result = figures(mean.module, data, valid)
        print(f"epoch {epoch + 1}: loss {sums[0] / batches:.4f} speech, {sums[1] / batches:.4f} syllables | validation F1 "
              f"{result['f1']:.2f}, balanced {result['balanced']:.2f}, syllables: error {result['countError']:.1f} %, correlation "
              f"{result['countCorrelation']:.3f}, {result['countWithoutSpeech']:.2f} in clips without | {time.time() - start:.0f} s", flush=True)
    about = {"seed": options.seed, "epochs": options.epochs, "clips": len(order), "torch": torch.__version__.split("+")[0],
             "validation": {k: round(float(v), 3) for k, v in result.items()}, "provenance": PROVENANCE}
    model.load_state_dict(mean.module.state_dict())
    plain = net.export(model, options.out, about)
    talk = valid[np.argmax((data.active[valid] == 1).sum(1) * (data.active[valid] == 0).sum(1))]  # both speech and none
    net.fixture(plain, np.array(data.features[talk][150:250]), options.fixture or options.work / "fixture.bin", options.seed)


if __name__ == "__main__":
    main()
