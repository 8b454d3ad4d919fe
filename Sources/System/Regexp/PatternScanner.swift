/// Goes through a pattern's scalars.
struct PatternScanner {
    private let scalars: [Unicode.Scalar]
    private var offset = 0

    init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

    /// The place of the next scalar, from 1, as errors tell it.
    var position: Int { offset + 1 }
    var isAtEnd: Bool { offset == scalars.count }
    var next: Unicode.Scalar? { isAtEnd ? nil : scalars[offset] }
    var afterNext: Unicode.Scalar? { offset + 1 < scalars.count ? scalars[offset + 1] : nil }

    func error(_ reason: String, at position: Int? = nil) -> RegularExpressionError {
        RegularExpressionError(reason: reason, position: position ?? self.position)
    }

    mutating func consumeNext() -> Unicode.Scalar? {
        guard let next else { return nil }
        offset += 1
        return next
    }

    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        offset += 1
        return true
    }

    /// A whole number of up to six digits.
    mutating func number() -> Int? {
        var value = 0
        let start = offset
        while let digit = next, ("0"..."9").contains(digit), offset - start < 6 {
            value = value * 10 + Int(digit.value - 48)
            offset += 1
        }
        return offset > start ? value : nil
    }

    /// What is behind a backslash, as a member of a set.
    mutating func escaped(from start: Int) throws(RegularExpressionError) -> ScalarSet.Member {
        guard let letter = consumeNext() else { throw error("a backslash is at the end", at: start) }
        switch letter {
        case "d": return .range(48...57)
        case "D": return .notDigit
        case "w": return .word
        case "W": return .notWord
        case "s": return .space
        case "S": return .notSpace
        case "n": return .range(10...10)
        case "r": return .range(13...13)
        case "t": return .range(9...9)
        case "x": return try hexadecimal(from: start)
        case "1"..."9": throw error("back-references such as \\\(letter) are not supported", at: start)
        case "a"..."z", "A"..."Z", "0": throw error("the escape \\\(letter) is not supported", at: start)
        default: return .range(letter.value...letter.value)
        }
    }

    /// `\x41` or `\x{1F600}`, behind the x.
    private mutating func hexadecimal(from start: Int) throws(RegularExpressionError) -> ScalarSet.Member {
        let isLong = consume("{")
        var digits = ""
        while let digit = next, digit.properties.isASCIIHexDigit, digits.count < (isLong ? 6 : 2) {
            digits.unicodeScalars.append(digit)
            offset += 1
        }
        guard isLong ? consume("}") : digits.count == 2, let value = UInt32(digits, radix: 16),
            Unicode.Scalar(value) != nil
        else { throw error("\\x needs two hexadecimal digits, or those of a character in braces", at: start) }
        return .range(value...value)
    }
}
