"""What a model's raw outputs mean, read a second time: the tests' other opinion on annotations.

Every function takes the outputs as arrays, in the graph's own order, with their scale and zero point, and the size of
the picture, and gives annotations as dictionaries: kind, description, score, box, blob (bytes), attributes.
"""

import base64

import numpy as np


def real(output):
    """An output as real numbers in float32."""
    array, scale, zero = output
    if scale:
        return ((array.astype(np.float32) - np.float32(zero)) * np.float32(scale)).astype(np.float32)
    return array.astype(np.float32)


def activated(numbers, activation):
    numbers = numbers.astype(np.float64)
    if activation == "softmax":
        powers = np.exp(numbers - numbers.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True)
    if activation == "sigmoid":
        return 1 / (1 + np.exp(-numbers))
    return numbers


def calibrated(scores, transformation, default, lines):
    """Scores by ScoreCalibrationOptions; `lines` are (scale, slope, offset, least or None), or None."""
    found = []
    for score, line in zip(scores, lines):
        if line is None or (line[3] is not None and score < line[3]):
            found.append(default)
            continue
        scale, slope, offset, _ = line
        if transformation == 1:
            score = np.log(max(score, 1e-16))
        elif transformation == 2:
            score = np.log(max(score, 1e-16)) - np.log(max(1 - score, 1e-16))
        found.append(scale / (1 + np.exp(-(slope * score + offset))))
    return np.array(found)


def classification(outputs, labels, place=0, activation="none", calibration=None, threshold=0.0, most=10, ignore=()):
    scores = activated(real(outputs[place]).reshape(-1), activation)
    if calibration:
        scores = calibrated(scores, *calibration)
    ranked = sorted(range(len(labels)), key=lambda index: (-scores[index], index))
    kept = [index for index in ranked if labels[index] not in ignore and (threshold is None or scores[index] >= threshold)]
    return [{"kind": "label", "description": labels[index], "score": float(scores[index])} for index in kept[:most]]


def embedding(outputs, names, places):
    found = []
    for place in places:
        numbers = real(outputs[place]).reshape(-1).astype("<f4")
        norm = float(np.sqrt((numbers.astype(np.float64) ** 2).sum()))
        found.append({"kind": "embedding", "description": names[place], "score": norm, "blob": numbers.tobytes(),
                      "attributes": {"norm": norm, "dimension": len(numbers)}})
    return found


def runs(mask):
    """Lengths of runs, the first of pixels that are not set."""
    flat = mask.reshape(-1)
    changes = np.flatnonzero(np.diff(flat.astype(np.int8))) + 1
    edges = np.concatenate([[0], changes, [flat.size]])
    lengths = np.diff(edges)
    if flat[0]:
        lengths = np.concatenate([[0], lengths])
    return lengths.astype("<u4").tobytes()


def segmentation(classes, labels, size, ignore=(), most=10):
    """Annotations of a map of classes, rows by columns, of a picture that was stretched to the model's input."""
    width, height = size
    rows, columns = classes.shape
    found = []
    for number, label in enumerate(labels):
        mask = classes == number
        if not mask.any() or label in ignore:
            continue
        y, x = np.nonzero(mask)
        box = [x.min() * width / columns, y.min() * height / rows, (x.max() + 1) * width / columns,
               (y.max() + 1) * height / rows]
        share = float(mask.sum() / mask.size)
        found.append({"kind": "segment", "description": label, "score": share, "box": [float(side) for side in box],
                      "blob": runs(mask), "attributes": {"class": number, "share": share, "width": columns, "height": rows,
                                                         "frame": [0.0, 0.0, float(width), float(height)]}})
    found.sort(key=lambda one: (-one["score"], labels.index(one["description"])))
    return found[:most]


def tensors(outputs, names, places):
    found = []
    for place in places:
        array, scale, zero = outputs[place]
        attributes = {"name": names[place], "type": str(array.dtype), "shape": list(array.shape)}
        if scale:
            attributes |= {"scale": float(scale), "zeroPoint": int(zero)}
        found.append({"kind": "tensor", "description": names[place], "blob": array.tobytes(), "attributes": attributes})
    return found


def written(annotations):
    """The same with bytes in base 64, as JSON has them."""
    return [{key: base64.b64encode(value).decode() if key == "blob" else value for key, value in one.items()}
            for one in annotations]
