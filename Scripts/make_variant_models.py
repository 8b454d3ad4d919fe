#!/usr/bin/env python3
"""Makes models that differ in one trait from a model that is here already; TensorFlow is not needed.

    Scripts/setup test
    .deps/python/bin/python Scripts/make_variant_models.py

writes Tests/Fixtures/Models/Variants: the same bytes on every run.
"""

import pathlib
import sys

import numpy as np
from ai_edge_litert import schema_py_generated as schema

import metadata

MODELS = pathlib.Path(__file__).resolve().parent.parent / "Tests/Fixtures/Models"
FOLDER = MODELS / "Variants"
# The class names of a model whose labels file has no locale, and its display names in two languages.
CLASSES = ["/m/0red", "/m/0green", "/m/0blue", "lux", "nox"]
NAMES = {"en": ["red", "green", "blue", "light", ""], "de": ["rot", "grün", "blau", "hell", "dunkel"]}


def read(name):
    model = (MODELS / f"{name}.tflite").read_bytes()
    return schema.ModelT.InitFromObj(schema.Model.GetRootAs(bytearray(model), 0))


def named():
    """A classifier with class names, and with display names in files of their own."""
    files = {"classes-de.txt": NAMES["de"], "classes.txt": CLASSES, "classes-en.txt": NAMES["en"]}
    kinds = [("classes-de.txt", metadata.AXIS_LABELS, "de"), ("classes.txt", metadata.AXIS_LABELS),
             ("classes-en.txt", metadata.AXIS_LABELS, "en")]
    described = metadata.build(
        "colours", [{"name": "picture", "color": metadata.RGB, "mean": [127.5], "std": [127.5]}],
        [{"name": "scores", "files": kinds}])
    model = metadata.attach(schema, (MODELS / "float32.tflite").read_bytes(), described)
    return metadata.append_files(model, {name: "\n".join(lines) + "\n" for name, lines in files.items()})


def open_size():
    """A segmentation whose height and width are left open from the input to the output."""
    model = read("Outputs/segmentation-float32")
    for tensor in model.subgraphs[0].tensors:
        if len(tensor.shape) == 4 and tensor.shape[1] == tensor.shape[2] == 16:
            tensor.shapeSignature = np.array([1, -1, -1, tensor.shape[3]], np.int32)
            tensor.shape = np.array([1, 1, 1, tensor.shape[3]], np.int32)
    return metadata.pack(model)


def undeclared():
    """A detector whose last operation declares no dimensions, as the converter leaves them."""
    model = read("detector")
    for index in model.subgraphs[0].outputs:
        model.subgraphs[0].tensors[index].shape = np.array([], np.int32)
    return metadata.pack(model)


def variable():
    """A classifier with a tensor that keeps its value from run to run, as recurrent layers have."""
    model = read("float32")
    state = schema.TensorT()
    state.name, state.shape, state.type, state.isVariable = b"state", np.array([1, 5], np.int32), schema.TensorType.FLOAT32, True
    model.subgraphs[0].tensors.append(state)
    return metadata.pack(model)


def main():
    FOLDER.mkdir(exist_ok=True)
    for name, model in {"named": named(), "open-size": open_size(), "undeclared": undeclared(), "variable": variable()}.items():
        (FOLDER / f"{name}.tflite").write_bytes(model)
        print(f"{name}.tflite {len(model)} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
