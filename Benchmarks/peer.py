#!/usr/bin/env python3
"""The same work in Python, written as fast as it goes: label every picture of a folder and keep the five best.

    Scripts/setup test
    .deps/python/bin/python Benchmarks/peer.py FOLDER MODEL.tflite RESULT.db [--processes 2]

Its tuning: Pillow's draft mode, which lets libjpeg decode at an eighth of the size; one interpreter of one thread in
each process; results handed over in groups; one writer, a write-ahead log and a commit for every 200 pictures. Unlike
Cairn it hashes nothing, resumes nothing and has no queue to survive a kill.
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import sqlite3
import sys
import time

import numpy as np
from PIL import Image, ImageOps

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Scripts"))
import metadata

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")
BEST = 5
worker = None


class Worker:
    def __init__(self, model):
        from ai_edge_litert.interpreter import Interpreter
        self.interpreter = Interpreter(model_path=model, num_threads=1)
        self.interpreter.allocate_tensors()
        [self.given] = self.interpreter.get_input_details()
        [self.told] = self.interpreter.get_output_details()
        self.size = int(self.given["shape"][2]), int(self.given["shape"][1])
        told = metadata.normalization(pathlib.Path(model).read_bytes()) or ([127.5], [127.5])
        mean, std = (np.array(values, np.float32) for values in told)
        # Every byte's input value, looked up rather than computed for each pixel.
        levels = (np.arange(256, dtype=np.float32)[:, None] - mean) / std
        if self.given["dtype"] == np.int8:
            scale, zero = self.given["quantization"]
            levels = np.clip(np.rint(levels / np.float32(scale)) + zero, -128, 127)
        self.levels = None if self.given["dtype"] == np.uint8 else levels.astype(self.given["dtype"])

    def label(self, path):
        with Image.open(path) as picture:
            picture.draft("RGB", self.size)
            if picture.getexif().get(0x0112, 1) != 1:
                picture = ImageOps.exif_transpose(picture)
            pixels = np.asarray(picture.convert("RGB").resize(self.size, Image.BILINEAR))
        if self.levels is not None:
            one = self.levels.shape[1] == 1
            pixels = self.levels[:, 0][pixels] if one else np.stack([self.levels[:, c][pixels[..., c]] for c in range(3)], -1)
        self.interpreter.set_tensor(self.given["index"], pixels[None])
        self.interpreter.invoke()
        raw = self.interpreter.get_tensor(self.told["index"])[0]
        best = np.argpartition(raw, -min(BEST, len(raw)))[-BEST:]
        best = best[np.argsort(-raw[best].astype(np.float32), kind="stable")]
        scale, zero = self.told["quantization"]
        return [(int(index), float((float(raw[index]) - zero) * scale if scale else raw[index])) for index in best]


def begin(model):
    global worker
    worker = Worker(model)


def work(path):
    try:
        return path, worker.label(path), None
    except (OSError, ValueError) as error:
        return path, [], str(error)


def pictures(folder):
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir(follow_symlinks=False):
            yield from pictures(entry.path)
        elif entry.name.lower().endswith(SUFFIXES):
            yield entry.path


def label_names(model):
    import zipfile
    try:
        with zipfile.ZipFile(model) as archive:
            return archive.read(archive.namelist()[0]).decode().split("\n")
    except zipfile.BadZipFile:
        return []


def main(wanted):
    names = label_names(wanted.model)
    began = time.perf_counter()
    store = sqlite3.connect(wanted.store, isolation_level=None)
    store.executescript(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        "CREATE TABLE images (image_id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, error TEXT) STRICT;"
        "CREATE TABLE labels (image_id INTEGER NOT NULL, rank INTEGER NOT NULL, description TEXT NOT NULL,"
        " score REAL NOT NULL, PRIMARY KEY (image_id, rank)) STRICT, WITHOUT ROWID;")
    done = failed = 0
    with multiprocessing.get_context("spawn").Pool(wanted.processes, begin, (str(wanted.model),)) as pool:
        store.execute("BEGIN")
        for path, labels, error in pool.imap_unordered(work, pictures(wanted.folder), chunksize=4):
            done += 1
            failed += error is not None
            image = store.execute("INSERT INTO images (path, error) VALUES (?, ?)", (path, error)).lastrowid
            store.executemany(
                "INSERT INTO labels VALUES (?, ?, ?, ?)",
                [(image, rank, names[index] if index < len(names) else str(index), score)
                 for rank, (index, score) in enumerate(labels)])
            if done % 200 == 0:
                store.execute("COMMIT")
                store.execute("BEGIN")
        store.execute("COMMIT")
    store.close()
    seconds = time.perf_counter() - began
    print(json.dumps({"images": done, "failed": failed, "seconds": round(seconds, 3),
                      "imagesPerSecond": round(done / seconds, 1)}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("store", type=pathlib.Path)
    parser.add_argument("--processes", type=int, default=2)
    main(parser.parse_args())
