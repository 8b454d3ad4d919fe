/// One character of a name: a UTF-8 scalar where the bytes are one, else a single byte.
enum NameCharacter {
    /// The character at a place: its scalar, or for a byte that is not UTF-8 a value above all scalars; and its length.
    static func read(_ name: [UInt8], _ at: Int) -> (value: UInt32, length: Int) {
        let first = name[at]
        if first < 0x80 { return (UInt32(first), 1) }
        let alone = (0x11_0000 + UInt32(first), 1)
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first <= 0xF4, at + length <= name.count else { return alone }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for byte in name[(at + 1)..<(at + length)] {
            guard byte & 0xC0 == 0x80 else { return alone }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        let smallest: [UInt32] = [0, 0, 0x80, 0x800, 0x1_0000]
        guard value >= smallest[length], Unicode.Scalar(value) != nil else { return alone }
        return (value, length)
    }
}

/// `[a-z]` and `[!a-z]`; `[^a]` is `[!a]`, a `]` right behind the opening means itself.
enum CharacterSet {
    /// Reads a set whose `[` lies before `start`; answers it with the place of its `]`, or nil without one.
    static func read(_ text: [UInt8], from start: Int) -> (set: NamePattern.PatternToken, end: Int)? {
        var index = start
        var ranges: [ClosedRange<UInt32>] = []
        let isNegated = index < text.count && (text[index] == UInt8(ascii: "!") || text[index] == UInt8(ascii: "^"))
        if isNegated { index += 1 }
        let first = index
        while index < text.count {
            if text[index] == UInt8(ascii: "]"), index > first { return (.set(ranges, isNegated: isNegated), index) }
            guard let low = member(text, &index) else { return nil }
            guard index + 1 < text.count, text[index] == UInt8(ascii: "-"), text[index + 1] != UInt8(ascii: "]") else {
                ranges.append(low...low)
                continue
            }
            index += 1
            guard let high = member(text, &index) else { return nil }
            if low <= high { ranges.append(low...high) }
        }
        return nil
    }

    private static func member(_ text: [UInt8], _ index: inout Int) -> UInt32? {
        if text[index] == backslash { index += 1 }
        guard index < text.count else { return nil }
        let (value, length) = NameCharacter.read(text, index)
        index += length
        return value
    }
}

/// The extensions that a `folder:` source takes.
enum ImageExtension {
    /// In lower case; names are compared without regard to case.
    static let all = ["jpg", "jpeg", "jpe", "png", "webp", "heic", "heif"]

    /// Whether a name ends in a dot and one of the extensions, with something before the dot.
    static func isOn(_ name: [UInt8]) -> Bool {
        // The longest is four bytes: only the last five are looked at, and packed they are one comparison each.
        var packed: UInt64 = 0
        for place in 0..<5 {
            let index = name.count - 1 - place
            guard index >= 1 else { return false }
            let byte = name[index]
            if byte == dot { return known.contains(packed) }
            packed |= UInt64(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) << UInt64(place * 8)
        }
        return false
    }

    private static let known: [UInt64] = all.map { text in
        text.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
