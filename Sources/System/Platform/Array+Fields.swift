extension [UInt8] {
    /// Appends a number as 8 bytes, the lowest first.
    package mutating func append(number: Int) {
        for shift in 0..<8 { append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    /// Appends bytes behind their count.
    package mutating func append(counted bytes: [UInt8]) {
        append(number: bytes.count)
        self += bytes
    }
}

extension ArraySlice<UInt8> {
    /// Takes a number of 8 bytes off the front; nil where there are fewer.
    package mutating func takeNumber() -> Int? {
        guard count >= 8 else { return nil }
        defer { self = dropFirst(8) }
        return prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Takes bytes behind their count off the front.
    package mutating func takeCounted() -> ArraySlice<UInt8>? {
        guard let wanted = takeNumber(), (0...count).contains(wanted) else { return nil }
        defer { self = dropFirst(wanted) }
        return prefix(wanted)
    }
}
