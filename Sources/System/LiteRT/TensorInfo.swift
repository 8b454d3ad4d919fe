/// What a model file says of one of its inputs or outputs.
package struct TensorInfo: Equatable, Sendable {
    /// How integers stand for real numbers: `real = (integer - zeroPoint) * scale`.
    package struct Quantisation: Equatable, Sendable {
        /// The step between two integers.
        package let scale: Float
        /// The integer that stands for 0.
        package let zeroPoint: Int

        /// A quantisation.
        package init(scale: Float, zeroPoint: Int) {
            self.scale = scale
            self.zeroPoint = zeroPoint
        }
    }

    /// Its number among the tensors of the graph.
    package let index: Int
    /// Its name in the graph.
    package let name: String
    /// What its elements are.
    package let type: ElementType
    /// Its dimensions; -1 where the model leaves one open.
    package let dimensions: [Int]
    /// How its integers are to be read, where one scale holds for all of it.
    package let quantisation: Quantisation?

    /// The number of elements, dimensions that are open counted as 1.
    package var count: Int { dimensions.reduce(1) { $0 * max($1, 1) } }

    /// Whether these dimensions are the tensor's, an open one taking any size.
    package func accepts(_ wanted: [Int]) -> Bool {
        wanted.count == dimensions.count && zip(wanted, dimensions).allSatisfy { $0 == $1 || ($1 == -1 && $0 > 0) }
    }
}

extension TensorInfo {
    /// An output's bytes as real numbers; nil for a type that holds none we read.
    ///
    /// 8-bit integers are `(q - zeroPoint) * scale`, or themselves where the model gives no scale.
    package func floats(_ bytes: [UInt8]) -> [Float]? {
        let zero = Float(quantisation?.zeroPoint ?? 0)
        let scale = quantisation?.scale ?? 1
        switch type {
        case .float32: return Words(bytes).map { Float(bitPattern: $0) }
        case .int32: return Words(bytes).map { Float(Int32(bitPattern: $0)) }
        case .uint8: return bytes.map { (Float($0) - zero) * scale }
        case .int8: return bytes.map { (Float(Int8(bitPattern: $0)) - zero) * scale }
        default: return nil
        }
    }
}

/// Bytes as little-endian words of 32 bits.
private struct Words: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> UInt32? {
        guard place + 4 <= bytes.count else { return nil }
        defer { place += 4 }
        return (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
    }
}
