"""Prints what Sonora hears on labelled audio, against the floor to reach, the goal, and what other tools reach.

    table.py PATH/TO/sonora SHARED      SHARED has score/score.py and data/

Besides the scorer's own figures it measures what they leave out: onsets of the same drums 30 dB softer and in white noise, how
much of the activity changes when speech is 30 dB softer, and how many words are cut by the bounds of segments.
"""
import csv
import glob
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import soundfile

HOP = 0.01
# figure: (set, value), floor, goal, whether more is better, what others reach
ROWS = [
    ("drums F50", ("onsets/drums", "F50"), 96, 98, True, "madmom CNN 97.6, SuperFlux 96.7, aubio 94.4"),
    ("drums F25", ("onsets/drums", "F25"), 95, 97, True, "madmom SuperFlux 96.2, aubio 93.6"),
    ("drums F50, change at −30 dB", ("change", "gain30"), 1, 0.2, False, "madmom SuperFlux 21.6, aubio 7.2"),
    ("drums F50 in white noise, 10 dB", ("onsets/noise10", "F50"), 92, 94, True, ""),
    ("ten F1", ("activity/ten", "F1"), 92, 94, True, "Silero 94, TEN VAD 93, WebRTC 90"),
    ("ten BA", ("activity/ten", "BA"), 86, 89, True, "Silero 87.5, TEN VAD 87, WebRTC 73"),
    ("ten boundary F", ("activity/ten", "bF"), 66, 76, True, "Silero 73, rVAD 66, TEN VAD 56"),
    ("ami turns F1", ("activity/ami turns", "F1"), 90, 94, True, "Silero 93.6 as turns"),
    ("noise FA", ("activity/noise", "FA"), 5, 1, False, "Silero 0.5, TEN VAD 22, WebRTC 72"),
    ("noise FA, held out of training", ("activity/held-out", "FA"), 5, 1, False, ""),
    ("words F1 at 20 dB", ("activity/words_snr20", "F1"), 85, 89, True, "Silero 87.5"),
    ("words F1 at 10 dB", ("activity/words_snr10", "F1"), 77, 84, True, "Silero 82.3"),
    ("words F1 at 5 dB", ("activity/words_snr5", "F1"), 70, 78, True, ""),
    ("syllable count error", ("speech/sentences", "syllable error"), 16, 10, False, "energy peaks 17.1"),
    ("syllable correlation", ("speech/sentences", "correlation"), 0.80, 0.92, True, "energy peaks 0.76"),
    ("frames changed by −30 dB", ("change", "activity"), 2, 0, False, "Silero: F1 falls to 63 at −40 dB"),
    ("words cut by segments, 20 dB", ("cut", "words_snr20"), 5, 0, False, ""),
    ("words cut by segments, 10 dB", ("cut", "words_snr10"), None, None, False, ""),
    ("words outside segments, 20 dB", ("out", "words_snr20"), None, None, False, ""),
    ("words outside segments, 10 dB", ("out", "words_snr10"), None, None, False, ""),
]


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def labels(path: str) -> list[tuple[float, float]]:
    with open(path) as lines:
        return [tuple(float(v) for v in line.split()[:2]) for line in lines if line.strip() and not line.startswith("#")]


def spans(sonora: str, file: str, *view: str) -> list[tuple[float, float]]:
    table = csv.DictReader(io.StringIO(run(sonora, "segments", file, *view, "--format", "csv")))
    return [(float(row["start"]), float(row["end"])) for row in table]


def onset_variants(data: str, work: str) -> None:
    """The drums 30 dB softer, and in white noise 10 dB below their RMS."""
    rng = np.random.default_rng(5)
    for name in ("gain30", "noise10"):
        os.makedirs(f"{work}/onsets/{name}")
        for file in sorted(glob.glob(f"{data}/onsets/drums/*.flac")):
            sound, rate = soundfile.read(file)
            if name == "gain30":
                changed = sound * 10 ** (-30 / 20)
            else:
                changed = sound + rng.standard_normal(sound.shape) * np.sqrt((sound ** 2).mean()) * 10 ** (-10 / 20)
                changed *= 0.9 / max(1, np.abs(changed).max())
            soundfile.write(f"{work}/onsets/{name}/{os.path.basename(file)}", changed, rate, subtype="PCM_16")
            shutil.copy(file[:-5] + ".txt", f"{work}/onsets/{name}")


