"""The net, and its file for Swift.

Per step of 20 ms: F features → 1×1 to 32 channels, ReLU → five residual blocks (depthwise, 5 taps, dilation 1, 2, 4, 8, 16;
ReLU; 32×32; ReLU; added to the block's input) → two numbers: the logit of speech, the log of the expected syllables.
Tap k of a block looks at offset dilation · (k − 4 + right) with right = 2, 2, 1, 1, 0: 18 steps ahead in all, 98 back. Outside
of the clip every depthwise convolution sees zeros at its own input, as a stream does whose buffers begin and end with zeros.
"""
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

CHANNELS, TAPS = 32, 5
DILATIONS, RIGHT = (1, 2, 4, 8, 16), (2, 2, 1, 1, 0)
LOOK_AHEAD = sum(d * r for d, r in zip(DILATIONS, RIGHT))


class Block(nn.Module):
    def __init__(self, dilation: int, right: int) -> None:
        super().__init__()
        self.pad = (dilation * (TAPS - 1 - right), dilation * right)
        self.depth = nn.Conv1d(CHANNELS, CHANNELS, TAPS, dilation=dilation, groups=CHANNELS)
        self.point = nn.Conv1d(CHANNELS, CHANNELS, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + functional.relu(self.point(functional.relu(self.depth(functional.pad(x, self.pad)))))


class Net(nn.Module):
    """Takes (clips, steps, features), gives (clips, steps, 2)."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("scale", torch.ones(features))
        self.input = nn.Conv1d(features, CHANNELS, 1)
        self.blocks = nn.ModuleList(Block(d, r) for d, r in zip(DILATIONS, RIGHT))
        self.output = nn.Conv1d(CHANNELS, 2, 1)
        nn.init.constant_(self.output.bias, 0)
        with torch.no_grad():
            self.output.bias[1] = -3.0  # one syllable per 20 steps to begin with

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        x = functional.relu(self.input(((features - self.mean) / self.scale).transpose(1, 2)))
        for block in self.blocks:
            x = block(x)
        return self.output(x).transpose(1, 2)


def folded(model: Net) -> Net:
    """The same function without a normalisation: it goes into the first layer, and the product needs not know of it."""
    plain = Net(len(model.mean))
    plain.load_state_dict({k: v.double() for k, v in model.state_dict().items()})
    with torch.no_grad():
        weight = model.input.weight.double() / model.scale.double()[None, :, None]
        plain.input.bias.copy_(model.input.bias.double() - (weight[:, :, 0] @ model.mean.double()))
        plain.input.weight.copy_(weight)
        plain.mean.zero_()
        plain.scale.fill_(1)
    return plain.eval()


def write(path: Path, header: dict, arrays: list[np.ndarray]) -> None:
    """One line of JSON, padded with spaces so that what follows lies at a multiple of 16; then little-endian float32."""
    line = json.dumps(header, ensure_ascii=False).encode()
    line += b" " * (-(len(line) + 1) % 16) + b"\n"
    path.write_bytes(line + b"".join(np.ascontiguousarray(a, "<f4").tobytes() for a in arrays))


def export(model: Net, path: Path, about: dict) -> Net:
    """Writes the weights in the order of the header's `tensors`, row by row, the last axis fastest; gives the folded net.

    Order: input.weight [32, F], input.bias [32]; per block depth.weight [32, 5], depth.bias [32], point.weight [32 out, 32 in],
    point.bias [32]; output.weight [2, 32], output.bias [2] (0: logit of speech, 1: log of syllables per step).
    """
    plain = folded(model)
    modules = [("input", plain.input)]
    for i, block in enumerate(plain.blocks):
        modules += [(f"block{i}.depth", block.depth), (f"block{i}.point", block.point)]
    modules.append(("output", plain.output))
    tensors = [(f"{n}.{kind}", getattr(m, kind).detach().numpy().squeeze()) for n, m in modules for kind in ("weight", "bias")]
    header = {"format": "sonora-net 1", "features": len(model.mean), "channels": CHANNELS, "taps": TAPS, "dilations": DILATIONS,
              "right": RIGHT, "lookAheadSteps": LOOK_AHEAD, "stepSeconds": 0.02, "outputs": ["speech logit", "log syllables per step"],
              "weights": sum(t.size for _, t in tensors), "tensors": [[n, list(t.shape)] for n, t in tensors], **about}
    write(path, header, [t for _, t in tensors])
    return plain


def fixture(plain: Net, real: np.ndarray, path: Path, seed: int, limit: int = 60_000) -> None:
    """Input and output of 200 steps for Swift's test: real features, then random ones of the same spread."""
    features = real.shape[1]
    steps = min(200, (limit - 600) // (4 * (features + 2)))
    rng = np.random.default_rng(seed)
    random = rng.standard_normal((steps - steps // 2, features)) * real.std(0) + real.mean(0)
    values = np.concatenate([real[:steps // 2], random]).astype("<f4")
    with torch.no_grad():
        outputs = plain(torch.from_numpy(values)[None])[0].numpy()
    write(path, {"format": "sonora-net-fixture 1", "steps": steps, "features": features, "outputs": 2,
                 "layout": "features [steps][features], then outputs [steps][2]"}, [values, outputs])
