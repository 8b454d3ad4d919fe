#!/usr/bin/env python3
"""Mutated models under `cairn run` and `cairn models show`. See README.md beside this file.

    Tests/Fuzz/models.py [--count 10000] [--seed 1] [--first 0] [--jobs 2] [--cairn .build/release/cairn]

Each case is one of the small models with changed bytes, and depends on nothing but seed and index. `run` asks about one
picture with it, in a store of its own, and must end within its limit by itself: with 0 or 1 where the model is used,
with 2 or 4 and a sentence where it is not, and then with the picture still queued. Exits 1 where anything does not
hold, with the command that repeats it.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODELS = ROOT / "Tests/Fixtures/Models"
LABELS = {"float32": 5, "uint8": 5, "int8": 5, "dynamic-batch": 5, "float32-metadata": 0, "float32-deflated": 0,
          "detector": 2, "detector-metadata": 0, "Hostile/nan": 3}
# What the trial of a model may take here, in seconds; what comes before and after it takes less than the rest of the limit.
TRIAL, LIMIT = 2, 40
NUMBERS = [-1, 0, 1, 2, 3, 7, 64, 255, 4096, 65536, 1 << 20, 1 << 27, 1 << 30, (1 << 31) - 1, -1 << 31]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="cases at a time")
    parser.add_argument("--cairn", default=ROOT / ".build/release/cairn", type=pathlib.Path)
    return parser.parse_args()


def mutated(seed, index):
    """A model's name, and its bytes with some changes: mostly of small numbers, which are the structure."""
    chance = random.Random(f"{seed}/{index}")
    name = chance.choice(list(LABELS))
    data = bytearray((MODELS / f"{name}.tflite").read_bytes())
    for _ in range(chance.randint(1, 4)):
        kind, place = chance.randrange(7), chance.randrange(len(data))
        word = place // 4 * 4
        if kind < 3 and word + 4 <= len(data) and abs(struct.unpack_from("<i", data, word)[0]) < 1000:
            value = struct.unpack_from("<i", data, word)[0]
            struct.pack_into("<i", data, word, chance.choice(NUMBERS + [value + 1, value - 1]))
        elif kind == 3:
            data[place] ^= 1 << chance.randrange(8)
        elif kind == 4:
            data[place] = chance.randrange(256)
        elif kind == 5:
            data[place] = chance.choice([0, 1, 0x7F, 0x80, 0xFF])
        elif chance.randrange(8) == 0:
            del data[place:]
    return name, bytes(data)


def picture():
    """A grey PNG of 16 x 16."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes(range(y, y + 48)) for y in range(16))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def call(cairn, folder, *words):
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "CAIRN_LITERT": str(ROOT / ".deps/litert"),
                   "LANG": "C.UTF-8", "CAIRN_TRIAL_SECONDS": str(TRIAL)}
    return subprocess.run([cairn, *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=LIMIT)


def case(cairn, seed, index):
    """What became of one case, and what does not hold."""
    name, data = mutated(seed, index)
    with tempfile.TemporaryDirectory(prefix="cairn-fuzz-") as place:
        folder = pathlib.Path(place)
        (folder / "model.tflite").write_bytes(data)
        (folder / "a.png").write_bytes(picture())
        labels = ""
        if LABELS[name]:
            (folder / "labels.txt").write_text("".join(f"label {n}\n" for n in range(LABELS[name])))
            labels = ", labels: labels.txt"
        (folder / "job.yaml").write_text(
            f"job: j\nimages: [{{glob: '*.png'}}]\nbackend: {{kind: tflite, model: model.tflite{labels}}}\n")
        try:
            shown = call(cairn, folder, "models", "show", "model.tflite")
            ended = call(cairn, folder, "run", "--store", "a.db", "--new-store", "job.yaml")
        except subprocess.TimeoutExpired as error:
            return "hung", [f"{error.cmd[1]} takes more than {LIMIT} s"]
        breaches = []
        if shown.returncode not in (0, 2) or (shown.returncode == 2) != bool(shown.stderr):
            breaches.append(f"models show ends with {shown.returncode}: {shown.stderr[-300:]}")
        words = ended.stderr.decode(errors="replace")
        if ended.returncode not in (0, 1, 2, 4):
            breaches.append(f"run ends with {ended.returncode}: {words[-300:]}")
        if ended.returncode in (2, 4) and not re.search(r"^(cairn|job\.yaml:\d+:\d+): .", words, re.M):
            breaches.append(f"run ends with {ended.returncode} and says nothing: {words[-300:]}")
        if any(ord(letter) < 32 and letter != "\n" for letter in words):
            breaches.append(f"run writes control characters: {words[-300:]!r}")
        if ended.returncode == 4 and (folder / "a.db").exists():
            store = sqlite3.connect(folder / "a.db")
            for total, queued in store.execute("SELECT total, queued FROM runs"):
                if total != queued:
                    breaches.append(f"run ends with 4, and {queued} of {total} images are queued")
            store.close()
        for words_of, outcome in [("its trial run crashed", "crashed"), ("its trial run took more", "too much")]:
            if words_of in words:
                return outcome, breaches
        return {0: "used", 1: "used", 2: "refused", 4: "refused"}.get(ended.returncode, "other"), breaches


def main():
    options = arguments()
    print(f"models: seed {options.seed}, cases {options.first} to {options.first + options.count - 1}", flush=True)
    began, outcomes, failed = time.monotonic(), collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        numbers = range(options.first, options.first + options.count)
        for index, (outcome, breaches) in zip(
                numbers, pool.map(lambda index: case(options.cairn, options.seed, index), numbers)):
            outcomes[outcome] += 1
            for breach in breaches:
                failed += 1
                print(f"BREACH {breach}\n  again: Tests/Fuzz/models.py --seed {options.seed} --first {index} --count 1",
                      flush=True)
            if outcome in ("crashed", "too much"):
                print(f"{outcome}: case {index}", flush=True)
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    print(f"models: {options.count} cases, {counts}, {failed} breaches; {time.monotonic() - began:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
