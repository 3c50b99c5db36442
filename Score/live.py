"""Prints how often what a live memo seems to be is revised: how far provisional activity differs from what was settled later.

    live.py PATH/TO/sonora DATA        DATA has activity/SET/NAME.flac

Every file goes through a pipe in pieces of 100 ms, slowly enough that each piece is answered by itself. It stops where what was settled,
put together, is not the activity of the finished memo.
"""
import glob
import json
import os
import subprocess
import sys
import threading
import time

import numpy as np
import soundfile

SETS = ("ten", "ami", "words_clean", "words_snr20", "words_snr10")
PIECES_PER_SECOND = 10
PAUSE = 0.002
FRAMES = 100


def events(sonora: str, file: str) -> list[dict]:
    sound, rate = soundfile.read(file, dtype="int16", always_2d=True)
    memo = subprocess.Popen([sonora, "process", "-", "--raw", f"{rate}:{sound.shape[1]}:s16le", "--format", "ndjson"],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def play() -> None:
        piece = rate // PIECES_PER_SECOND
        for start in range(0, len(sound), piece):
            memo.stdin.write(sound[start:start + piece].tobytes())
            memo.stdin.flush()
            time.sleep(PAUSE)
        memo.stdin.close()

    player = threading.Thread(target=play)
    player.start()
    told = [json.loads(line) for line in memo.stdout]
    player.join()
    return told


def joined(spans: list[dict]) -> list[dict]:
    result: list[dict] = []
    for span in spans:
        if result and result[-1]["end"] == span["start"]:
            result[-1]["end"] = span["end"]
        else:
            result.append(dict(span))
    return result


def active(spans: list[dict], count: int) -> np.ndarray:
    frames = np.zeros(count, bool)
    for span in spans:
        frames[round(span["start"] * FRAMES):round(span["end"] * FRAMES)] = True
    return frames


def main() -> None:
    sonora, data = os.path.abspath(sys.argv[1]), sys.argv[2]
    print(f"{'%':14}{'revised':>9}{'silence that seemed speech':>28}{'speech that seemed silence':>28}"
          f"{'settled after, at most':>25}")
    for name in SETS:
        seemed_speech = seemed_silence = speech = silence = 0
        latest = 0.0
        for file in sorted(glob.glob(f"{data}/activity/{name}/*.flac")):
            story = events(sonora, file)
            live = [event["liveActivity"] for event in story if "liveActivity" in event]
            final = next(event["activity"] for event in story if event["event"] == "transcript")
            if joined([span for part in live for span in part["settled"]["active"]]) != final:
                sys.exit(f"{file}: what was settled is not the activity")
            count = round(live[-1]["settled"]["end"] * FRAMES) + 1
            covered = active([part["provisional"] for part in live], count)
            seemed = active([span for part in live for span in part["provisional"]["active"]], count)[covered]
            truth = active(final, count)[covered]
            seemed_speech, seemed_silence = seemed_speech + (seemed & ~truth).sum(), seemed_silence + (~seemed & truth).sum()
            speech, silence = speech + truth.sum(), silence + (~truth).sum()
            latest = max([latest] + [event["progress"]["seconds"] - event["liveActivity"]["settled"]["end"]
                                     for event in story if event.get("overview") == "live"])
        print(f"{name:14}{100 * (seemed_speech + seemed_silence) / max(speech + silence, 1):9.1f}"
              f"{100 * seemed_speech / max(silence, 1):28.1f}{100 * seemed_silence / max(speech, 1):28.1f}{latest:23.2f} s")


main()
