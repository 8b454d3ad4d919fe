#!/usr/bin/env python3
"""What Python's LiteRT interpreter says to a picture: the end-to-end tests' second opinion.

    .deps/python/bin/python Scripts/oracle.py MODEL.tflite PICTURE.png

prints one JSON object: how the picture became the model's input, and every output's bytes. The picture must be a PNG,
so that decoding leaves no room for difference. From raw pixels on, every step is float32 and bit for bit what
tf.image.resize (bilinear, half-pixel centres, no antialias) and the interpreter's own defaults give:

    pixels -> grey if the model has one channel -> resized to the input's size -> by the input's type
      uint8    the samples to the nearest integer, ties to even
      int8     round((sample - mean) / std / scale) + zero point
      float32  (sample - mean) / std

Mean and std are the model's metadata's, else 127.5 and 127.5.
"""

import base64
import json
import sys

import numpy as np
from PIL import Image

import metadata


def axis(size_in, size_out):
    """Lower and upper neighbour and the weight between them, for each place along one edge."""
    scale = np.float32(size_in) / np.float32(size_out)
    centre = (np.arange(size_out, dtype=np.float32) + np.float32(0.5)) * scale - np.float32(0.5)
    floor = np.floor(centre)
    low = np.maximum(floor.astype(np.int64), 0)
    high = np.minimum(np.ceil(centre).astype(np.int64), size_in - 1)
    return low, high, (centre - floor).astype(np.float32)


def resize(pixels, width, height):
    """Bytes, rows by columns by channels, as float32 samples of 0...255 at another size."""
    samples = pixels.astype(np.float32)
    top, bottom, down = axis(samples.shape[0], height)
    left, right, across = axis(samples.shape[1], width)
    across = across[None, :, None]
    upper, lower = samples[top], samples[bottom]
    above = upper[:, left] + (upper[:, right] - upper[:, left]) * across
    below = lower[:, left] + (lower[:, right] - lower[:, left]) * across
    return above + (below - above) * down[:, None, None]


def grey(samples):
    """The luma of BT.601, not rounded."""
    weights = np.array([0.299, 0.587, 0.114], np.float32)
    return (samples * weights).sum(axis=-1, keepdims=True, dtype=np.float32)


def coded(samples, detail, mean, std):
    """Samples as the input tensor wants them."""
    kind = detail["dtype"]
    if kind == np.uint8:
        return np.clip(np.rint(samples), 0, 255).astype(np.uint8)
    normalized = (samples - np.array(mean, np.float32)) / np.array(std, np.float32)
    if kind == np.float32:
        return normalized.astype(np.float32)
    scale, zero = detail["quantization"]
    return np.clip(np.rint(normalized / np.float32(scale)) + zero, -128, 127).astype(np.int8)


def text(array):
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def tensor(detail, array):
    scale, zero = detail["quantization"]
    described = {"name": detail["name"], "type": str(np.dtype(detail["dtype"])), "shape": list(array.shape)}
    if scale:
        described |= {"scale": float(scale), "zeroPoint": int(zero)}
    return described | {"base64": text(array)}


def answer(model_path, pixels, interpreter=None):
    """The input made of `pixels` (uint8, rows by columns by RGB) and every output, in the graph's own order."""
    if interpreter is None:
        from ai_edge_litert.interpreter import Interpreter
        interpreter = Interpreter(model_path=str(model_path))
    with open(model_path, "rb") as file:
        mean, std = metadata.normalization(file.read()) or ([127.5], [127.5])
    interpreter.allocate_tensors()
    [detail] = interpreter.get_input_details()
    _, height, width, channels = detail["shape"]
    samples = resize(pixels, width, height)
    if channels == 1:
        samples = grey(samples)
    fed = coded(samples, detail, mean, std)[None]
    interpreter.set_tensor(detail["index"], fed)
    interpreter.invoke()
    outputs = [tensor(each, interpreter.get_tensor(each["index"])) for each in interpreter.get_output_details()]
    return {"mean": mean, "std": std, "input": tensor(detail, fed), "outputs": outputs}


def read(path):
    with Image.open(path) as picture:
        if picture.format != "PNG":
            raise SystemExit(f"{path}: a PNG is needed, this is {picture.format}")
        return np.array(picture.convert("RGB"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    json.dump(answer(sys.argv[1], read(sys.argv[2])), sys.stdout)
    print()
