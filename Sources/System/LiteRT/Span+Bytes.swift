extension Span<UInt8> {
    /// A little-endian integer, or an error where it would lie outside.
    func integer<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) throws(LiteRTError) -> Number {
        let width = Number.bitWidth / 8
        guard offset >= 0, offset <= count - width else { throw LiteRTError.damaged }
        var value: Number = 0
        for index in 0..<width { value |= Number(truncatingIfNeeded: self[offset + index]) << Number(8 * index) }
        return value
    }

    /// A copy of a part that is known to lie inside.
    func copy(_ range: Range<Int>) -> [UInt8] {
        var copied: [UInt8] = []
        copied.reserveCapacity(range.count)
        for index in range { copied.append(self[index]) }
        return copied
    }
}
