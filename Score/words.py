"""Prints how well starts of spoken words are found: by `onsets --words`, by the starts of plain activity, and by plain `onsets`.

    words.py PATH/TO/sonora DATA        DATA has activity/words_*/ and activity/ten/: NAME.flac, NAME.txt with start and end per line

F-measure in % with one-to-one matching (mir_eval) inside ±50 and ±25 ms, pooled over the files of a set. `ten` has phrases of people
in real noise, whose starts were labelled by hand.
"""
import csv
import glob
import io
import os
import subprocess
import sys

import mir_eval
import numpy as np

WINDOWS = (0.05, 0.025)


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def starts(label: str) -> np.ndarray:
    with open(label) as lines:
        times = [float(line.split()[0]) for line in lines if line.strip() and not line.startswith("#")]
    return np.array([time for time in times if time > WINDOWS[0]])


def found(sonora: str, file: str, view: str) -> np.ndarray:
    if view == "activity":
        table = csv.DictReader(io.StringIO(run(sonora, "segments", file, "--activity", "--format", "csv")))
        times = [float(row["start"]) for row in table]
    else:
        flags = ["--words"] if view == "words" else []
        times = [float(line) for line in run(sonora, "onsets", *flags, file).split()]
    return np.array([time for time in times if time > WINDOWS[0]])


def main() -> None:
    sonora, data = os.path.abspath(sys.argv[1]), sys.argv[2]
    folders = sorted(glob.glob(f"{data}/activity/words_*")) + [f"{data}/activity/ten"]
    print(f"{'F50 / F25':14}" + "".join(f"{view:>15}" for view in ("onsets", "activity", "words")) + "   starts")
    for folder in folders:
        columns, wanted = [], 0
        for view in ("onsets", "activity", "words"):
            hits, wanted, told = [0, 0], 0, 0
            for label in sorted(glob.glob(f"{folder}/*.txt")):
                truth, times = starts(label), found(sonora, label[:-4] + ".flac", view)
                wanted, told = wanted + len(truth), told + len(times)
                if len(truth) and len(times):
                    for index, window in enumerate(WINDOWS):
                        hits[index] += len(mir_eval.util.match_events(truth, times, window))
            columns.append(" / ".join(f"{200 * hit / max(wanted + told, 1):.1f}" for hit in hits))
        print(f"{os.path.basename(folder):14}" + "".join(f"{column:>15}" for column in columns) + f"   {wanted}")


main()
