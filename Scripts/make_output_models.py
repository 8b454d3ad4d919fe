#!/usr/bin/env python3
"""Makes the small models of every meaning, and what Python's interpreter and a second reading answer to them.

    Scripts/setup test && Scripts/setup train
    .deps/train/bin/python Scripts/make_output_models.py

writes the models of Jobs/models, and Tests/Fixtures/Models/Outputs: NAME.tflite, and NAME.oracle.json with the outputs of Python's interpreter and the
annotations that Scripts/read_outputs.py makes of them. The pictures are those of Tests/Fixtures/Models.
"""

import os
import pathlib
import subprocess
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from tensorflow.lite.python import schema_py_generated as schema

import make_test_models
import metadata

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Tests/Fixtures/Models/Outputs"
SIZE = 16
LABELS = ["red", "green", "blue", "light", "dark"]
PICTURE = tf.TensorSpec((1, SIZE, SIZE, 3), tf.float32, name="picture")
# How far each color stands out, and how light and dark a pixel is.
MIX = np.array([[1, -0.5, -0.5, 1 / 3, -1 / 3], [-0.5, 1, -0.5, 1 / 3, -1 / 3], [-0.5, -0.5, 1, 1 / 3, -1 / 3]], np.float32)


def logits(picture, factor=4.0):
    """Five numbers of the whole picture, from a fully connected operation."""
    mean = tf.reduce_mean(picture, (1, 2))
    return tf.matmul(mean, tf.constant(MIX * factor)) + tf.constant([0.5, 0.25, 0, -0.25, -0.5], tf.float32)


def places(picture):
    """Scores of background, red and green for each pixel."""
    weights = np.zeros((1, 1, 3, 3), np.float32)
    weights[0, 0, :, 1], weights[0, 0, :, 2] = [2, -1, -1], [-1, 2, -1]
    return tf.nn.conv2d(picture, tf.constant(weights), 1, "SAME") + tf.constant([0.5, 0, 0], tf.float32)


def features(picture):
    """Eight numbers in a shape that classifiers' trunks have."""
    random = np.random.default_rng(5)
    kernel = tf.constant(random.normal(0, 0.7, (5, 5, 3, 8)).astype(np.float32))
    return tf.reduce_mean(tf.nn.relu(tf.nn.conv2d(picture, kernel, 3, "VALID")), (1, 2), keepdims=True)


def examples():
    random = np.random.default_rng(11)
    for _ in range(60):
        yield [np.broadcast_to(random.uniform(-1, 1, 3), (1, SIZE, SIZE, 3)).astype(np.float32)]
        yield [random.uniform(-1, 1, (1, SIZE, SIZE, 3)).astype(np.float32)]


def converted(body, kind=None):
    """A function of the picture as .tflite bytes; with `kind`, whole-integer but for its input."""
    function = tf.function(body, input_signature=[PICTURE])
    converter = tf.lite.TFLiteConverter.from_concrete_functions([function.get_concrete_function()], function)
    if kind is not None:
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = examples
        ops = tf.lite.OpsSet
        wide = ops.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8
        converter.target_spec.supported_ops = [wide if kind == tf.int16 else ops.TFLITE_BUILTINS_INT8]
        converter.inference_output_type = kind
    return converter.convert()


def described(model, outputs, files):
    told = metadata.build("outputs", [{"name": "picture", "color": metadata.RGB, "mean": [127.5], "std": [127.5]}], outputs)
    return metadata.append_files(metadata.attach(schema, model, told), files)


CALIBRATION = ["1,2,0.5", "0.9,1.5,-0.25,0.1", "", "0.8,1,0", "1,0.5,-1,0.3"]


def calibrated(transformation):
    """Probabilities whose metadata calibrates them, sets a threshold, and has labels in two languages."""
    files = {"rot.txt": "rot\ngrün\nblau\nhell\ndunkel\n", "labels.txt": "\n".join(LABELS) + "\n",
             "calibration.txt": "\n".join(CALIBRATION)}
    output = {"name": "scores", "calibration": (transformation, 0.01), "threshold": 0.05, "files": [
        ("rot.txt", metadata.AXIS_LABELS, "de"), ("labels.txt", metadata.AXIS_LABELS, "en"),
        ("calibration.txt", metadata.SCORE_CALIBRATION)]}
    return described(converted(lambda picture: tf.nn.softmax(logits(picture))), [output], files)


def ranged():
    """Numbers of which only the metadata says that they are probabilities."""
    body = lambda picture: tf.minimum(tf.maximum(logits(picture) * 0.2 + 0.5, 0.0), 1.0)
    output = {"name": "scores", "range": (0.0, 1.0), "labels": ("labels.txt", metadata.AXIS_LABELS)}
    return described(converted(body), [output], {"labels.txt": "\n".join(LABELS) + "\n"})


def several(picture):
    """Outputs of other types than scores have."""
    mean = tf.reduce_mean(picture, (1, 2))
    return {"points": tf.reshape(tf.image.resize(picture, (4, 4)), (1, 16, 3)),
            "counts": tf.cast(tf.round(mean * 100), tf.int32), "best": tf.argmax(mean, 1, tf.int64)}


