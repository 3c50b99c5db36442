"""The simulator: clips of talk in rooms and noise as recorders hear it, with labels taken from the clean voices.

One to four people talk in turn, with gaps from 0.1 s to some seconds, over recorded or generated noise, between events and
music, near and far, loud and faint; a quarter of the clips has no speech, a tenth has single words in noise. Each clip has a
seed of its own, so any number of processes writes the same bytes.

    python scenes.py --work DIR --noise FOLDER [--clips 8800] [--seconds 10] [--seed 1] [--jobs 2]

DIR/voices.npz must be there (voices.py). Writes DIR/clips.s16 (raw little-endian int16, clip after clip) and DIR/labels.npz,
per step of 20 ms: `active` (1 speech, 0 none, −1 no weight), `nuclei` (expected syllables: a bump of sum 1 per nucleus); per
clip: `counts` (nuclei), `kind`, `snr`, `gain` (both dB).
"""
import argparse
import os
from multiprocessing import Pool
from pathlib import Path

import numpy as np

import noises
import rooms
import sounds

RATE, STEP = 16_000, 320
BELOW_PEAK = 25  # dB under the 96th percentile of an utterance's energy: what is fainter is no speech
CLOSED_GAP = 4  # steps
MASKED = 9  # dB under the noise, where no weight is put on speech
BUMP = 1.2  # steps, the standard deviation of a nucleus
NATURAL = 0.45  # share of talkers from flite and festival


class Bank:
    """voices.npz by speaker."""

    def __init__(self, path: Path) -> None:
        data = np.load(path)
        ends, nuclei_ends = np.cumsum(data["lengths"]), np.cumsum(data["nuclei_counts"])
        samples, nuclei = data["samples"], data["nuclei"]
        self.speakers: dict[int, list[tuple[np.ndarray, np.ndarray, bool]]] = {}
        self.natural: list[int] = []
        self.synthetic: list[int] = []
        for i, who in enumerate(data["speakers"].tolist()):
            if who not in self.speakers:
                (self.synthetic if data["sources"][i] == "espeak" else self.natural).append(who)
            one = (samples[ends[i] - data["lengths"][i]:ends[i]],
                   nuclei[nuclei_ends[i] - data["nuclei_counts"][i]:nuclei_ends[i]], bool(data["isolated"][i]))
            self.speakers.setdefault(who, []).append(one)

    def draw(self, rng: np.random.Generator) -> list[tuple[np.ndarray, np.ndarray, bool]]:
        return self.speakers[int(rng.choice(self.natural if rng.random() < NATURAL else self.synthetic))]


class Track:
    """One talker's part of a clip: the dry voice, where it is active, and the times of nuclei."""

    def __init__(self, count: int) -> None:
        self.sound = np.zeros(count)
        self.active = np.zeros(count // STEP, bool)
        self.nuclei: list[float] = []

    def place(self, start: int, samples: np.ndarray, nuclei: np.ndarray, level: float, rng: np.random.Generator) -> None:
        first, last = max(0, start), min(len(self.sound), start + len(samples))
        if last - first < STEP:
            return
        piece = samples[first - start:last - start] / 32768 * 10 ** (level / 20) * noises.slow(rng, last - first, 1, 1)
        dry = np.zeros(len(self.sound))
        dry[first:last] = piece
        self.sound += dry
        energy = (dry.reshape(-1, STEP) ** 2).mean(1)
        loud = energy[energy > 0]
        self.active |= energy > np.percentile(loud, 96) * 10 ** (-BELOW_PEAK / 10)
        times = start / RATE + nuclei
        self.nuclei += times[(times >= 0) & (times < len(self.sound) / RATE)].tolist()


def runs(flags: np.ndarray) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist()))


