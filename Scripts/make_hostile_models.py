#!/usr/bin/env python3
"""Makes models that are well formed for LiteRT's verifier and do harm when they are used.

    Scripts/setup train
    .deps/train/bin/python Scripts/make_hostile_models.py

writes Tests/Fixtures/Models/Hostile: two of the small models with single bytes changed, as Tests/Fuzz found them, one
whose loop never ends, one that takes 256 MiB, and two whose numbers are not numbers where a picture has no blue.
"""

import os
import pathlib

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import tensorflow as tf

MODELS = pathlib.Path(__file__).resolve().parent.parent / "Tests/Fixtures/Models"
FOLDER = MODELS / "Hostile"
INPUT = [tf.TensorSpec((1, 16, 16, 3), tf.float32, name="picture")]
# Which byte of which model becomes what.
CHANGES = {"segmentation-fault": ("detector.tflite", {9688: 1}), "abort": ("float32.tflite", {128: 7})}


@tf.function(input_signature=INPUT)
def endless(picture):
    """A loop whose condition holds for every picture."""
    def halve(count, values):
        return count + 1, tf.nn.relu(values) * 0.5

    _, values = tf.while_loop(
        lambda count, values: tf.less(tf.reduce_sum(values), 1e30), halve,
        [tf.constant(0), tf.reduce_mean(picture, axis=[1, 2])])
    return values


@tf.function(input_signature=INPUT)
def large(picture):
    """Fills 256 MiB; the size comes from the picture, so that the converter cannot compute it."""
    mean = tf.reduce_mean(picture, axis=[1, 2])
    size = tf.cast(tf.reduce_sum(mean) * 0, tf.int32) + (1 << 11)
    filled = tf.fill(tf.stack([size, size, 16]), tf.reduce_sum(mean))
    return tf.reduce_sum(filled, axis=[0, 1])[None, :3] + mean


@tf.function(input_signature=INPUT)
def nan(picture):
    """Scores of three colors beside blue: without blue infinite, and not a number where the color is missing too."""
    mean = tf.reduce_mean(picture, axis=[1, 2])
    return mean / mean[:, 2:] * 0.3


@tf.function(input_signature=INPUT)
def nanseg(picture):
    """The same for each pixel."""
    return picture / picture[:, :, :, 2:]


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (model, changes) in CHANGES.items():
        contents = bytearray((MODELS / model).read_bytes())
        for place, byte in changes.items():
            contents[place] = byte
        (FOLDER / f"{name}.tflite").write_bytes(contents)
    for name, function in {"endless": endless, "large": large, "nan": nan, "nanseg": nanseg}.items():
        converter = tf.lite.TFLiteConverter.from_concrete_functions([function.get_concrete_function()], function)
        (FOLDER / f"{name}.tflite").write_bytes(converter.convert())


if __name__ == "__main__":
    main()
