#!/usr/bin/env python3
"""Makes small models of every form of input, and what Python's interpreter answers to pictures put into them.

    Scripts/setup test && Scripts/setup train
    .deps/train/bin/python Scripts/make_input_models.py

writes Tests/Fixtures/Models/Inputs: NAME.tflite, and NAME.oracle.json for each model that can be used. Every model gives
five scores, and its inputs as they came, so that one wrong byte of an input is seen. How a picture becomes an input is
written here a second time, in numpy.
"""

import json
import os
import pathlib
import subprocess
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from tensorflow.lite.python import schema_py_generated as schema

import metadata

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Tests/Fixtures/Models/Inputs"
FLOAT = {"kind": "float", "mean": [127.5], "std": [127.5]}
COLORS = {"kind": "float", "mean": [100, 120, 140], "std": [50, 60, 70]}
PIXELS = {"kind": "pixels"}


def picture(shape, kind="float32", code=FLOAT, order="RGB", planar=False, grey=False, rows=1):
    """An input that takes the picture: how numpy fills it, beside its form."""
    return {"shape": shape, "type": kind, "feed": "picture", "code": code, "order": order, "planar": planar, "grey": grey,
            "rows": rows}


def constant(shape, kind, value, scale=None, zero=0):
    return {"shape": shape, "type": kind, "feed": value, "scale": scale, "zero": zero}


def steps(scale, zero, code=FLOAT):
    """The coding of a quantized input."""
    return {**code, "kind": "steps", "scale": scale, "zero": zero}


MODELS = {
    "float32-nchw": [picture([1, 3, 6, 8], planar=True, code=COLORS)],
    "float32-nchw-bgr": [picture([1, 3, 6, 8], planar=True, code=COLORS, order="BGR")],
    "float32-bgr": [picture([1, 6, 8, 3], code=COLORS, order="BGR")],
    "float32-grey-plane": [picture([1, 1, 6, 8], grey=True)],
    "float32-rank3-grey": [picture([1, 6, 8], grey=True)],
    "float32-rank3-planes": [picture([3, 6, 8], planar=True)],
    "uint8-rank3": [picture([6, 8, 3], "uint8", PIXELS)],
    "float16": [picture([1, 6, 8, 3], "float16", COLORS)],
    "int8-nchw-bgr": [picture([1, 3, 6, 8], "int8", steps(0.02, 3, COLORS), "BGR", planar=True)],
    "int16-steps": [picture([1, 6, 8, 3], "int16", steps(1 / 32768, 0))],
    "int16": [picture([1, 6, 8, 3], "int16", PIXELS)],
    "int32-steps": [picture([1, 6, 8, 3], "int32", steps(1e-6, 7))],
    "int32": [picture([1, 6, 8, 3], "int32", PIXELS)],
    "int64": [picture([1, 6, 8, 1], "int64", PIXELS, grey=True)],
    "batch-4": [picture([4, 6, 8, 3], code=COLORS, rows=4)],
    "batch-3-planes": [picture([3, 3, 6, 8], "uint8", PIXELS, "BGR", planar=True, rows=3)],
    "batch-2-rank3": [picture([2, 6, 8], "int8", steps(0.01, -5), grey=True, rows=2)],
    "several": [picture([1, 6, 8, 3]), constant([1, 2], "float32", 0.1), constant([2], "int32", 0),
                constant([], "bool", 1), constant([3], "int8", 0.5, 0.02, 3), constant([1], "int64", -7)],
    "two-pictures": [picture([1, 6, 8, 3], "uint8", PIXELS), picture([1, 6, 8, 3], "uint8", PIXELS, "BGR"),
                     constant([1, 6, 8, 3], "uint8", 9)],
    # It adds up the scores of all pictures that it has seen.
    "remembering": [picture([1, 6, 8, 3])],
}
# Models that no picture or not any picture goes into.
REFUSED = {
    "four-channels": [picture([1, 6, 8, 4])],
    "words": [constant([1, 16], "int32", 0)],
    "waveform": [constant([320], "float32", 0)],
    "video": [constant([1, 4, 6, 8, 3], "float32", 0)],
    "state": [picture([1, 6, 8, 3]), constant([1, 5], "float32", 0)],
    "ambiguous": [picture([1, 3, 8, 3])],
    "mixing": [picture([4, 6, 8, 3], rows=4)],
}


def scores(inputs, rows):
    """Five sums of every element of every input, each row by itself."""
    total = 0
    for number, tensor in enumerate(inputs):
        flat = tf.reshape(tf.cast(tensor, tf.float32), (rows if tensor.shape.rank and tensor.shape[0] == rows else 1, -1))
        random = np.random.default_rng([5, number])
        total += tf.linalg.matmul(flat, random.normal(0, 0.05, (flat.shape[1], 5)).astype(np.float32))
    return total


