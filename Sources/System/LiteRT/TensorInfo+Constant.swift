extension TensorInfo {
    /// The bytes of one element that stands for a number; nil where the type cannot hold it.
    ///
    /// With a scale the nearest step stands for it; integers without one hold whole numbers.
    package func element(of number: Double) -> [UInt8]? {
        guard number.isFinite else { return nil }
        switch type {
        case .float32:
            let value = Float(number)
            return value.isFinite ? littleEndian(value.bitPattern) : nil
        case .float16:
            let value = Float16(number)
            return value.isFinite ? littleEndian(value.bitPattern) : nil
        case .float64: return littleEndian(number.bitPattern)
        case .bool: return number == 0 || number == 1 ? [UInt8(number)] : nil
        case .uint8: return whole(UInt8.self, number)
        case .int8: return whole(Int8.self, number)
        case .int16: return whole(Int16.self, number)
        case .int32: return whole(Int32.self, number)
        case .int64: return whole(Int64.self, number)
        case .string, .complex64: return nil
        }
    }

    private func whole<Whole: FixedWidthInteger>(_: Whole.Type, _ number: Double) -> [UInt8]? {
        let step =
            quantization.map { (number / Double($0.scale)).rounded(.toNearestOrEven) + Double($0.zeroPoint) } ?? number
        return Whole(exactly: step).map { littleEndian($0) }
    }
}

private func littleEndian<Whole: FixedWidthInteger>(_ value: Whole) -> [UInt8] {
    (0..<(Whole.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> Whole(8 * $0)) }
}
