#!/usr/bin/env python3
"""Makes the small models the tests run, and what Python's interpreter answers to them.

    Scripts/setup test && Scripts/setup train
    .deps/train/bin/python Scripts/make_test_models.py

writes Tests/Fixtures/Models: NAME.tflite, PICTURE.png, and NAME.oracle.json for each model that can be used.
The classifiers tell red, green, blue, light and dark pictures apart by weights set by hand; the detectors find
squares that are brighter than what is around them.
"""

import os
import pathlib
import subprocess
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from PIL import Image
from flatbuffers import flexbuffers
from tensorflow.lite.python import schema_py_generated as schema

import metadata

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Tests/Fixtures/Models"
LABELS = ["red", "green", "blue", "light", "dark"]
SIZE = 16


def pictures():
    """The pictures of the oracles: larger than the input, smaller, flat, and with squares on a dark ground."""
    random = np.random.default_rng(20240101)
    made = {
        "noise-37x23": random.integers(0, 256, (23, 37, 3), dtype=np.uint8),
        "small-9x7": random.integers(0, 256, (7, 9, 3), dtype=np.uint8),
        "reddish-20x30": np.clip(random.normal([200, 60, 50], 25, (30, 20, 3)), 0, 255).astype(np.uint8),
        "squares-64x48": np.clip(random.normal(24, 6, (48, 64, 3)), 0, 255).astype(np.uint8),
    }
    made["squares-64x48"][4:16, 34:46] = [240, 60, 40]
    made["squares-64x48"][30:42, 6:18] = [50, 220, 60]
    return made


def classifier(channels=3, batch=1):
    """A network of two convolutions and a dense layer whose weights mean something."""
    random = np.random.default_rng(7)
    inputs = tf.keras.Input((SIZE, SIZE, channels), batch_size=batch, name="picture")
    first = tf.keras.layers.Conv2D(6, 3, strides=2, padding="same", activation="relu")
    second = tf.keras.layers.Conv2D(5, 1, activation="relu")
    last = tf.keras.layers.Dense(channels + 2, activation="softmax", name="scores")
    outputs = last(tf.keras.layers.GlobalAveragePooling2D()(second(first(inputs))))
    model = tf.keras.Model(inputs, outputs)
    # Six features: how far each color stands out, light, dark, and edges.
    mix = np.zeros((channels, 6), np.float32)
    for color in range(channels):
        mix[:, color] = -0.5 if channels > 1 else 0
        mix[color, color] = 1
    mix[:, 3], mix[:, 4] = 1 / channels, -1 / channels
    mix[0, 5] = 1
    kernel = np.broadcast_to(mix, (3, 3, channels, 6)) / 9
    first.set_weights([kernel + random.normal(0, 0.02, kernel.shape), np.zeros(6)])
    second.set_weights([np.eye(6, 5)[None, None] + random.normal(0, 0.05, (1, 1, 6, 5)), np.full(5, 0.01)])
    dense = np.zeros((5, channels + 2), np.float32)
    for color in range(channels):
        dense[color, color] = 4
    dense[3, channels], dense[4, channels + 1] = 6, 6
    last.set_weights([dense + random.normal(0, 0.1, dense.shape), np.zeros(channels + 2)])
    return model


def samples(channels):
    """Pictures for the quantizer: flat colors and noise over the whole range -1...1."""
    random = np.random.default_rng(11)
    for _ in range(60):
        yield [np.broadcast_to(random.uniform(-1, 1, channels), (1, SIZE, SIZE, channels)).astype(np.float32)]
        yield [random.uniform(-1, 1, (1, SIZE, SIZE, channels)).astype(np.float32)]
    for corner in np.ndindex(*[2] * channels):
        yield [np.broadcast_to(np.array(corner) * 2.0 - 1, (1, SIZE, SIZE, channels)).astype(np.float32)]


def converted(model, kind=None, channels=3):
    """A Keras model as .tflite bytes: float32, or whole-integer with inputs and outputs of `kind`."""
    converter = tf.lite.TFLiteConverter.from_keras_model(model)
    if kind is not None:
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: samples(channels)
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
        converter.inference_input_type = converter.inference_output_type = kind
    return converter.convert()


def labelled(model, mean, std, labels=LABELS, deflated=False):
    """The model with normalization and labels inside."""
    described = metadata.build(
        "colours", [{"name": "picture", "color": metadata.RGB, "mean": mean, "std": std}],
        [{"name": "scores", "labels": ("labels.txt", metadata.AXIS_LABELS)}])
    return metadata.append_files(
        metadata.attach(schema, model, described), {"labels.txt": "\n".join(labels) + "\n"}, deflated)


