"""The judge: runs the command on files, and says of each what was wrong with its answer."""

import ctypes
import json
import os
import re
import selectors
import signal
import subprocess
import time

SLOWEST = 2.0
"""Seconds from one answer to the next."""
PATIENCE = 15.0
"""Seconds without any event after which nothing more is waited for."""
MOST_MEMORY = 300 << 10
"""KiB that the command, or a helper of it, may hold."""


def adopt_orphans():
    """Makes this process the parent of whatever the command leaves behind, so that it can be seen."""
    PR_SET_CHILD_SUBREAPER = 36
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class Answer:
    """What came back about one file."""

    def __init__(self):
        self.events = []
        self.seconds = None
        self.problems = []

    @property
    def end(self):
        return self.events[-1]["event"] if self.events else None


class Run:
    """One process of the command over some files: `sonora process`."""

    one_by_one = True

    def __init__(self, command, files, log, has_ffmpeg=True):
        # A crash is to be seen at once, not after half a minute of looking into it.
        self.environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
        if not has_ffmpeg:
            self.environment["PATH"] = "/nonexistent"
        self.command = command
        self.files = files
        self.log = log
        self.answers = {file: Answer() for file in files}
        self.problems = []
        """What cannot be laid to one file."""
        self.watch()

    def arguments(self):
        return ["process", "--format", "ndjson", "--", *self.files]

    def watch(self):
        with open(self.log, "wb") as errors:
            child = subprocess.Popen(
                [self.command, *self.arguments()], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                env=self.environment, start_new_session=True)
        self.began = time.monotonic()
        self.hangs = False
        self.read(child)
        if self.hangs:
            os.kill(child.pid, signal.SIGKILL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        child.stdout.close()
        self.status, self.memory = child.returncode, usage.ru_maxrss
        self.look_for_orphans()
        self.judge()

    def read(self, child):
        """Takes events as they come, and notes when."""
        watch = selectors.DefaultSelector()
        watch.register(child.stdout, selectors.EVENT_READ)
        rest = b""
        last_answer = self.began
        while True:
            if not watch.select(PATIENCE):
                self.hangs = True
                return
            piece = os.read(child.stdout.fileno(), 1 << 18)
            if not piece:
                if rest:
                    self.problems.append("the last line of its output is not ended")
                return
            now = time.monotonic()
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                if self.take(line, now - last_answer):
                    last_answer = now

    def take(self, line, seconds):
        """Notes an event. Returns whether it ended a file."""
        try:
            event = json.loads(line.decode("utf-8"), parse_constant=refuse)
            answer = self.answers[event["memo"]]
        except (ValueError, KeyError) as error:
            self.problems.append(f"a line that is no event ({error}): {line[:200]!r}")
            return False
        if answer.end in ("completed", "failed"):
            answer.problems.append(f"{event['event']} after {answer.end}")
        if event["seq"] != len(answer.events) or (event["event"] == "accepted") != (event["seq"] == 0):
            answer.problems.append(f"{event['event']} comes as number {event['seq']}")
        answer.events.append({"event": event["event"]})
        if event["event"] not in ("completed", "failed"):
            return False
        answer.seconds = seconds
        return True

    def look_for_orphans(self):
        """Nothing that the command has started may outlive it."""
        deadline = time.monotonic() + 0.3
        while True:
            try:
                number, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if number == 0 and time.monotonic() > deadline:
                break
            if number == 0:
                time.sleep(0.01)
        for number in children():
            if not self.hangs:
                self.problems.append(f"a process was left behind: {words_of(number)}")
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)

    def judge(self):
        with open(self.log, encoding="utf-8", errors="replace") as stream:
            lines, unexplained = self.sort(stream.read().split("\n")[:-1])
        if unexplained:
            self.problems.append("standard error: " + " | ".join(unexplained)[:600])

        ends = [answer.end for answer in self.answers.values()]
        if self.hangs:
            self.problems.append(f"nothing came for {PATIENCE:.0f} s")
        elif self.status not in (0, 1):
            self.problems.append(f"exit status {self.status}")
        elif self.status != (1 if "failed" in ends else 0):
            self.problems.append(f"exit status {self.status}, but {ends.count('failed')} files failed")
        if self.memory > MOST_MEMORY:
            self.problems.append(f"{self.memory >> 10} MiB of memory")
        for file, answer in self.answers.items():
            if not self.broke and not self.is_told(answer.end, lines[file]):
                answer.problems.append(f"{answer.end} with {lines[file]} lines on standard error")
            if answer.end not in ("completed", "failed") and not self.broke:
                answer.problems.append(f"the last event is {answer.end}")
            if self.one_by_one and answer.seconds is not None and answer.seconds > SLOWEST:
                answer.problems.append(f"slow: {answer.seconds:.1f} s")

    def sort(self, said):
        """How many lines of standard error are about each file, and those that are about none."""
        unexplained = []
        lines = {file: 0 for file in self.files}
        for line in said:
            owner = next((word for word in line.split(": ") if word in lines), None)
            if owner and line.startswith("sonora: "):
                lines[owner] += 1
            elif not line.endswith("memos failed"):
                unexplained.append(line)
        return lines, unexplained

    def is_told(self, end, lines):
        """Whether so many lines are right for a file that ended so."""
        return lines == 1 if end == "failed" else lines <= 2

    @property
    def broke(self):
        """Whether it did not come to its end."""
        return self.hangs or self.status not in (0, 1)

    @property
    def unanswered(self):
        return [file for file, answer in self.answers.items() if answer.end not in ("completed", "failed")]

    @property
    def all_problems(self):
        return self.problems + [problem for answer in self.answers.values() for problem in answer.problems]


