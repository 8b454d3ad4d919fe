/// Reading numbers and names from untrusted bytes: nil where the bytes end.
extension Span where Element == UInt8 {
    /// Whether these bytes stand at an offset.
    func has(_ wanted: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, offset <= count - wanted.count else { return false }
        for index in wanted.indices where self[offset + index] != wanted[index] { return false }
        return true
    }

    /// Whether this ASCII text stands at an offset.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        has(Array(text.description.utf8), at: offset)
    }

    /// Two bytes, the larger part first.
    func bigEndian16(at offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    /// Four bytes, the largest part first.
    func bigEndian32(at offset: Int) -> Int? {
        guard let high = bigEndian16(at: offset), let low = bigEndian16(at: offset + 2) else { return nil }
        return high << 16 | low
    }

    /// Two bytes, the smaller part first.
    func littleEndian16(at offset: Int) -> Int? {
        bigEndian16(at: offset).map { Int(UInt16(truncatingIfNeeded: $0).byteSwapped) }
    }

    /// Four bytes, the smallest part first.
    func littleEndian32(at offset: Int) -> Int? {
        bigEndian32(at: offset).map { Int(UInt32(truncatingIfNeeded: $0).byteSwapped) }
    }

    /// A copy of all the bytes.
    package var copy: [UInt8] {
        unsafe withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// A copy of part of the bytes, as far as they reach.
    func copy(from start: Int, count wanted: Int) -> [UInt8] {
        guard start >= 0, start < count, wanted > 0 else { return [] }
        var part: [UInt8] = []
        let length = Swift.min(wanted, count - start)
        part.reserveCapacity(length)
        for index in start..<(start + length) { part.append(self[index]) }
        return part
    }
}

extension [UInt8] {
    /// Appends a part of other bytes in one move.
    ///
    /// - Parameter range: lies within the bytes.
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    /// Four bytes of a number, the largest part first.
    mutating func append(bigEndian number: UInt32) {
        for shift: UInt32 in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