def model(name, inputs):
    rows = inputs[0].get("rows", 1)
    specs = [tf.TensorSpec(each["shape"], getattr(tf, each["type"]), name=f"in{len(inputs) - place}_{name.replace('-', '_')}")
             for place, each in enumerate(inputs)]

    holder = tf.Module()
    holder.sum = tf.Variable(tf.zeros((1, 5)))

    @tf.function(input_signature=specs)
    def answer(*given):
        found = {"scores": scores(given, rows)}
        if name == "mixing":
            found["scores"] += tf.reduce_mean(found["scores"], 0, keepdims=True)
        if name == "remembering":
            holder.sum.assign_add(found["scores"])
            found["scores"] = holder.sum + 0
        if name == "state":
            found["state"] = given[1] + found["scores"]
        for place, tensor in enumerate(given):
            # A tensor that only goes through would be left out. What has a scale, or another type, is cast but not stacked.
            wider = {tf.float16: tf.float32, tf.bool: tf.float32, tf.int8: tf.float32, tf.int16: tf.float32, tf.int32: tf.int64}
            tensor = tf.cast(tensor, wider.get(tensor.dtype, tensor.dtype))
            found[f"echo{place}"] = tf.stack([tensor] * 2, axis=1 if tensor.shape.rank else 0)
        return found

    converter = tf.lite.TFLiteConverter.from_concrete_functions([answer.get_concrete_function()], holder)
    converter.experimental_enable_resource_variables = True
    graph = schema.ModelT.InitFromObj(schema.Model.GetRootAs(bytearray(converter.convert()), 0))
    main = graph.subgraphs[0]
    names = [main.tensors[index].name.decode() for index in main.inputs]
    # The converter sorts inputs by name; they are put back, which leaves the signature in another order than the graph.
    order = [next(index for index, found in zip(main.inputs, names) if spec.name in found) for spec in specs]
    main.inputs = np.array(order, np.int32)
    for index, each in zip(order, inputs):
        code = each.get("code", {})
        scale, zero = (code.get("scale"), code.get("zero")) if each["feed"] == "picture" else (each["scale"], each["zero"])
        if scale:
            quantized = schema.QuantizationParametersT()
            quantized.scale, quantized.zeroPoint = np.array([scale], np.float32), np.array([zero], np.int64)
            main.tensors[index].quantization = quantized
    return metadata.pack(graph)


# Run in the tests' environment, since the interpreter asked is theirs.
ASK = """
import base64, json, pathlib, sys
import numpy as np
sys.path.insert(0, sys.argv[1])
import oracle
from ai_edge_litert.interpreter import Interpreter
folder, models = pathlib.Path(sys.argv[2]), json.loads(sys.argv[3])
pictures = ["noise-37x23", "small-9x7", "reddish-20x30"]

def filled(form, samples):
    code, kind = form["code"], np.dtype(form["type"])
    samples = samples if samples.shape[-1] == 1 else samples[..., ::-1] if form["order"] == "BGR" else samples
    if code["kind"] == "pixels":
        made = np.clip(np.rint(samples), 0, 255).astype(kind)
    else:
        made = (samples - np.array(code["mean"], np.float32)) / np.array(code["std"], np.float32)
        if code["kind"] == "steps":
            limits = np.iinfo(kind)
            made = np.clip(np.rint(made / np.float32(code["scale"])).astype(np.float64) + code["zero"], limits.min, limits.max)
        made = made.astype(kind)
    return np.ascontiguousarray(made.transpose(2, 0, 1) if form["planar"] else made)

for name, inputs in models.items():
    cases = []
    rows = inputs[0]["rows"]
    shown = [oracle.read(folder.parent / f"{each}.png") for each in pictures]
    for place, pixels in enumerate(shown):
        # A new one for each, so that no answer can know of another.
        interpreter = Interpreter(model_path=str(folder / f"{name}.tflite"))
        interpreter.allocate_tensors()
        first = None
        for detail, form in zip(interpreter.get_input_details(), inputs):
            assert list(detail["shape"]) == form["shape"], (name, detail["shape"], form["shape"])
            if form["feed"] == "picture":
                shape = form["shape"]
                height, width = (shape[-2:] if form["planar"] or form["grey"] and shape[-1] != 1 else shape[-3:-1])
                samples = oracle.resize(pixels, width, height)
                tensor = np.zeros(shape, form["type"])
                one = filled(form, oracle.grey(samples) if form["grey"] else samples)
                tensor.reshape((rows, -1))[0] = one.reshape(-1)
                first = first or {"name": detail["name"], "type": form["type"], "shape": list(one.shape), "base64": oracle.text(one)}
            else:
                value = form["feed"]
                if form["scale"]:
                    value = np.rint(value / np.float64(np.float32(form["scale"]))) + form["zero"]
                tensor = np.full(form["shape"], value, form["type"])
            interpreter.set_tensor(detail["index"], tensor)
        interpreter.invoke()
        outputs = []
        for each in interpreter.get_output_details():
            array = interpreter.get_tensor(each["index"])
            outputs.append({"name": each["name"], "type": str(array.dtype), "shape": list(array.shape),
                            "base64": oracle.text(array.reshape((rows, -1))[0])})
        cases.append({"picture": f"{pictures[place]}.png", "width": pixels.shape[1], "height": pixels.shape[0],
                      "pixels": base64.b64encode(pixels.tobytes()).decode(), "mean": [], "std": [], "input": first,
                      "outputs": outputs})
    (folder / f"{name}.oracle.json").write_text(json.dumps({"model": f"{name}.tflite", "cases": cases}, indent=1) + "\\n")
"""


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, inputs in {**MODELS, **REFUSED}.items():
        (FOLDER / f"{name}.tflite").write_bytes(model(name, inputs))
    subprocess.run([ROOT / ".deps/python/bin/python", "-c", ASK, ROOT / "Scripts", FOLDER, json.dumps(MODELS)], check=True)


if __name__ == "__main__":
    main()