def models():
    yield "logits-float32", converted(logits)
    yield "logits-int8", converted(lambda picture: logits(picture, 8.0), tf.int8)
    yield "sigmoid-uint8", converted(lambda picture: tf.sigmoid(logits(picture)), tf.uint8)
    yield "unknown-float32", converted(lambda picture: tf.maximum(logits(picture), -2.0))
    yield "ranged-float32", ranged()
    yield "calibrated-identity", calibrated(0)
    yield "calibrated-logarithm", calibrated(1)
    yield "calibrated-logistic", calibrated(2)
    yield "embedding-float32", converted(features)
    yield "embedding-int8", converted(features, tf.int8)
    yield "embedding-int16", converted(features, tf.int16)
    yield "segmentation-float32", converted(places)
    yield "segmentation-uint8", converted(places, tf.uint8)
    yield "segmentation-int64", converted(lambda picture: tf.argmax(places(picture), 3, tf.int64))
    yield "segmentation-int32", converted(lambda picture: tf.argmax(places(picture), 3, tf.int32))
    yield "segmentation-single", converted(lambda picture: tf.sigmoid(places(picture)[..., 1:2] - 0.5))
    yield "segmentation-planar", converted(lambda picture: tf.transpose(places(picture), (0, 3, 1, 2)))
    yield "several", converted(several)
    yield "scores-and-embedding", converted(
        lambda picture: {"scores": tf.nn.softmax(logits(picture)), "embedding": features(picture)})
    yield "anchors", converted(lambda picture: {
        "regressors": tf.reshape(tf.repeat(picture, 4, 3), (1, 192, 16)),
        "classificators": tf.reshape(tf.image.resize(picture, (8, 8)), (1, 192, 1))})


ASK = r"""
import base64, json, pathlib, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import oracle
import read_outputs as read
LABELS, PLACES = ["red", "green", "blue", "light", "dark"], ["background", "red", "green"]
LINES = [(1, 2, 0.5, None), (0.9, 1.5, -0.25, 0.1), None, (0.8, 1, 0, None), (1, 0.5, -1, 0.3)]


def annotations(name, outputs, names, size):
    if name == "logits-int8":
        return read.classification(outputs, LABELS, activation="softmax", ignore=["dark"])
    if name.startswith("logits"):
        return read.classification(outputs, LABELS, activation="softmax")
    if name == "unknown-float32":
        return read.classification(outputs, LABELS, threshold=None)
    if name.startswith("calibrated"):
        transformation = ["identity", "logarithm", "logistic"].index(name.split("-")[1])
        return read.classification(outputs, LABELS, calibration=(transformation, 0.01, LINES), threshold=0.05)
    if name in ("sigmoid-uint8", "ranged-float32"):
        return read.classification(outputs, LABELS)
    if name.startswith("embedding"):
        return read.embedding(outputs, names, [0])
    if name == "segmentation-single":
        return read.segmentation((read.real(outputs[0])[0, :, :, 0] >= 0.5).astype(int), ["background", "red"], size)
    if name == "segmentation-planar":
        return read.segmentation(read.real(outputs[0])[0].argmax(0), PLACES, size)
    if name in ("segmentation-int64", "segmentation-int32"):
        return read.segmentation(outputs[0][0][0], PLACES, size, ignore=["background"])
    if name.startswith("segmentation"):
        return read.segmentation(read.real(outputs[0])[0].argmax(2), PLACES, size)
    if name == "several":
        return read.tensors(outputs, names, range(3))
    if name == "scores-and-embedding":
        place = next(place for place, output in enumerate(outputs) if output[0].size == 5)
        return read.classification(outputs, LABELS, place) + read.embedding(outputs, names, [1 - place])
    return []


folder = pathlib.Path(sys.argv[2])
for name in sys.argv[3:]:
    cases = []
    for picture in ["noise-37x23", "reddish-20x30", "squares-64x48"]:
        pixels = oracle.read(folder.parent / f"{picture}.png")
        case = {"picture": f"{picture}.png", "width": pixels.shape[1], "height": pixels.shape[0],
                "pixels": base64.b64encode(pixels.tobytes()).decode()}
        case |= oracle.answer(folder / f"{name}.tflite", pixels)
        outputs = [(np.frombuffer(base64.b64decode(one["base64"]), one["type"]).reshape(one["shape"]), one.get("scale"),
                    one.get("zeroPoint")) for one in case["outputs"]]
        names = [one["name"] for one in case["outputs"]]
        case["annotations"] = read.written(annotations(name, outputs, names, (pixels.shape[1], pixels.shape[0])))
        cases.append(case)
    (folder / f"{name}.oracle.json").write_text(json.dumps({"model": f"{name}.tflite", "cases": cases}, indent=1) + "\n")
    print(name, [(one["description"], round(one.get("score", 0), 4)) for one in cases[1]["annotations"]])
"""


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = []
    for name, model in models():
        (FOLDER / f"{name}.tflite").write_bytes(model)
        made.append(name)
        print(f"{name}.tflite {len(model)} bytes", file=sys.stderr)
    for name, source in {"embedding": "embedding-float32", "segmentation": "segmentation-float32", "several": "several"}.items():
        (ROOT / f"Jobs/models/{name}.tflite").write_bytes((FOLDER / f"{source}.tflite").read_bytes())
    subprocess.run([ROOT / ".deps/python/bin/python", "-c", ASK, ROOT / "Scripts", FOLDER, *made], check=True)


if __name__ == "__main__":
    main()
