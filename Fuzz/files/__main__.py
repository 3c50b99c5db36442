"""Damaged files of every format through the command: whatever the bytes, it answers, once, soon, and goes on.

    python3 Fuzz/files SONORA --per-format N --seed S --findings FOLDER [--only FORMAT[:NUMBER]] [--through batch]

Number N of a format is the same file for the same seed, whatever else is run. Files with a finding are kept.
Of four batches of a promised format three are run as if ffmpeg were not installed: what it says of a file that
everybody has refused takes longer than all the rest.

Through `batch` the files of all formats are mixed, some hundred to a folder, and besides the events it is the documents
and the index that must tell of one end for each.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from collections import Counter

import recordings
from damage import Damage
from judge import BatchRun, Run, SLOWEST, adopt_orphans

BATCH = 100
FOLDER = 300
"""Files that go through one batch."""
WORKERS = 2


def options():
    parser = argparse.ArgumentParser(prog="Fuzz/files")
    parser.add_argument("sonora")
    parser.add_argument("--per-format", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", default="fuzz-findings")
    parser.add_argument("--through", choices=["process", "batch"], default="process")
    parser.add_argument("--only", help="a format, or FORMAT:NUMBER for one file of it")
    return parser.parse_args()


class Batch:
    """Some files, each a format and a number: makes them, judges them, keeps those with a finding."""

    def __init__(self, settings, made, kind, wanted, has_ffmpeg):
        self.settings, self.made, self.kind, self.wanted = settings, made, kind, wanted
        self.has_ffmpeg = has_ffmpeg

    def run(self):
        self.ends, self.findings, self.slowest, self.memory, self.late = Counter(), [], 0.0, 0, 0
        with tempfile.TemporaryDirectory(prefix="sonora-fuzz-") as folder:
            self.folder = folder
            os.mkdir(f"{folder}/memos")
            files = [self.write(kind, number) for kind, number in self.wanted]
            while files:
                files = self.judge(files)
        # Nothing that the other process, which sums it up, would have to be sent.
        self.made = None
        return self

    def write(self, kind, number):
        chance = random.Random(f"{self.settings.seed}/{kind}/{number}")
        path = f"{self.folder}/memos/{recordings.name(kind, number)}"
        with open(path, "wb") as stream:
            stream.write(Damage(chance, self.made[kind]).bytes())
        return path

    def command(self, files):
        return Run(self.settings.sonora, files, f"{self.folder}/standard-error", self.has_ffmpeg)

    def through_batch(self, files):
        return BatchRun(
            self.settings.sonora, files, f"{self.folder}/standard-error", f"{self.folder}/results", self.has_ffmpeg)

    def judge(self, files):
        """Runs the command once over the files. Returns those that it did not come to."""
        run = self.through_batch(files) if self.settings.through == "batch" else self.command(files)
        self.memory = max(self.memory, run.memory)
        rest = run.unanswered if run.broke else []
        for file, answer in run.answers.items():
            if answer.end in ("completed", "failed"):
                self.ends[answer.end] += 1
            self.slowest = max(self.slowest, answer.seconds or 0)
            problems = answer.problems
            if problems and all(problem.startswith("slow") for problem in problems):
                problems = self.slow_again(file)
            if problems:
                self.keep(file, problems)
        if run.problems and not rest:
            self.find_culprits(files, run.problems)
        elif rest and self.settings.through == "batch":
            rest = self.without_culprits(rest, run)
        elif rest:
            # It was at work on the first one without an answer when it broke.
            self.ends["broke"] += 1
            self.keep(rest.pop(0), run.problems)
        return rest

    def without_culprits(self, rest, run):
        """Those that a batch that broke had begun are asked alone; where none of them is to blame, all are."""
        begun = [file for file in rest if run.answers[file].events] or rest
        alone = {file: self.command([file]).all_problems for file in begun}
        culprits = [file for file in begun if alone[file]] or begun
        for file in culprits:
            self.ends["broke"] += 1
            self.keep(file, run.problems + alone[file])
            os.remove(file)
        return [file for file in rest if file not in culprits]

    def slow_again(self, file):
        """A busy machine is not a slow answer: what is slow three times more is."""
        for _ in range(3):
            problems = self.command([file]).all_problems
            if not problems:
                self.late += 1
                return []
        return problems

    def find_culprits(self, files, problems):
        found = False
        for file in files:
            alone = self.command([file])
            if alone.problems:
                self.keep(file, alone.problems)
                found = True
        if not found:
            self.findings.append((f"{self.kind}, {os.path.basename(files[0])} and what follows", problems))

    def keep(self, file, problems):
        os.makedirs(self.settings.findings, exist_ok=True)
        shutil.copy(file, self.settings.findings)
        self.findings.append((os.path.basename(file), [text.replace(self.folder + "/memos/", "") for text in problems]))


def batches(settings, made):
    kind, _, number = (settings.only or "").partition(":")
    kinds = [kind] if kind else list(recordings.FORMATS) + list(recordings.MORE)
    wanted = {}
    for kind in kinds:
        count = settings.per_format if kind in recordings.FORMATS else max(1, settings.per_format // 10)
        wanted[kind] = [(kind, at) for at in ([int(number)] if number else range(count))]
    if settings.through == "batch":
        mixed = [file for files in wanted.values() for file in files]
        random.Random(settings.seed).shuffle(mixed)
        for start in range(0, len(mixed), FOLDER):
            yield Batch(settings, made, "batch", mixed[start:start + FOLDER], start // FOLDER % 2 == 0)
        return
    for kind, files in wanted.items():
        for start in range(0, len(files), BATCH):
            has_ffmpeg = kind in recordings.MORE or files[start][1] // BATCH % 4 == 0
            yield Batch(settings, made, kind, files[start:start + BATCH], has_ffmpeg)


class Report:
    """What a format came to, a line for each as soon as it is done."""

    def __init__(self, settings):
        self.settings = settings
        self.started = time.monotonic()
        self.kind, self.ends, self.slowest = None, Counter(), 0.0
        self.total, self.memory, self.late, self.findings = 0, 0, 0, []
        print(f"{'format':8s}{'files':>8s}{'completed':>11s}{'failed':>8s}{'broke':>7s}{'slowest':>10s}", flush=True)

    def add(self, batch):
        if batch.kind != self.kind:
            self.end_format()
            self.kind, self.ends, self.slowest = batch.kind, Counter(), 0.0
        self.ends.update(batch.ends)
        self.slowest = max(self.slowest, batch.slowest)
        self.memory = max(self.memory, batch.memory)
        self.late += batch.late
        for name, problems in batch.findings:
            line = f"FINDING {name}: {'; '.join(problems)} (--seed {self.settings.seed})"
            print(line, flush=True)
            self.findings.append(line)

    def end_format(self):
        if self.kind is None:
            return
        count = sum(self.ends.values())
        self.total += count
        print(
            f"{self.kind:8s}{count:8d}{self.ends['completed']:11d}{self.ends['failed']:8d}{self.ends['broke']:7d}"
            f"{self.slowest:8.2f} s", flush=True)

    def end(self):
        self.end_format()
        seconds = time.monotonic() - self.started
        print(
            f"{self.total} files in {seconds:.0f} s ({self.total / seconds:.0f} a second), "
            f"at most {self.memory >> 10} MiB")
        if self.late:
            print(f"{self.late} answers came after {SLOWEST:.0f} s, but not again when asked alone")
        print(f"{len(self.findings)} findings")
        if self.findings:
            with open(f"{self.settings.findings}/findings.txt", "a") as stream:
                stream.write("\n".join(self.findings) + "\n")
            print(f"The files are in {self.settings.findings}; FORMAT-N comes back with --only FORMAT:N.")


def main():
    settings = options()
    settings.sonora = os.path.abspath(settings.sonora)
    with tempfile.TemporaryDirectory(prefix="sonora-fuzz-") as folder:
        kinds = [settings.only.split(":")[0]] if settings.only else list(recordings.FORMATS) + list(recordings.MORE)
        made = recordings.make(folder, kinds)
    report = Report(settings)
    with ProcessPoolExecutor(WORKERS, initializer=adopt_orphans) as pool:
        for batch in pool.map(Batch.run, batches(settings, made)):
            report.add(batch)
    report.end()
    sys.exit(1 if report.findings else 0)


main()
