#!/usr/bin/env python3
"""What a cascade saves: 1,000 drawn pictures of which a fifth hold a landmark, a free model, and the Vision peer that bills.

    Scripts/setup test
    .deps/python/bin/python Benchmarks/cascade.py .build/debug/cairn [--pictures 1000]

Castles, lighthouses and windmills are the landmarks. The pictures are those of Scripts/draw_scenes.py from seeds that the
model has not seen, made as bad as phones make them: small, dim, noisy, of low quality. It prints, for each threshold of the
query, the free model's precision and recall of landmarks, and for the one in Jobs/cascade.yaml what the peer has billed.
"""

import argparse
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "Scripts"))
import draw_scenes  # noqa: E402

LANDMARKS = ("castle", "lighthouse", "windmill")
OTHERS = ("balloon", "beach", "city", "desert", "forest", "mountain", "sailing boat")


def worsen(picture, chance):
    """The same picture as a bad camera has it: dim, noisy and small."""
    pixels = np.asarray(picture, np.float32) * chance.uniform(0.6, 1) + chance.uniform(-15, 15)
    noise = np.random.default_rng(chance.randrange(1 << 32)).normal(0, chance.uniform(2, 25), pixels.shape)
    small = Image.fromarray(np.clip(pixels + noise, 0, 255).astype(np.uint8))
    side = chance.randrange(96, 240)
    return small.resize((side * 4 // 3, side)).resize((320, 240))


def draw(folder, count):
    chance = random.Random(44)
    for number in range(count):
        kind = chance.choice(LANDMARKS if number % 5 == 0 else OTHERS)
        picture = worsen(draw_scenes.draw(kind, 950_000 + number, (320, 240)).convert("RGB"), chance)
        picture.save(folder / f"{number:04d}-{kind.replace(' ', '-')}.jpg", quality=chance.randrange(30, 90))


def peer(folder):
    """The Vision peer, and its address."""
    process = subprocess.Popen(
        [sys.executable, str(root / "Tests/Peers/vision_peer.py"), "--canned"], stdout=subprocess.PIPE, text=True,
        env=os.environ | {"PEER_API_KEY": "key"}, cwd=folder)
    return process, f"http://127.0.0.1:{process.stdout.readline().split()[1]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cairn", type=pathlib.Path)
    parser.add_argument("--pictures", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "demo/pictures").mkdir(parents=True)
        draw(folder / "demo/pictures", options.pictures)
        (folder / "demo/scenes.tflite").write_bytes((root / "Jobs/demo/scenes.tflite").read_bytes())
        process, address = peer(folder)
        try:
            for job in ("cascade-scenes", "cascade"):
                text = (root / f"Jobs/{job}.yaml").read_text()
                (folder / f"{job}.yaml").write_text(text.replace("kind: vision\n", f"kind: vision\n  endpoint: {address}\n"))
            subprocess.run(
                [options.cairn.resolve(), "run", "--quiet", "--store", "cascade.db", "cascade-scenes.yaml", "cascade.yaml"],
                cwd=folder, check=True, env=os.environ | {"GOOGLE_API_KEY": "key"})
        finally:
            process.terminate()
        report(sqlite3.connect(folder / "cascade.db"), options.pictures)


def report(store, count):
    landmarks = {row[0] for row in store.execute("SELECT image_id FROM job_images WHERE job = 'cascade-scenes'"
                 " AND (" + " OR ".join(f"path LIKE '%-{kind}.jpg'" for kind in LANDMARKS) + ")")}
    marks = ", ".join(f"'{kind}'" for kind in LANDMARKS)
    scores = dict(store.execute("SELECT image_id, sum(score) FROM labels WHERE job = 'cascade-scenes'"
                                f" AND description IN ({marks}) GROUP BY image_id"))
    print(f"{len(landmarks)} of {count} pictures hold a landmark")
    for threshold in (0.05, 0.1, 0.2, 0.3, 0.5, 0.7):
        found = {image for image, score in scores.items() if score > threshold}
        right = len(found & landmarks)
        print(f"above {threshold}: precision {right / max(1, len(found)):.3f}, recall {right / len(landmarks):.3f},"
              f" cost {len(found) / count:.3f}")
    asked = {row[0] for row in store.execute("SELECT image_id FROM job_images WHERE job = 'cascade' AND state = 'answered'")}
    units = store.execute("SELECT sum(units) FROM charges WHERE job = 'cascade'").fetchone()[0]
    print(f"the query of Jobs/cascade.yaml: {units} units, {units / count:.3f} of the cost,"
          f" {len(asked & landmarks) / len(landmarks):.3f} of the landmarks")


main()