def detector(order, signed):
    """Finds bright squares: a grid of 4 x 4 anchors over 32 x 32 pixels, classes "red" and "green".

    The box of an anchor moves towards the centre of what is bright in its cell. The converter has no operation that
    makes boxes of scores, so the custom one is put after what it made.
    """
    cells, edge = 4, 8
    step = (np.arange(cells, dtype=np.float32) + 0.5) / cells
    centres = np.stack(np.meshgrid(step, step, indexing="ij"), -1).reshape(-1, 2)
    anchors = np.concatenate([centres, np.full((cells * cells, 2), 0.25, np.float32)], 1).astype(np.float32)
    ramp = (np.arange(32) % edge - (edge - 1) / 2) / (edge / 2)
    ramps = np.stack(np.meshgrid(ramp, ramp, indexing="ij"), -1).astype(np.float32)[None]

    @tf.function(input_signature=[tf.TensorSpec((1, 32, 32, 3), tf.float32, name="picture")])
    def detect(picture):
        red, green, blue = tf.split(picture, 3, axis=3)
        standing = tf.concat([red - (green + blue) / 2, green - (red + blue) / 2], 3)
        logits = tf.nn.avg_pool2d(standing, edge, edge, "VALID") * 12 - 2
        background = tf.zeros((1, cells * cells, 1))
        scores = tf.concat([background, tf.sigmoid(tf.reshape(logits, (1, cells * cells, 2)))], 2)
        light = tf.nn.relu(tf.reduce_mean(picture, 3, keepdims=True) + 0.8)
        shift = tf.nn.avg_pool2d(light * ramps, edge, edge, "VALID") * 20
        size = tf.nn.avg_pool2d(tf.concat([light, light], 3), edge, edge, "VALID")
        boxes = tf.reshape(tf.concat([shift, size], 3), (1, cells * cells, 4))
        return boxes, scores

    converter = tf.lite.TFLiteConverter.from_concrete_functions([detect.get_concrete_function()], detect)
    return with_post_process(converter.convert(), anchors, order, signed)


def with_post_process(model, anchors, order, signed):
    """The model with TFLite_Detection_PostProcess after its two outputs, and its outputs in the given order."""
    graph = schema.ModelT.InitFromObj(schema.Model.GetRootAs(bytearray(model), 0))
    [main] = graph.subgraphs
    encodings, scores = sorted(main.outputs, key=lambda index: -main.tensors[index].shape[-1])
    most = 6
    shapes = {"boxes": [1, most, 4], "classes": [1, most], "scores": [1, most], "count": [1]}
    options = flexbuffers.Builder()
    with options.Map():
        for key, value in {"max_detections": most, "max_classes_per_detection": 1, "detections_per_class": 10,
                           "num_classes": 2}.items():
            options.Int(key, value)
        options.Bool("use_regular_nms", False)
        for key, value in {"nms_score_threshold": 0.2, "nms_iou_threshold": 0.5, "y_scale": 10, "x_scale": 10,
                           "h_scale": 5, "w_scale": 5}.items():
            options.Float(key, value)

    code = schema.OperatorCodeT()
    code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.CUSTOM
    code.customCode, code.version = b"TFLite_Detection_PostProcess", 1
    graph.operatorCodes.append(code)
    op = schema.OperatorT()
    op.opcodeIndex = len(graph.operatorCodes) - 1
    op.customOptions = np.frombuffer(bytes(options.Finish()), np.uint8)
    constant = add_tensor(graph, "anchors", anchors.shape, anchors)
    outputs = {name: add_tensor(graph, name, shape) for name, shape in shapes.items()}
    op.inputs = np.array([encodings, scores, constant], np.int32)
    op.outputs = np.array(list(outputs.values()), np.int32)
    main.operators.append(op)
    main.outputs = np.array([outputs[name] for name in order], np.int32)
    if signed:
        sign(graph)
    return metadata.pack(graph)


def sign(graph):
    """Gives the graph a signature, whose entries stand in the alphabet's order and not in the graph's, as usual."""
    [main] = graph.subgraphs
    definition = schema.SignatureDefT()
    definition.signatureKey, definition.subgraphIndex = b"serving_default", 0
    for side in ("inputs", "outputs"):
        entries = []
        for index in sorted(getattr(main, side), key=lambda index: main.tensors[index].name):
            mapped = schema.TensorMapT()
            mapped.name, mapped.tensorIndex = main.tensors[index].name, int(index)
            entries.append(mapped)
        setattr(definition, side, entries)
    graph.signatureDefs = [definition]


def add_tensor(graph, name, shape, contents=None):
    """A float32 tensor's number in the graph; with contents, a constant."""
    buffer = schema.BufferT()
    if contents is not None:
        buffer.data = np.frombuffer(contents.tobytes(), np.uint8)
    graph.buffers.append(buffer)
    tensor = schema.TensorT()
    tensor.name, tensor.type, tensor.shape = name.encode(), schema.TensorType.FLOAT32, np.array(shape, np.int32)
    tensor.buffer = len(graph.buffers) - 1
    graph.subgraphs[0].tensors.append(tensor)
    return len(graph.subgraphs[0].tensors) - 1


