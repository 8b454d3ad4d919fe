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
