#!/usr/bin/env python3
"""Makes models that do harm on some pictures only, so that a run on zeros shows nothing.

    .deps/python/bin/python Scripts/make_picture_traps.py

writes Tests/Fixtures/Models/Hostile: models that never end, that take much memory or that crash, where a number that they
compute from the picture passes a limit. TensorFlow is not needed: the graphs are built with LiteRT's own schema.
"""

import pathlib

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Tests/Fixtures/Models/Hostile"
SIZE = 16


class Model:
    """A model under construction: graphs, the operations' codes, and the constants."""

    def __init__(self):
        self.graphs, self.codes, self.buffers = [], [], [schema.BufferT()]

    def graph(self, name):
        graph = schema.SubGraphT()
        graph.name, graph.tensors, graph.operators, graph.inputs, graph.outputs = name, [], [], [], []
        self.graphs.append(graph)
        return Graph(self, graph, len(self.graphs) - 1)

    def buffer(self, values):
        buffer = schema.BufferT()
        buffer.data = np.frombuffer(values.tobytes(), np.uint8)
        self.buffers.append(buffer)
        return len(self.buffers) - 1

    def code(self, name):
        value = getattr(schema.BuiltinOperator, name)
        for index, code in enumerate(self.codes):
            if code.builtinCode == value:
                return index
        code = schema.OperatorCodeT()
        code.builtinCode, code.deprecatedBuiltinCode, code.version = value, min(value, 127), 1
        self.codes.append(code)
        return len(self.codes) - 1

    def write(self, name):
        model = schema.ModelT()
        model.version, model.subgraphs, model.operatorCodes, model.buffers = 3, self.graphs, self.codes, self.buffers
        builder = flatbuffers.Builder(1024)
        builder.Finish(model.Pack(builder), b"TFL3")
        (FOLDER / f"{name}.tflite").write_bytes(bytes(builder.Output()))


class Graph:
    """One graph of a model; its methods add an operation and return the tensor that holds its result."""

    def __init__(self, model, graph, index):
        self.model, self.graph, self.index = model, graph, index

    def tensor(self, shape, kind="FLOAT32", buffer=0, name=None):
        tensor = schema.TensorT()
        tensor.shape, tensor.type, tensor.buffer = list(shape), getattr(schema.TensorType, kind), buffer
        tensor.name = name or f"tensor{len(self.graph.tensors)}"
        self.graph.tensors.append(tensor)
        return len(self.graph.tensors) - 1

    def constant(self, values, kind="FLOAT32"):
        values = np.asarray(values, np.float32 if kind == "FLOAT32" else np.int32)
        return self.tensor(values.shape, kind, self.model.buffer(values))

    def add(self, operation, inputs, shape, options=None, kind="FLOAT32", name=None):
        output = self.tensor(shape, kind, name=name)
        operator = schema.OperatorT()
        operator.opcodeIndex, operator.inputs, operator.outputs = self.model.code(operation), inputs, [output]
        if options is not None:
            operator.builtinOptions = options
            operator.builtinOptionsType = getattr(schema.BuiltinOptions, type(options).__name__[:-1])
        self.graph.operators.append(operator)
        return output

    def reduce(self, operation, tensor, axes, shape, keeps=False):
        options = schema.ReducerOptionsT()
        options.keepDims = keeps
        return self.add(operation, [tensor, self.constant(axes, "INT32")], shape, options)

    def times(self, left, right, shape=(1, 1)):
        return self.add("MUL", [left, right], shape, schema.MulOptionsT())

    def minus(self, left, right, shape=(1, 1)):
        return self.add("SUB", [left, right], shape, schema.SubOptionsT())


def weighed(*weights):
    """A number of the mean color: the sum of its channels, each times its weight."""
    return lambda main, picture, means: main.reduce(
        "SUM", main.times(means, main.constant([weights]), (1, 3)), [1], (1, 1), keeps=True)


def spread(main, picture, means):
    """A number that is 0 for zeros, black and white, and 2/9 for noise: m - m * m of the mean square m."""
    square = main.times(picture, picture, (1, SIZE, SIZE, 3))
    mean = main.reduce("MEAN", main.reduce("MEAN", square, [1, 2], (1, 3)), [1], (1, 1), keeps=True)
    return main.minus(mean, main.times(mean, mean))


