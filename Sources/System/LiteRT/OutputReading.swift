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