def talk(rng: np.random.Generator, bank: Bank, count: int, words: bool) -> list[Track]:
    """People in turn; single words with short gaps if `words`."""
    people = [bank.draw(rng) for _ in range(1 if words else rng.choice([1, 2, 3, 4], p=[.5, .25, .15, .1]))]
    tracks, levels = [Track(count) for _ in people], rng.uniform(-7, 7, len(people))
    if len(people) > 1 and rng.random() < 0.35:
        levels[1:] -= rng.uniform(5, 18)  # the others sit across the table
    widest = np.log(rng.choice([.4, 1, 2.5, 5]))
    trimmed = rng.random() < 0.4
    time = rng.uniform(-1.5, 0) if rng.random() < 0.35 else rng.uniform(0, 2.5)
    stop = count / RATE if rng.random() < 0.7 else rng.uniform(1, count / RATE)
    turn = 0
    while time < stop:
        turn = turn if rng.random() < 0.5 else int(rng.integers(len(people)))
        utterances = [u for u in people[turn] if u[2]] if words else people[turn]
        samples, nuclei, _ = utterances[rng.integers(len(utterances))] if utterances else people[turn][0]
        if words and trimmed and len(samples) > 4000:  # corpora of words are cut close
            samples, nuclei = samples[800:-800], nuclei - 0.05
            nuclei = nuclei[(nuclei > 0) & (nuclei < len(samples) / RATE)]
        tracks[turn].place(int(time * RATE), samples, nuclei, levels[turn] + rng.uniform(-3, 3), rng)
        gap = rng.uniform(.3, 1) if words else np.exp(rng.uniform(np.log(.1), widest))
        time += len(samples) / RATE + (-rng.uniform(.1, 1) if len(people) > 1 and rng.random() < .08 else gap)
    return tracks


def levels_of(sound: np.ndarray) -> np.ndarray:
    """dB per step over five steps, where speech lies (200–5000 Hz)."""
    power = (rooms.band(sound, 200, 5000, 2).reshape(-1, STEP) ** 2).mean(1)
    return 10 * np.log10(np.convolve(power, np.ones(5) / 5, "same") + 1e-12)


