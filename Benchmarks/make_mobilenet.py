#!/usr/bin/env python3
"""Makes a MobileNetV2 1.0 224 of random weights: the size and speed of the real one, and none of its knowledge.

    Scripts/setup train
    .deps/train/bin/python Benchmarks/make_mobilenet.py FOLDER

writes FOLDER/mobilenet-int8.tflite (whole-integer) and FOLDER/mobilenet-float32.tflite, each with normalization and a
thousand labels inside.
"""

import os
import pathlib
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from tensorflow.lite.python import schema_py_generated as schema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Scripts"))
import draw_scenes
import metadata


def pictures():
    """Landscapes, so that the quantizer sees what pictures hold."""
    for number in range(30):
        kind = draw_scenes.LABELS[number % len(draw_scenes.LABELS)]
        scene = draw_scenes.draw(kind, 700_000 + number, (224, 224), over=1)
        yield np.asarray(scene, np.float32)[None] / 127.5 - 1


def labelled(model):
    described = metadata.build(
        "MobileNetV2 of random weights", [{"name": "picture", "color": metadata.RGB, "mean": [127.5], "std": [127.5]}],
        [{"name": "scores", "labels": ("labels.txt", metadata.AXIS_LABELS)}])
    labels = "".join(f"class {number:03}\n" for number in range(1000))
    return metadata.append_files(metadata.attach(schema, model, described), {"labels.txt": labels})


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    tf.keras.utils.set_random_seed(224)
    base = tf.keras.applications.MobileNetV2((224, 224, 3), weights=None, include_top=False, pooling="avg")
    shown = list(pictures())
    # One pass that takes each normalization's figures from these pictures: without it random weights lose the picture
    # on the way, every score is the same and the quantized ones are nought.
    for layer in base.layers:
        if isinstance(layer, tf.keras.layers.BatchNormalization):
            layer.momentum = 0.0
    base(np.concatenate(shown), training=True)
    features = base.predict(np.concatenate(shown), verbose=0)
    centre, spread = features.mean(0), features.std() + 1e-6
    top = tf.keras.layers.Dense(1000, activation="softmax", name="scores")
    inputs = tf.keras.Input((224, 224, 3), batch_size=1, name="picture")
    model = tf.keras.Model(inputs, top(base(inputs)))
    kernel = np.random.default_rng(1).normal(0, 3 / np.sqrt(1280), (1280, 1000)) / spread
    top.set_weights([kernel, -centre @ kernel])

    converter = tf.lite.TFLiteConverter.from_keras_model(model)
    made = {"float32": converter.convert()}
    converter = tf.lite.TFLiteConverter.from_keras_model(model)
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = lambda: ([each] for each in shown)
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    converter.inference_input_type = converter.inference_output_type = tf.int8
    made["int8"] = converter.convert()
    for kind, model in made.items():
        path = folder / f"mobilenet-{kind}.tflite"
        path.write_bytes(labelled(model))
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(pathlib.Path(sys.argv[1]))