def trap(name, number, limit, spring):
    """A model of float32 pictures of 16 x 16 that gives three scores, and does harm where the number passes the limit."""
    model = Model()
    main = model.graph("main")
    picture = main.tensor((1, SIZE, SIZE, 3), name="picture")
    means = main.reduce("MEAN", picture, [1, 2], (1, 3))
    over = main.minus(number(main, picture, means), main.constant([[limit]]))
    harmed = main.times(spring(main, over), main.constant([[0.0]]))
    scores = main.add("ADD", [means, harmed], (1, 3), schema.AddOptionsT(), name="scores")
    main.graph.inputs, main.graph.outputs = [picture], [scores]
    model.write(name)


def endless(main, over):
    """A loop that goes on while the number is above 0, and never changes it."""
    condition = main.model.graph("condition")
    value = condition.tensor((1, 1))
    condition.graph.inputs = [value]
    number = condition.reduce("REDUCE_MAX", value, [1], (1,))
    condition.graph.outputs = [condition.add(
        "GREATER", [number, condition.constant([0.0])], (1,), schema.GreaterOptionsT(), "BOOL")]
    body = main.model.graph("body")
    value = body.tensor((1, 1))
    body.graph.inputs = [value]
    body.graph.outputs = [body.add("ADD", [value, body.constant([[0.0]])], (1, 1), schema.AddOptionsT())]
    options = schema.WhileOptionsT()
    options.condSubgraphIndex, options.bodySubgraphIndex = condition.index, body.index
    return main.add("WHILE", [over], (1, 1), options)


def filling(mebibytes, reach):
    """Fills a tensor of so many MiB where the number is above 0 by `reach`; a single float where it is below 0."""
    def spring(main, over):
        positive = main.add("RELU", [over], (1, 1))
        count = main.times(positive, main.constant([[mebibytes * 2**18 / reach]]))
        options = schema.CastOptionsT()
        options.inDataType, options.outDataType = schema.TensorType.FLOAT32, schema.TensorType.INT32
        whole = main.add("CAST", [count], (1, 1), options, "INT32")
        more = main.add("ADD", [whole, main.constant([[1]], "INT32")], (1, 1), schema.AddOptionsT(), "INT32")
        shape = main.add("RESHAPE", [more, main.constant([1], "INT32")], (1,), kind="INT32")
        large = main.add("FILL", [shape, main.constant(1.0)], (1,), schema.FillOptionsT())
        most = main.reduce("REDUCE_MAX", large, [0], (1,), keeps=True)
        return main.add("RESHAPE", [most, main.constant([1, 1], "INT32")], (1, 1))

    return spring


def overflow(main, over):
    """Where the number is above 0, the remainder of -2^31 by -1: the quotient overflows, which x86 answers with SIGFPE."""
    options = schema.GreaterOptionsT()
    harms = main.add("GREATER", [over, main.constant([[0.0]])], (1, 1), options, "BOOL")
    options = schema.CastOptionsT()
    options.inDataType, options.outDataType = schema.TensorType.BOOL, schema.TensorType.INT32
    one = main.add("CAST", [harms], (1, 1), options, "INT32")
    least = main.add("MUL", [one, main.constant([[-2**31]], "INT32")], (1, 1), schema.MulOptionsT(), "INT32")
    rest = main.add("FLOOR_MOD", [least, main.constant([[-1]], "INT32")], (1, 1), schema.FloorModOptionsT(), "INT32")
    options = schema.CastOptionsT()
    options.inDataType, options.outDataType = schema.TensorType.INT32, schema.TensorType.FLOAT32
    return main.add("CAST", [rest], (1, 1), options)


def main():
    red, bright = weighed(1.0, 0.0, -1.0), weighed(1 / 3, 1 / 3, 1 / 3)
    trap("endless-red", red, 1.5, endless)
    trap("endless-white", bright, 0.9, endless)
    trap("endless-noise", spread, 0.1, endless)
    trap("large-red", red, 1.5, filling(1024, 0.5))
    trap("large-white", bright, 0.9, filling(256, 0.1))
    trap("crash-red", red, 1.5, overflow)


if __name__ == "__main__":
    main()
