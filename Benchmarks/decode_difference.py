#!/usr/bin/env python3
"""How much the answers of local models differ between `decode: scaled` and `decode: exact`.

    Benchmarks/decode_difference.py FOLDER CLASSIFIER.tflite [DETECTOR.tflite]

runs `.build/release/cairn` on the JPEG files of a folder both ways, each in a store of its own. It counts the pictures whose first
label differs, and measures how far the edges of boxes lie from each other, in pixels of the original.
"""
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent


def answers(folder, model, decode, scratch, question):
    store, job = scratch / f"{decode}.db", scratch / f"{decode}.yaml"
    store.unlink(missing_ok=True)
    job.write_text(f"job: difference\nimages:\n  - glob: {folder}/**/*.[jJ][pP]*[gG]\n"
                   f"backend: {{kind: tflite, model: {model}, input: {{decode: {decode}}}}}\n")
    subprocess.run([root / ".build/release/cairn", "run", job, "--quiet", "--store", store], check=False, stderr=subprocess.DEVNULL)
    with sqlite3.connect(store) as base:
        return base.execute(question).fetchall()


def labels(folder, model, scratch):
    """Pictures with a first label both ways, those whose labels differ, and how far apart the first scores are."""
    question = "SELECT image_id, digest, description, score FROM labels JOIN images USING (image_id) WHERE rank = 0"
    scaled, exact = ({row[1]: row[2:] for row in answers(folder, model, decode, scratch, question)} for decode in ("scaled", "exact"))
    both = scaled.keys() & exact.keys()
    other = [key for key in both if scaled[key][0] != exact[key][0]]
    apart = [abs(scaled[key][1] - exact[key][1]) for key in both - set(other)]
    print(f"labels: {len(both)} pictures, the first label differs on {len(other)}; where it is the same, the scores differ by"
          f" {statistics.median(apart):.3f} in the middle, {max(apart):.3f} at the most")


def boxes(folder, model, scratch):
    """Boxes of the same description whose middles are nearest, of scores above a half."""
    question = """SELECT digest, description, x_min, y_min, x_max, y_max, width, height FROM objects JOIN images USING (image_id)
        WHERE score > 0.5"""
    found = []
    for decode in ("scaled", "exact"):
        by_picture = {}
        for picture, word, *box in answers(folder, model, decode, scratch, question):
            by_picture.setdefault((picture, word), []).append(box)
        found.append(by_picture)
    scaled, exact = found
    pixels, shares, alone = [], [], 0
    for key in scaled.keys() | exact.keys():
        left, right = scaled.get(key, []), list(exact.get(key, []))
        alone += abs(len(left) - len(right))
        for box in left:
            if not right:
                break
            nearest = min(right, key=lambda other: sum(abs(a - b) for a, b in zip(box[:4], other[:4])))
            right.remove(nearest)
            worst = max(abs(a - b) for a, b in zip(box[:4], nearest[:4]))
            pixels.append(worst)
            shares.append(worst / max(box[4:]))
    print(f"boxes: {len(pixels)} pairs of scores above 0.5, {alone} without a counterpart; the edge that moved most moved by"
          f" {statistics.median(pixels):.1f} pixels in the middle ({100 * statistics.median(shares):.2f} % of the picture's longer"
          f" edge), {max(pixels):.0f} pixels at the most ({100 * max(shares):.1f} %)")


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        raise SystemExit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        labels(sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(scratch))
        if len(sys.argv) == 4:
            boxes(sys.argv[1], pathlib.Path(sys.argv[3]).resolve(), pathlib.Path(scratch))
