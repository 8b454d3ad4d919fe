/// What the operation that makes an output does to the numbers, as far as that tells what they are.
package enum FinalOperation: Equatable, Sendable {
    /// Shares that sum up to 1.
    case softmax
    /// Each number by itself between 0 and 1.
    case sigmoid
    /// A weighted sum or a mean, which can be any number.
    case linear
    /// Places of greatest numbers.
    case greatest
    /// Anything else.
    case other

    /// Reads it for each output of a graph.
    static func all(
        of graph: Graph, _ model: FlatTable, in bytes: Span<UInt8>
    ) throws(LiteRTError) -> [FinalOperation] {
        let codes = try builtinCodes(model, in: bytes)
        let makers = try graph.makers(in: bytes)
        var found: [FinalOperation] = []
        for output in graph.outputs {
            found.append(try FinalOperation.of(output, makers, codes, graph, in: bytes))
        }
        return found
    }

    private static func of(
        _ output: Int, _ makers: [Int: Int], _ codes: [Int], _ graph: Graph, in bytes: Span<UInt8>
    ) throws(LiteRTError) -> FinalOperation {
        var tensor = output
        // A few operations only lay the same numbers out in another way.
        for _ in 0..<8 {
            guard let maker = makers[tensor] else { return .other }
            let operation = try graph.operation(maker, in: bytes)
            guard codes.indices.contains(operation.code) else { return .other }
            switch codes[operation.code] {
            case 25: return .softmax
            case 14: return .sigmoid
            case 1, 3, 9, 40: return .linear
            case 56: return .greatest
            case 6, 22, 43, 114:
                guard let input = operation.firstInput else { return .other }
                tensor = input
            default: return .other
            }
        }
        return .other
    }

    /// The builtin operators of schema.fbs that a model's codes stand for: 1 AVERAGE_POOL_2D, 3 CONV_2D, 6 DEQUANTIZE,
    /// 9 FULLY_CONNECTED, 14 LOGISTIC, 22 RESHAPE, 25 SOFTMAX, 40 MEAN, 43 SQUEEZE, 56 ARG_MAX, 114 QUANTIZE.
    private static func builtinCodes(_ model: FlatTable, in bytes: Span<UInt8>) throws(LiteRTError) -> [Int] {
        let codes = try model.vector(1, of: 4, in: bytes)
        var builtins: [Int] = []
        for index in 0..<min(codes.count, 4096) {
            let code = try codes.table(index, in: bytes)
            // The first field is a byte and was outgrown; the fourth replaced it, and the larger one holds.
            let old = Int(try code.scalar(0, default: Int8(0), in: bytes))
            builtins.append(max(old, Int(try code.scalar(3, default: Int32(0), in: bytes))))
        }
        return builtins
    }
}