def unresolved():
    """A model that needs an operation nobody has."""
    model = converted(classifier())
    graph = schema.ModelT.InitFromObj(schema.Model.GetRootAs(bytearray(model), 0))
    main = graph.subgraphs[0]
    last = main.operators[-1]
    graph.operatorCodes[last.opcodeIndex].builtinCode = schema.BuiltinOperator.CUSTOM
    graph.operatorCodes[last.opcodeIndex].deprecatedBuiltinCode = schema.BuiltinOperator.CUSTOM
    graph.operatorCodes[last.opcodeIndex].customCode = b"Erfinv"
    last.builtinOptionsType, last.builtinOptions = 0, None
    return metadata.pack(graph)


def two_inputs():
    """A model that takes two pictures, which no job can give it."""
    first = tf.keras.Input((SIZE, SIZE, 3), batch_size=1, name="first")
    second = tf.keras.Input((SIZE, SIZE, 3), batch_size=1, name="second")
    pooled = tf.keras.layers.GlobalAveragePooling2D()(tf.keras.layers.Concatenate()([first, second]))
    model = tf.keras.Model([first, second], tf.keras.layers.Dense(3, kernel_initializer="ones")(pooled))
    return converted(model)


def models():
    color = classifier()
    whole = converted(color)
    yield "float32", whole
    yield "uint8", converted(color, tf.uint8)
    yield "int8", converted(color, tf.int8)
    yield "float32-metadata", labelled(whole, [123.675, 116.28, 103.53], [58.395, 57.12, 57.375])
    yield "float32-deflated", labelled(whole, [127.5], [127.5], deflated=True)
    yield "int8-metadata", labelled(converted(color, tf.int8), [127.5], [127.5])
    yield "grey-uint8", converted(classifier(channels=1), tf.uint8, 1)
    yield "dynamic-batch", converted(classifier(batch=None))
    # Two networks' orders: the custom operation's own, and the one of the TF2 object detection exporter.
    yield "detector", detector(["boxes", "classes", "scores", "count"], signed=False)
    order = ["scores", "boxes", "count", "classes"]
    described = metadata.build(
        "squares", [{"name": "picture", "color": metadata.RGB, "mean": [127.5], "std": [127.5]}],
        [{"name": name} | ({"labels": ("squares.txt", metadata.VALUE_LABELS)} if name == "classes" else {})
         for name in order])
    yield "detector-metadata", metadata.append_files(
        metadata.attach(schema, detector(order, signed=True), described), {"squares.txt": "red square\ngreen square\n"})
    yield "unresolved-operation", unresolved()
    yield "two-inputs", two_inputs()


# Run in the tests' environment, since the interpreter asked is theirs.
ASK = """
import base64, json, pathlib, sys
sys.path.insert(0, sys.argv[1])
import oracle
folder = pathlib.Path(sys.argv[2])
for name in sys.argv[4:]:
    cases = []
    for picture in sys.argv[3].split(","):
        pixels = oracle.read(folder / f"{picture}.png")
        case = {"picture": f"{picture}.png", "width": pixels.shape[1], "height": pixels.shape[0],
                "pixels": base64.b64encode(pixels.tobytes()).decode()}
        cases.append(case | oracle.answer(folder / f"{name}.tflite", pixels))
    told = {"model": f"{name}.tflite", "cases": cases}
    (folder / f"{name}.oracle.json").write_text(json.dumps(told, indent=1) + "\\n")
    for case in cases:
        for output in case["outputs"]:
            import numpy as np
            values = np.frombuffer(base64.b64decode(output["base64"]), output["type"]).astype(float)
            if "scale" in output:
                values = (values - output["zeroPoint"]) * output["scale"]
            print(name, case["picture"], output["name"], np.round(values, 3).tolist())
"""


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, pixels in pictures().items():
        Image.fromarray(pixels).save(FOLDER / f"{name}.png", optimize=True)
    for name, model in models():
        (FOLDER / f"{name}.tflite").write_bytes(model)
        print(f"{name}.tflite {len(model)} bytes", file=sys.stderr)
    python = ROOT / ".deps/python/bin/python"
    names = [path.stem for path in sorted(FOLDER.glob("*.tflite"))]
    usable = [name for name in names if name not in ("unresolved-operation", "two-inputs")]
    for group in ("classifiers", "detectors"):
        detects = group == "detectors"
        shown = "squares-64x48" if detects else "noise-37x23,small-9x7,reddish-20x30"
        asked = [name for name in usable if name.startswith("detector") == detects]
        subprocess.run([python, "-c", ASK, ROOT / "Scripts", FOLDER, shown, *asked], check=True)


if __name__ == "__main__":
    main()
