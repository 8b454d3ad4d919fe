"""Where the tests by force play: a folder with pictures and a store, the program, and a Vision peer with its meter on disk."""

import collections
import io
import itertools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".deps/python/bin/python"
FEATURES = ("LABEL_DETECTION", "LANDMARK_DETECTION")
MODEL = ROOT / "Tests/Fixtures/Models/float32.tflite"
ACCOUNT = "project"


class Broken(Exception):
    """A promise does not hold."""


class Peer:
    """The Vision peer: one for all stores of a run, since every store has pictures of its own."""

    def __init__(self, folder, *words):
        self.meter = folder / "meter.jsonl"
        self.meter.touch()
        self.errors = open(folder / "peer.err", "wb")
        self.process = subprocess.Popen(
            [str(PYTHON), str(ROOT / "Tests/Peers/vision_peer.py"), "--until-eof", "--meter", str(self.meter), *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
            env={"PATH": "/usr/bin:/bin", "PEER_API_KEY": "key", "PYTHONDONTWRITEBYTECODE": "1"})
        words = self.process.stdout.readline().split()
        if len(words) < 2:
            raise SystemExit(f"the peer did not start: {(folder / 'peer.err').read_text()[-2000:]}")
        self.port = int(words[1])
        self._read, self._counts = 0, collections.Counter()

    def misbehave(self, rules, latency_ms=0):
        body = json.dumps({"rules": rules, "latency_ms": latency_ms}).encode()
        urllib.request.urlopen(f"http://127.0.0.1:{self.port}/control", body, timeout=60).read()

    def release(self):
        urllib.request.urlopen(f"http://127.0.0.1:{self.port}/control/release", b"{}", timeout=60).read()

    def wait(self, **counts):
        query = "&".join(f"{name}={count}" for name, count in counts.items())
        urllib.request.urlopen(f"http://127.0.0.1:{self.port}/control/wait?{query}&seconds=60", timeout=90).read()

    def requests(self):
        """How many came so far."""
        answer = urllib.request.urlopen(f"http://127.0.0.1:{self.port}/control", timeout=60).read()
        return json.loads(answer)["requests"].get("annotate", 0)

    def counts(self):
        """Units on the meter by (digest of the picture as sent, feature)."""
        with open(self.meter, "rb") as file:
            file.seek(self._read)
            text = file.read()
        text = text[:text.rfind(b"\n") + 1]
        self._read += len(text)
        for line in text.splitlines():
            row = json.loads(line)
            self._counts[row["sha256"], row["feature"]] += 1
        return self._counts

    def rows(self, digests):
        """The meter's rows about these pictures."""
        with open(self.meter, "rb") as file:
            text = file.read()
        rows = map(json.loads, text[:text.rfind(b"\n") + 1].splitlines())
        return [row for row in rows if row["sha256"] in digests]

    def close(self):
        self.process.stdin.close()
        self.process.kill()
        self.process.wait()


class Run:
    """A process of the program."""

    def __init__(self, words, stage, environment=None, before=None):
        self.words = words
        self.number = next(stage.numbers)
        self.log = stage.logs / f"{self.number}"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [str(stage.program), *words], cwd=stage.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=before, env={"PATH": "/usr/bin:/bin", "HOME": str(stage.folder), "LANG": "C.UTF-8", "KEY": "key",
                     "CAIRN_LITERT": str(ROOT / ".deps/litert/libLiteRt.so"), "CAIRN_STORE": "cairn.db"} | (environment or {}))

    @property
    def pid(self):
        return self.process.pid

    def is_over(self):
        return self.process.poll() is not None

    def send(self, number):
        self.process.send_signal(number)

    def stop(self):
        """Stops it, and is back when all of its threads stand still: one in the midst of a call may still have taken a lock."""
        self.send(signal.SIGSTOP)
        if self.process.returncode is None:
            os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def kill(self):
        """Whether it was still there to be killed."""
        was_alive = not self.is_over()
        self.process.kill()
        return self.process.wait() == -signal.SIGKILL and was_alive

    def end(self, seconds=180):
        """The exit status; a negative one is a signal's."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Broken(f"after {seconds} s it was not over, and was killed: {self}") from None

    def said(self):
        return self.log.read_text(errors="replace")

    def __str__(self):
        status = self.process.poll()
        end = "runs" if status is None else f"signal {-status}" if status < 0 else f"exit {status}"
        return f"`cairn {' '.join(self.words)}` ({end}): {self.said()[-1500:].strip()}"


class Stage:
    """A folder of one store's own."""

    # The vendor is that of all stores, and a picture is one image in whatever store: each store has numbers of its own.
    first_numbers = itertools.count(0, 1 << 16)

    def __init__(self, program, peer, home, name):
        self.program, self.peer = program, peer
        self.folder = home / name
        self.pictures = self.folder / "pictures"
        self.logs = self.folder / "logs"
        self.store = self.folder / "cairn.db"
        for folder in (self.pictures, self.logs):
            folder.mkdir(parents=True)
        self.name = name
        self.numbers = iter(range(1 << 30))
        self.count, self.first = 0, next(self.first_numbers)

    def add_pictures(self, count, into="."):
        """Small ones, each with a number of its own in its colors."""
        folder = self.pictures / into
        folder.mkdir(exist_ok=True)
        for _ in range(count):
            self.write_picture(folder / f"{self.count}.jpg", draw(self.first + self.count))
            self.count += 1

    def write_picture(self, path, content):
        path.write_bytes(content)

    def write_job(self, budget="", retry="attempts: 40, base: 1ms, cap: 20ms, timeout: 20s", crashes=3, in_flight=2, name="job",
                  more=""):
        (self.folder / f"{name}.yaml").write_text(
            f"job: {name}\n"
            "images: [{folder: pictures}]\n"
            "backend:\n"
            f"  {{kind: vision, account: {ACCOUNT}, endpoint: \"http://127.0.0.1:{self.peer.port}\", auth: {{apiKey: \"env:KEY\"}}}}\n"
            f"features: [{', '.join(FEATURES)}]\n"
            "prepare: {fit: original}\n"
            f"budget: {{{budget}}}\n"
            f"pace: {{inFlight: {in_flight}}}\n"
            f"retry: {{{retry}, crashes: {crashes}}}\n{more}\n")

    def write_local_job(self, crashes, more=""):
        """A job for a model on this machine, which nobody bills."""
        (self.folder / "labels.txt").write_text("red\ngreen\nblue\nlight\ndark\n")
        (self.folder / "job.yaml").write_text(
            f"job: job\nimages: [{{folder: pictures}}]\nbackend: {{kind: tflite, model: {MODEL}, labels: labels.txt}}\n"
            f"retry: {{crashes: {crashes}}}\n{more}\n")

    def start(self, *words, environment=None, before=None):
        """Starts the program; `before` is called in the new process."""
        return Run(words, self, environment, before)

    def cairn(self, *words, exits=None, environment=None, before=None, seconds=180):
        """Runs the program to its end, which must be one of these."""
        run = self.start(*words, environment=environment, before=before)
        status = run.end(seconds)
        if exits is not None and status not in exits:
            raise Broken(f"expected exit {' or '.join(map(str, exits))}: {run}")
        return run

    def remove(self):
        shutil.rmtree(self.folder)


def find_program(asked):
    """The program: as asked, or the optimized one."""
    path = pathlib.Path(asked or ROOT / ".build/release/cairn")
    if not path.exists():
        raise SystemExit(f"there is no {path}: make build")
    return path.resolve()


def scratch():
    """A folder, on a disk and not in memory where there is a choice."""
    return pathlib.Path(tempfile.mkdtemp(prefix="cairn-torture-"))


def draw(number):
    """A small picture of its own: the number's digits to the base 8 are fields of color, far enough apart that JPEG keeps them."""
    from PIL import Image
    image = Image.new("RGB", (32, 24))
    for place in range(12):
        shade, left, top = 20 + 30 * (number >> 3 * place & 7), 8 * (place % 4), 8 * (place // 4)
        image.paste((shade, 255 - shade, 128), (left, top, left + 8, top + 8))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=90, subsampling=0)
    return out.getvalue()


SMALL = draw(0)
