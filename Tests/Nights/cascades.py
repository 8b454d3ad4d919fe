"""Simulated nights of a cascade: a free model's job feeds a job that the Vision peer bills, beside a model of both in Python.

    cascades.py [--program PATH] [--nights 30] [--seed N]

From night to night pictures come, change and are deleted, and the query is widened, narrowed, emptied, broken, kept, or part of a
cycle. After each night the members of the billed job, their marks, its exit status, and its units by the plan and by the store are
held against the model. What is broken names its night.
"""

import argparse
import json
import os
import pathlib
import random
import sqlite3
import struct
import subprocess
import sys
import tempfile
import zlib

root = pathlib.Path(__file__).resolve().parents[2]
COLORS = {"red": (230, 10, 10), "green": (10, 230, 10), "blue": (10, 10, 200)}


def png(color, number):
    """A picture of one colour; the number makes it another one."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    red, green, blue = COLORS[color]
    pixels = bytearray(bytes([red, green, blue]) * 256)
    pixels[0:3] = bytes([number % 200, number // 200 % 200, 7])
    rows = b"".join(b"\0" + pixels[48 * row:48 * row + 48] for row in range(16))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Cascade:
    """The folder with both jobs, and what they must come to."""

    def __init__(self, folder, program, address, seed):
        self.folder, self.program, self.chance = folder, program, random.Random(seed)
        (folder / "pictures").mkdir()
        (folder / "labels.txt").write_text("red\ngreen\nblue\nlight\ndark\n")
        self.address, self.made = address, 0
        # By name: number, colour, whether it is there. By number the members of the billed job: name, whether it is there.
        self.coarse, self.fine, self.kept, self.asked = {}, {}, set(), set()
        self.before, self.colors, self.keep = None, ["red"], False
        self.write_coarse()

    def write_coarse(self, images="folder: pictures"):
        (self.folder / "coarse.yaml").write_text(
            f"job: coarse\nimages: [{{{images}}}]\nbackend: {{kind: tflite, labels: labels.txt,"
            f" model: {root}/Tests/Fixtures/Models/float32.tflite}}\n")

    def write_fine(self, sql):
        keep = ", keep: true" if self.keep else ""
        (self.folder / "fine.yaml").write_text(
            f'job: fine\nimages: [{{from: [coarse]{keep}, sql: "{sql}"}}]\nbackend: {{kind: vision, endpoint: "{self.address}",'
            " account: tower-1, auth: {apiKey: env:VISION_KEY}}\nfeatures: [LABEL_DETECTION]\n")

    def cairn(self, *words):
        done = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True,
                              env=os.environ | {"VISION_KEY": "key", "CAIRN_STORE": "cairn.db"})
        return done.returncode, done.stdout + done.stderr

    def change_pictures(self):
        for name in [name for name in self.coarse if self.coarse[name][2] and self.chance.random() < 0.06]:
            if self.chance.random() < 0.5:
                (self.folder / "pictures" / name).unlink()
                self.coarse[name] = (*self.coarse[name][:2], False)
            else:
                self.put(name)
        for _ in range(self.chance.randrange(1, 8) if self.coarse else 60):
            self.put(f"{self.made:04d}.png")

    def put(self, name):
        self.made += 1
        color = self.chance.choice(list(COLORS))
        (self.folder / "pictures" / name).write_bytes(png(color, self.made))
        self.coarse[name] = (self.made, color, True)

    def units(self):
        return self.rows("SELECT ifnull(sum(units), 0) FROM charges WHERE job = 'fine'")[0][0]

    def rows(self, sql):
        with sqlite3.connect(self.folder / "cairn.db") as store:
            return store.execute(sql).fetchall()

    def night(self, number):
        self.change_pictures()
        deed = self.chance.choice(["same", "same", "widen", "narrow", "empty", "break", "cycle", "keep"]) if number else "same"
        if deed == "widen":
            self.colors = self.chance.sample(list(COLORS), self.chance.randrange(2, 4))
        if deed == "narrow":
            self.colors = [self.chance.choice(list(COLORS))]
        if deed == "keep":
            self.keep = not self.keep
        colors = [] if deed == "empty" else self.colors
        names = ", ".join(f"'{color}'" for color in colors)
        self.write_fine("SELECT image_id FROM lables" if deed == "break" else
                        f"SELECT image_id FROM labels WHERE rank = 0 AND description IN ({names}) ORDER BY path DESC")
        if deed == "cycle":
            self.write_coarse("sql: SELECT image_id FROM labels, from: [fine]")
            status, words = self.cairn("nightly", "fine.yaml", "coarse.yaml")
            assert status == 2 and "reads coarse" in words, words
            self.write_coarse()
        status, words = self.cairn("nightly", "coarse.yaml", "--new-store")
        assert status == 0, words
        plan = json.loads(self.cairn("plan", "fine.yaml", "--json")[1].splitlines()[-1] if deed != "break" else '{"units_total": 0}')
        before, known = self.units(), dict(self.fine)
        status, words = self.cairn("nightly", "fine.yaml", "coarse.yaml", "--new-store", *self.options(deed, colors))
        self.expect(deed, colors, known)
        assert self.units() - before == plan["units_total"] == self.new, (deed, self.units() - before, plan["units_total"], self.new)
        assert self.units() == len(self.asked), (deed, self.units(), len(self.asked))
        assert status == self.status, (deed, status, self.status, words)
        found = sorted((path.split("/")[1], missing) for path, missing in self.rows(
            "SELECT path, missing_at IS NOT NULL FROM job_images WHERE job = 'fine'"))
        wanted = sorted((name, not there) for name, there in self.fine.values())
        assert found == wanted, (deed, colors, set(found) ^ set(wanted), words)
        return deed, status

    def rows_of(self, colors, old):
        """The pictures that the query gives, and those that it gave once and that are kept."""
        shown = {number: name for name, (number, color, there) in self.coarse.items() if there}
        given = {number for number, name in shown.items() if self.coarse[name][1] in colors}
        return given, {number for number in self.kept if self.keep and number in old and number in shown} - given

    def options(self, deed, colors):
        """What most of the members would leave by, though the query gives as many others, is accepted; the rest is not."""
        given, kept = self.rows_of(colors, self.fine)
        if deed == "break" or self.is_guarded(given, kept, colors):
            return []
        return ["--accept-removed"]

    def is_guarded(self, given, kept, colors):
        count = len(given) + len(kept) + self.missing(colors)
        return self.before is not None and self.before - count > max(10, self.before // 2)

    def expect(self, deed, colors, old):
        """What the billed job has now, and the units and the status of the night."""
        self.new, self.status = 0, 0
        if deed == "break":
            # Said once for each manifest; a night that finds it still so is silent.
            self.status = 0 if self.broken == (self.keep,) else 1
            self.broken = (self.keep,)
            return
        given, kept = self.rows_of(colors, old)
        names = {number: name for name, (number, _, _) in self.coarse.items()}
        fine = {number: (names[number], True) for number in given | kept}
        if self.is_guarded(given, kept, colors):
            # Nothing leaves, and nothing is marked.
            self.status, fine = 5, old | fine
        else:
            self.before, self.broken = len(given) + len(kept) + self.missing(colors), None
            for name, (number, color, there) in self.coarse.items():
                if not there and color in colors and number in old:
                    fine[number] = (name, False)
        self.new = len(given - self.asked)
        self.asked |= given
        self.kept = (self.kept & fine.keys() & old.keys()) | (given if self.keep else set())
        self.fine = fine

    def missing(self, colors):
        """Rows of the query whose pictures are not there: they are given all the same."""
        return sum(1 for _, color, there in self.coarse.values() if color in colors and not there)

    broken = None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=str(root / ".build/debug/cairn"))
    parser.add_argument("--nights", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    peer = subprocess.Popen([sys.executable, str(root / "Tests/Peers/vision_peer.py"), "--canned"], stdout=subprocess.PIPE, text=True,
                            env=os.environ | {"PEER_API_KEY": "key"})
    try:
        address = f"http://127.0.0.1:{peer.stdout.readline().split()[1]}"
        with tempfile.TemporaryDirectory() as folder:
            cascade = Cascade(pathlib.Path(folder), options.program, address, options.seed)
            for number in range(options.nights):
                try:
                    deed, status = cascade.night(number)
                except AssertionError as broken:
                    sys.exit(f"seed {options.seed}, night {number}: {broken}")
                print(f"night {number}: {deed}, exit {status}, {len(cascade.fine)} members, {len(cascade.asked)} units")
            status, words = cascade.cairn("doctor")
            assert status == 0, words
    finally:
        peer.terminate()
    print(f"held: {options.nights} nights")


main()
