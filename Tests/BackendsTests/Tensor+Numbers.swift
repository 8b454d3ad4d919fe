import TestSupport

extension Oracle.Tensor {
    /// The elements as real numbers.
    var numbers: [Float] {
        let bytes = bytes
        let zero = Float(zeroPoint ?? 0)
        let step = Float(scale ?? 1)
        switch type {
        case "uint8": return bytes.map { (Float($0) - zero) * step }
        case "int8": return bytes.map { (Float(Int8(bitPattern: $0)) - zero) * step }
        default:
            return stride(from: 0, to: bytes.count, by: 4).map { place in
                Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) })
            }
        }
    }
}