def held_out(data: str, work: str) -> None:
    """ESC-10's first fold, which Training/ never sees."""
    os.makedirs(f"{work}/activity/held-out")
    for file in glob.glob(f"{data}/activity/noise/1-*"):
        shutil.copy(file, f"{work}/activity/held-out")


def active(stretches: list[tuple[float, float]], duration: float) -> np.ndarray:
    centres = (np.arange(int(duration / HOP)) + 0.5) * HOP
    result = np.zeros(len(centres), bool)
    for start, end in stretches:
        result |= (centres >= start) & (centres < end)
    return result


def level_change(sonora: str, data: str, work: str) -> float:
    """Share of frames, in %, whose activity differs between speech at −60 dBFS and the same at −30, both in 16 bits."""
    different = frames = 0
    for file in sorted(glob.glob(f"{data}/activity/ten/*.flac")):
        sound, rate = soundfile.read(file)
        answers = []
        for level in (-60, -30):
            scaled = sound * 10 ** (level / 20) / np.sqrt((sound ** 2).mean())
            soundfile.write(f"{work}/level.wav", np.clip(scaled, -1, 1), rate, subtype="PCM_16")
            answers.append(active(spans(sonora, f"{work}/level.wav", "--activity"), len(sound) / rate))
        different, frames = different + (answers[0] != answers[1]).sum(), frames + len(answers[0])
    return 100 * different / frames


def words(sonora: str, data: str) -> tuple[dict, dict]:
    """Of a thousand words: how many a segment's bound goes through by more than 20 ms, and how many lie outside."""
    cut, out = {}, {}
    for folder in sorted(glob.glob(f"{data}/activity/words_*")):
        counted = through = outside = 0
        for label in sorted(glob.glob(f"{folder}/*.txt")):
            segments = spans(sonora, label[:-4] + ".flac")
            for start, end in labels(label):
                counted += 1
                bounds = [b for s in segments for b in s]
                through += any(start + 0.02 < bound < end - 0.02 for bound in bounds)
                outside += not any(s < end and e > start for s, e in segments)
        name = os.path.basename(folder)
        cut[name], out[name] = 1000 * through / counted, 1000 * outside / counted
    return cut, out


def main() -> None:
    sonora, shared = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    data, scorer = f"{shared}/data", f"{shared}/score/score.py"
    figures: dict = {}
    with tempfile.TemporaryDirectory() as work:
        onset_variants(data, work)
        held_out(data, work)
        for folder in (data, work):
            run(sys.executable, scorer, sonora, folder, "--json", f"{work}/figures.json")
            figures.update(json.load(open(f"{work}/figures.json")))
        gain = abs(figures["onsets/gain30"]["F50"] - figures["onsets/drums"]["F50"])
        figures["change"] = {"gain30": gain, "activity": level_change(sonora, data, work)}
    figures["cut"], figures["out"] = words(sonora, data)
    print(f"{'figure':34} {'Sonora':>8} {'floor':>7} {'goal':>7}          others")
    for name, (place, value), floor, goal, more, others in ROWS:
        if place not in figures:
            continue
        found = figures[place][value]
        reaches = lambda bound: bound is not None and (found >= bound if more else found <= bound)
        verdict = "goal" if reaches(goal) else "floor" if reaches(floor) else "below" if floor is not None else ""
        digits = 2 if value == "correlation" else 1
        text = lambda bound: "–" if bound is None else f"{bound:g}"
        print(f"{name:34} {found:8.{digits}f} {text(floor):>7} {text(goal):>7}  {verdict:6}  {others}")


main()