def foreground(rng: np.random.Generator, count: int, recorded: noises.Recorded, number: int) -> np.ndarray:
    """Events at random places, recorded or generated, some in a room; each between −12 and 8 dB."""
    sound = np.zeros(count)
    for _ in range(number):
        one = recorded.one(rng)[:rng.integers(8000, 80000)] if recorded.sounds and rng.random() < .4 else sounds.event(rng)
        start = int(rng.integers(-len(one) // 4, count - 1600))
        one = one[max(0, -start):][:count - max(0, start)] * 10 ** (rng.uniform(-12, 8) / 20)
        sound[max(0, start):max(0, start) + len(one)] += one
    return rooms.apply(sound, rooms.room(rng)[0]) if rng.random() < .5 else sound


def steps_of_level(rng: np.random.Generator, count: int) -> np.ndarray:
    """A gain that jumps, or noise that begins or ends at once: a floor must not be trusted for long."""
    gain = np.ones(count)
    if rng.random() < 0.12:
        for _ in range(rng.integers(1, 4)):
            gain[rng.integers(count):] *= 10 ** (rng.uniform(6, 20) * rng.choice([-1, 1]) / 20)
    if rng.random() < 0.08:
        gain[:rng.integers(count)] *= 10 ** (-rng.uniform(20, 80) / 20)
    return gain


def scene(rng: np.random.Generator, bank: Bank, recorded: noises.Recorded, count: int) -> tuple[np.ndarray, dict]:
    kind = str(rng.choice(["talk", "words", "none"], p=[.65, .10, .25]))
    steps = count // STEP
    tracks = talk(rng, bank, count, kind == "words") if kind != "none" else []
    active, tails, nuclei = np.zeros(steps, bool), np.zeros(steps, bool), np.zeros(steps)
    voice, roomy, far = np.zeros(count), rng.random() < (.4 if kind == "words" else .75), rng.uniform(0, .6)
    space = rooms.room(rng, far)
    for track in tracks:
        response = space if rng.random() < .6 else rooms.room(rng, far)  # often all at one place
        sound = rooms.apply(track.sound, rooms.equaliser(rng), *([response[0]] if roomy else []))
        voice += rooms.band(sound, None, float(rng.choice(rooms.CODEC_LIMITS))) if rng.random() < (.5 if kind == "words" else .12) else sound
        for start, end in runs(~track.active):
            if 0 < start and end < steps and end - start <= CLOSED_GAP:
                track.active[start:end] = True
        if roomy:
            for _, end in runs(track.active):
                tails[end:end + int(np.ceil(response[1] / 2 * 50))] = True
        active |= track.active
        for time in track.nuclei:
            bump = np.exp(-0.5 * ((np.arange(steps) + 0.5 - time * 50) / BUMP) ** 2)
            nuclei += bump / bump.sum()
    if kind == "words":
        ratio = rng.uniform(0, 20)
    else:
        ratio = rng.uniform(34, 60) if rng.random() < .2 else rng.uniform(-6, 34)
    power = np.sqrt((voice.reshape(-1, STEP)[active] ** 2).mean()) if active.any() else 0.07
    musical = rng.random() < (.3 if kind == "none" else .1)
    noise = sounds.music(rng, count) if musical else noises.background(rng, count, recorded)
    if musical and rng.random() < .5:
        noise = noise + 10 ** (-rng.uniform(5, 30) / 20) * noises.background(rng, count, recorded)
    noise = noise * steps_of_level(rng, count) * power * 10 ** (-ratio / 20)
    noise += noises.coloured(rng, count, rng.uniform(0, 4)) * power * 10 ** (-rng.uniform(max(20, min(ratio, 55)), 75) / 20)
    if kind == "none" and rng.random() < .5 or kind == "talk" and rng.random() < .3:
        among = foreground(rng, count, recorded, int(rng.integers(1, 6))) * power * 10 ** (-rng.uniform(-3, 12) / 20)
        noise += among * (10 ** (-min(ratio, 15) / 20) if kind == "none" else 1)
    label = active.astype(np.int8)
    label[tails & ~active] = -1
    if active.any():
        label[active & (levels_of(voice) < levels_of(noise) - MASKED)] = -1
    total = rooms.recorder(rng, voice + noise)
    if rng.random() < .06:  # a gate, or an editor: digital silence between sounds
        gate = np.convolve(levels_of(total) > np.percentile(levels_of(total), 95) - rng.uniform(15, 30), np.ones(9), "same") > 0
        total = total * np.repeat(gate, STEP)
        label[~gate] = np.where(label[~gate] == 1, -1, 0)
    silent = int(rng.integers(1, 150)) if rng.random() < .08 else 0
    total[:silent * STEP] = 0
    label[:silent], nuclei[:silent] = 0, 0
    samples, level = rooms.to_file(rng, total, rng.uniform(-62, -10), rng.random() < .05)
    times = np.array([t for track in tracks for t in track.nuclei if t * 50 >= silent])
    return samples, {"active": label, "nuclei": nuclei.astype(np.float32), "counts": len(times), "kind": kind,
                     "snr": ratio if kind != "none" else np.nan, "gain": level}


def write(job: tuple[int, int]) -> list[dict]:
    """A range of clips, written at their places in the file."""
    options, bank, recorded = SHARED
    rows = []
    with open(options.work / "clips.s16", "r+b") as file:
        for index in range(*job):
            samples, row = scene(np.random.default_rng([options.seed, index]), bank, recorded, options.seconds * RATE)
            file.seek(index * options.seconds * RATE * 2)
            file.write(samples.astype("<i2").tobytes())
            rows.append(row)
    return rows


def report(labels: dict[str, np.ndarray]) -> None:
    """Numbers a person can check against intention."""
    active, nuclei, talk_clips = labels["active"], labels["nuclei"], labels["kind"] != "none"
    print(f"{len(active)} clips; of steps: {100 * (active == 1).mean():.1f} % speech, {100 * (active == -1).mean():.1f} % without weight")
    for kind in ("talk", "words", "none"):
        mine = labels["kind"] == kind
        if mine.any() and kind != "none":
            rate = nuclei[mine][active[mine] == 1].sum() / (active[mine] == 1).sum() * 50
            print(f"  {kind}: {mine.mean():.2f} of clips, {100 * (active[mine] == 1).mean():.1f} % speech, {rate:.2f} syllables/s of speech, "
                  f"SNR quartiles {np.round(np.percentile(labels['snr'][mine], [25, 50, 75]), 1)} dB")
    outside = nuclei[active == 0].sum() / nuclei.sum()
    print(f"  nuclei: {100 * outside:.2f} % of their sum outside of speech; level quartiles "
          f"{np.round(np.percentile(labels['gain'], [5, 25, 50, 75, 95]), 1)} dBFS; talk in {talk_clips.mean():.2f} of clips")


SHARED: tuple = ()


def main() -> None:
    global SHARED
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--noise", type=Path, help="folder of ESC-10 recordings at 16 kHz; its first fold is not read")
    parser.add_argument("--clips", type=int, default=8800)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    SHARED = (options, Bank(options.work / "voices.npz"), noises.Recorded(options.noise))
    with open(options.work / "clips.s16", "wb") as file:
        file.truncate(options.clips * options.seconds * RATE * 2)
    jobs = [(i, min(i + 40, options.clips)) for i in range(0, options.clips, 40)]
    with Pool(options.jobs) as pool:  # forked: the bank is shared
        rows = [row for part in pool.imap(write, jobs) for row in part]
    labels = {key: np.array([row[key] for row in rows]) for key in rows[0]}
    np.savez(options.work / "labels.npz", **labels)
    report(labels)


if __name__ == "__main__":
    main()
