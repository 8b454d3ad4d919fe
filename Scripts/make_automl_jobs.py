#!/usr/bin/env python3
"""Makes the two AutoML exports of Jobs/automl, and the pictures that their jobs annotate.

    Scripts/setup test && Scripts/setup train
    .deps/train/bin/python Scripts/make_automl_jobs.py

writes Jobs/automl/colours, an export of the old kind (labels beside the model), Jobs/automl/squares, a detector of the
new kind (labels inside the model), and Jobs/automl/pictures. The models are those of make_test_models.py.
"""

import json
import pathlib

import numpy as np
import tensorflow as tf
from PIL import Image
from tensorflow.lite.python import schema_py_generated as schema

import make_test_models as small
import metadata

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Jobs/automl"
GROUND = {"red": (214, 48, 40), "green": (44, 190, 60), "blue": (40, 70, 214), "light": (240, 240, 236),
          "dark": (14, 16, 18)}


def export(name, kind, model, labels=None):
    """Writes a folder as AutoML Vision Edge exports it."""
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.tflite").write_bytes(model)
    manifest = {"modelType": kind, "modelFile": "model.tflite"}
    if labels:
        manifest["labelsFile"] = "dict.txt"
        (folder / "dict.txt").write_text("\n".join(labels))
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


def squares():
    """The detector, with its labels in the file of its classes."""
    order = ["boxes", "classes", "scores", "count"]
    described = metadata.build(
        "squares", [{"name": "picture", "color": metadata.RGB, "mean": [127.5], "std": [127.5]}],
        [{"name": name} | ({"labels": ("labelmap.txt", metadata.VALUE_LABELS)} if name == "classes" else {})
         for name in order])
    model = metadata.attach(schema, small.detector(order, signed=False), described)
    return metadata.append_files(model, {"labelmap.txt": "red square\ngreen square\n"})


def pictures():
    """One picture of each color, and one with two squares."""
    random = np.random.default_rng(20261122)
    for name, color in GROUND.items():
        yield name, np.clip(random.normal(color, 8, (48, 64, 3)), 0, 255).astype(np.uint8)
    yield "two-squares", small.pictures()["squares-64x48"]


def main():
    export("colours", "IMAGE_LABELING", small.converted(small.classifier(), tf.uint8), small.LABELS)
    export("squares", "OBJECT_DETECTION", squares())
    (FOLDER / "pictures").mkdir(exist_ok=True)
    for name, pixels in pictures():
        Image.fromarray(pixels).save(FOLDER / f"pictures/{name}.png", optimize=True)


if __name__ == "__main__":
    main()