class BatchRun(Run):
    """The same through `sonora batch`: one folder, several files at once, documents and an index."""

    one_by_one = False
    OWN = {"sonora.sqlite", "sonora.sqlite-wal", "sonora.sqlite-shm", ".sonora.lock", "summary.json"}

    def __init__(self, command, files, log, output, has_ffmpeg=True):
        self.output = output
        super().__init__(command, files, log, has_ffmpeg)

    def arguments(self):
        folder = os.path.dirname(self.files[0])
        return ["batch", folder, "--output", self.output, "--format", "ndjson", "--jobs", "2"]

    def sort(self, said):
        unexplained = []
        lines = {file: 0 for file in self.files}
        for line in said:
            told = re.match(r"sonora: \[\d+/\d+\] [a-z ]+ (/[^:]*): ", line)
            if told and told[1] in lines:
                lines[told[1]] += 1
            elif not line.startswith("sonora: "):
                unexplained.append(line)
        return lines, unexplained

    def is_told(self, end, lines):
        return lines == 1

    def judge(self):
        super().judge()
        if self.broke:
            return
        left = set(os.listdir(self.output)) - self.OWN
        rows = self.rows()
        for file, answer in self.answers.items():
            name = os.path.basename(file)
            document = f"{name}.sonora.json"
            if (document in left) != (answer.end == "completed"):
                answer.problems.append(f"{answer.end}, and its document is {'' if document in left else 'not '}there")
            elif document in left and not is_json(f"{self.output}/{document}"):
                answer.problems.append("its document is no JSON")
            left.discard(document)
            wanted = {"completed": "done", "failed": "failed"}.get(answer.end)
            if rows.get(name) != [wanted]:
                answer.problems.append(f"{answer.end}, and the index has {rows.get(name)}")
        left -= {name for name in left if name.endswith(".sonora.json") and name[:-12] in rows}
        if left:
            self.problems.append(f"left in the output folder: {sorted(left)[:5]}")

    def rows(self):
        """What the index says of each memo, by its name."""
        listed = subprocess.run(
            [self.command, "library", self.output, "--format", "json", "--columns", "name,status"], capture_output=True)
        rows = {}
        try:
            for memo in json.loads(listed.stdout)["memos"]:
                rows.setdefault(memo["name"], []).append(memo["status"])
        except (ValueError, KeyError, TypeError) as error:
            self.problems.append(f"the index cannot be listed ({error}): {listed.stderr[:200]!r}")
        return rows


def is_json(path):
    try:
        with open(path, "rb") as stream:
            json.loads(stream.read().decode("utf-8"), parse_constant=refuse)
        return True
    except ValueError:
        return False


def refuse(word):
    raise ValueError(f"{word} is not JSON")


def children():
    with open(f"/proc/self/task/{os.getpid()}/children") as stream:
        return [int(word) for word in stream.read().split()]


def words_of(number):
    try:
        with open(f"/proc/{number}/cmdline", "rb") as stream:
            return stream.read().replace(b"\0", b" ").decode(errors="replace")[:200]
    except OSError:
        return str(number)
