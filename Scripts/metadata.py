"""TFLite Metadata, written and read: normalization, color space and label files inside a .tflite file.

Field numbers are those of the public metadata schema (identifier M001). The official writer asks for older
Python packages than the converter does, so these few tables are written here.
"""

import io
import struct
import zipfile

import flatbuffers
import numpy as np

AXIS_LABELS, VALUE_LABELS, SCORE_CALIBRATION = 2, 3, 4
RGB, GREY = 1, 2


def _vector(builder, offsets):
    builder.StartVector(4, len(offsets), 4)
    for offset in reversed(offsets):
        builder.PrependUOffsetTRelative(offset)
    return builder.EndVector()


def _floats(builder, values):
    return builder.CreateNumpyVector(np.asarray(values, np.float32))


def _table(builder, count, offsets=None, bytes_=None, words=None, floats=None):
    """A table of `count` fields: offsets to other things, bytes, 32-bit words and floats, each by field number."""
    builder.StartObject(count)
    for field, value in (offsets or {}).items():
        builder.PrependUOffsetTRelativeSlot(field, value, 0)
    for field, value in (words or {}).items():
        builder.PrependUint32Slot(field, value, 0)
    for field, value in (floats or {}).items():
        builder.PrependFloat32Slot(field, value, 0)
    for field, value in (bytes_ or {}).items():
        builder.PrependUint8Slot(field, value, 0)
    return builder.EndObject()


def _tensor(builder, tensor):
    offsets = {0: builder.CreateString(tensor["name"])}
    if "color" in tensor:
        properties = _table(builder, 2, bytes_={0: tensor["color"]})
        offsets[3] = _table(builder, 3, offsets={1: properties}, bytes_={0: 2})
    units = []
    if "mean" in tensor:
        mean, std = _floats(builder, tensor["mean"]), _floats(builder, tensor["std"])
        units.append((1, _table(builder, 2, offsets={0: mean, 1: std})))
    if "calibration" in tensor:
        transformation, default = tensor["calibration"]
        units.append((2, _table(builder, 2, bytes_={0: transformation}, floats={1: default})))
    if "threshold" in tensor:
        units.append((3, _table(builder, 1, floats={0: tensor["threshold"]})))
    if units:
        offsets[4] = _vector(builder, [_table(builder, 2, offsets={1: options}, bytes_={0: kind}) for kind, options in units])
    if "range" in tensor:
        low, high = tensor["range"]
        offsets[5] = _table(builder, 2, offsets={0: _floats(builder, [high]), 1: _floats(builder, [low])})
    files = [tensor["labels"]] if "labels" in tensor else []
    made = []
    for name, kind, *locale in files + tensor.get("files", []):
        names = {0: builder.CreateString(name)}
        if locale:
            names[3] = builder.CreateString(locale[0])
        made.append(_table(builder, 5, offsets=names, bytes_={2: kind}))
    if made:
        offsets[6] = _vector(builder, made)
    return _table(builder, 7, offsets=offsets)


def build(name, inputs, outputs):
    """The metadata flatbuffer of a model with one graph. Tensors are dictionaries: name, color, mean, std, labels,
    files (name, type and locale), calibration (transformation and default score), threshold, range."""
    builder = flatbuffers.Builder(1024)
    title = builder.CreateString(name)
    version = builder.CreateString("1.5.0")
    graph = _table(builder, 7, offsets={
        2: _vector(builder, [_tensor(builder, tensor) for tensor in inputs]),
        3: _vector(builder, [_tensor(builder, tensor) for tensor in outputs])})
    root = _table(builder, 8, offsets={0: title, 3: _vector(builder, [graph]), 7: version})
    builder.Finish(root, b"M001")
    return bytes(builder.Output())


def attach(schema, model, metadata):
    """The model's bytes with the metadata in a buffer of its own; `schema` is the TFLite schema's Python module."""
    graph = schema.ModelT.InitFromObj(schema.Model.GetRootAs(bytearray(model), 0))
    buffer = schema.BufferT()
    buffer.data = np.frombuffer(metadata, np.uint8)
    graph.buffers.append(buffer)
    entry = schema.MetadataT()
    entry.name = b"TFLITE_METADATA"
    entry.buffer = len(graph.buffers) - 1
    graph.metadata = (graph.metadata or []) + [entry]
    return pack(graph)


def pack(graph):
    """A model's bytes."""
    builder = flatbuffers.Builder(1024)
    builder.Finish(graph.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def append_files(model, files, deflated=False):
    """The model's bytes with a zip after them, as label files travel; a fixed date keeps the bytes the same."""
    archive = io.BytesIO()
    archive.write(model)
    with zipfile.ZipFile(archive, "a", zipfile.ZIP_DEFLATED if deflated else zipfile.ZIP_STORED) as target:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED if deflated else zipfile.ZIP_STORED
            target.writestr(entry, text)
    return archive.getvalue()


# Reading: a table is a position in the bytes; a field that is absent is None.


def _field(data, table, number):
    vtable = table - struct.unpack_from("<i", data, table)[0]
    if 4 + 2 * number >= struct.unpack_from("<H", data, vtable)[0]:
        return None
    offset = struct.unpack_from("<H", data, vtable + 4 + 2 * number)[0]
    return table + offset if offset else None


def _follow(data, place):
    return None if place is None else place + struct.unpack_from("<I", data, place)[0]


def _items(data, place):
    start = _follow(data, place)
    if start is None:
        return []
    count = struct.unpack_from("<I", data, start)[0]
    return [start + 4 + 4 * index for index in range(count)]


def normalization(model):
    """(mean, std) of the first input as its metadata has it, or None."""
    data = bytes(model)
    root = _follow(data, 0)
    for place in _items(data, _field(data, root, 6)):
        entry = _follow(data, place)
        name = _follow(data, _field(data, entry, 0))
        length = struct.unpack_from("<I", data, name)[0]
        if data[name + 4:name + 4 + length] != b"TFLITE_METADATA":
            continue
        number = _field(data, entry, 1)
        number = 0 if number is None else struct.unpack_from("<I", data, number)[0]
        buffer = _follow(data, _items(data, _field(data, root, 4))[number])
        contents = _follow(data, _field(data, buffer, 0))
        size = struct.unpack_from("<I", data, contents)[0]
        return _normalization_of(data[contents + 4:contents + 4 + size])
    return None


def _normalization_of(data):
    graphs = _items(data, _field(data, _follow(data, 0), 3))
    tensors = _items(data, _field(data, _follow(data, graphs[0]), 2))
    for place in _items(data, _field(data, _follow(data, tensors[0]), 4)):
        unit = _follow(data, place)
        kind = _field(data, unit, 0)
        if kind is None or data[kind] != 1:
            continue
        options = _follow(data, _field(data, unit, 1))
        return tuple(
            [struct.unpack_from("<f", data, item)[0] for item in _items(data, _field(data, options, field))]
            for field in (0, 1))
    return None
