#!/usr/bin/env python3
"""Draws landscapes, trains a small network on them and writes Jobs/demo/scenes.tflite.

    Scripts/setup train
    .deps/train/bin/python Scripts/train_demo.py

Takes some minutes on two cores. The drawings, the weights' start and the order of training come from seeds. The
model is quantized to whole integers: RGB bytes in, probabilities of scale 1/256 out, labels and normalization
inside. It ends by saying how often the network and its quantized form are right about drawings they never saw.
"""

import io
import multiprocessing
import os
import pathlib
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
from PIL import Image

import draw_scenes
import metadata
from oracle import resize

SIZE = 96
PER_KIND, HELD_OUT = 420, 60
EPOCHS = 14
SHAPES = ((640, 480), (480, 360), (600, 400), (480, 480), (400, 560), (640, 360))
TARGET = pathlib.Path(__file__).resolve().parent.parent / "Jobs/demo/scenes.tflite"


def drawn(task):
    """One drawing as the model sees it. For training, hard edges stand for what a plain resize leaves of detail."""
    kind, seed, held_out = task
    size = (640, 480) if held_out else SHAPES[seed % len(SHAPES)]
    picture = draw_scenes.draw(kind, seed, size, over=2 if held_out else 1)
    if held_out or seed % 2:
        packed = io.BytesIO()
        picture.save(packed, "JPEG", quality=85)
        picture = Image.open(packed)
    return np.rint(resize(np.asarray(picture), SIZE, SIZE)).astype(np.uint8), draw_scenes.LABELS.index(kind)


def drawings(first, count, held_out):
    tasks = [(kind, first + number, held_out) for number in range(count) for kind in draw_scenes.LABELS]
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        made = pool.map(drawn, tasks, chunksize=20)
    return np.stack([pixels for pixels, _ in made]), np.array([label for _, label in made])


def network(keras):
    layers = keras.layers
    inputs = keras.Input((SIZE, SIZE, 3), batch_size=None, name="picture")
    x = layers.Conv2D(16, 3, strides=2, padding="same", use_bias=False)(inputs)
    x = layers.ReLU(6)(layers.BatchNormalization()(x))
    for filters in (32, 48, 64, 96):
        x = layers.DepthwiseConv2D(3, padding="same", use_bias=False)(x)
        x = layers.ReLU(6)(layers.BatchNormalization()(x))
        x = layers.Conv2D(filters, 1, use_bias=False)(x)
        x = layers.ReLU(6)(layers.BatchNormalization()(x))
        x = layers.Conv2D(filters, 3, strides=2, padding="same", use_bias=False)(x) if filters < 64 else layers.MaxPooling2D()(x)
        x = layers.ReLU(6)(layers.BatchNormalization()(x)) if filters < 64 else x
    x = layers.Dropout(0.25)(layers.GlobalAveragePooling2D()(x))
    return keras.Model(inputs, layers.Dense(len(draw_scenes.LABELS), activation="softmax", name="scores")(x))


def varied(tf, pixels, labels):
    """Training batches: mirrored, cropped, and in other light."""
    def change(picture, label):
        picture = tf.image.random_flip_left_right(tf.cast(picture, tf.float32))
        side = tf.random.uniform((), 80, SIZE + 1, tf.int32)
        picture = tf.image.resize(tf.image.random_crop(picture, (side, side, 3)), (SIZE, SIZE))
        picture = (picture - 128) * tf.random.uniform((), 0.8, 1.2) + 128 + tf.random.uniform((), -20, 20)
        picture = picture * tf.random.uniform((3,), 0.93, 1.07)
        return tf.clip_by_value(picture, 0, 255) / 127.5 - 1, tf.one_hot(label, len(draw_scenes.LABELS))

    return (tf.data.Dataset.from_tensor_slices((pixels, labels)).shuffle(len(labels), seed=5, reshuffle_each_iteration=True)
            .map(change, num_parallel_calls=2, deterministic=True).batch(64).prefetch(2))


def quantized(tf, model, pixels):
    """Whole-integer bytes of the model with a batch of one."""
    fixed = tf.keras.Input((SIZE, SIZE, 3), batch_size=1, name="picture")
    converter = tf.lite.TFLiteConverter.from_keras_model(tf.keras.Model(fixed, model(fixed)))
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    extremes = np.stack([np.zeros_like(pixels[0]), np.full_like(pixels[0], 255)])
    shown = np.concatenate([extremes, pixels[:: len(pixels) // 400]])
    converter.representative_dataset = lambda: ([each[None].astype(np.float32) / 127.5 - 1] for each in shown)
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    converter.inference_input_type = converter.inference_output_type = tf.uint8
    return converter.convert()


def answers(tf, model, pixels):
    interpreter = tf.lite.Interpreter(model_content=model)
    interpreter.allocate_tensors()
    [given], [told] = interpreter.get_input_details(), interpreter.get_output_details()
    scores = []
    for each in pixels:
        interpreter.set_tensor(given["index"], each[None])
        interpreter.invoke()
        scores.append(interpreter.get_tensor(told["index"])[0] * told["quantization"][0])
    return np.stack(scores), given["quantization"], told["quantization"]


def main():
    train_pixels, train_labels = drawings(0, PER_KIND, False)
    test_pixels, test_labels = drawings(100_000, HELD_OUT, True)
    print(f"drew {len(train_labels)} to learn from and {len(test_labels)} to be asked about", file=sys.stderr)

    import tensorflow as tf
    from tensorflow.lite.python import schema_py_generated as schema
    tf.keras.utils.set_random_seed(2024)
    tf.config.experimental.enable_op_determinism()
    model = network(tf.keras)
    # Smoothed labels: without them the network is sure of everything, and every score is the largest there is.
    steps = EPOCHS * -(-len(train_labels) // 64)
    model.compile(tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.CosineDecay(3e-3, steps)),
                  tf.keras.losses.CategoricalCrossentropy(label_smoothing=0.1), metrics=["accuracy"])
    model.fit(varied(tf, train_pixels, train_labels), epochs=EPOCHS, verbose=2)
    whole = model.predict(test_pixels.astype(np.float32) / 127.5 - 1, verbose=0)

    made = quantized(tf, model, train_pixels)
    scores, given, told = answers(tf, made, test_pixels)
    described = metadata.build(
        "Drawn scenes", [{"name": "picture", "color": metadata.RGB, "mean": [127.5], "std": [127.5]}],
        [{"name": "scores", "labels": ("labels.txt", metadata.AXIS_LABELS)}])
    finished = metadata.append_files(
        metadata.attach(schema, made, described), {"labels.txt": "\n".join(draw_scenes.LABELS) + "\n"})
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_bytes(finished)
    print(f"{TARGET.name}: {len(finished)} bytes, {model.count_params()} weights, input {given}, output {told}")
    print(f"float32 right {np.mean(whole.argmax(1) == test_labels):.4f}, "
          f"quantized right {np.mean(scores.argmax(1) == test_labels):.4f} of {len(test_labels)}")
    for label, name in enumerate(draw_scenes.LABELS):
        mine = test_labels == label
        print(f"  {name:14} {np.mean(scores.argmax(1)[mine] == label):.3f}, mean score {scores[mine, label].mean():.3f}")


if __name__ == "__main__":
    main()
