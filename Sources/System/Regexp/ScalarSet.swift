/// A set of Unicode scalars: one letter, a class in brackets, or an escape such as `\d`.
struct ScalarSet: Sendable {
    /// What a set is made of.
    enum Member: Sendable {
        case range(ClosedRange<UInt32>)
        case word, notWord, space, notSpace, notDigit
    }

    private let members: [Member]
    private let isNegated: Bool
    private let ignoresCase: Bool
    /// The answers for ASCII, a bit each.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ members: [Member], isNegated: Bool = false, ignoresCase: Bool = false) {
        self.members = members
        self.isNegated = isNegated
        self.ignoresCase = ignoresCase
        for code in UInt8(0)..<128 where finds(Unicode.Scalar(code)) {
            if code < 64 { low |= 1 << UInt64(code) } else { high |= 1 << UInt64(code - 64) }
        }
    }

    /// Whether a scalar is in the set.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<64: low >> UInt64(scalar.value) & 1 == 1
        case 64..<128: high >> UInt64(scalar.value - 64) & 1 == 1
        default: finds(scalar)
        }
    }

    private func finds(_ scalar: Unicode.Scalar) -> Bool {
        if holds(scalar) { return !isNegated }
        guard ignoresCase else { return isNegated }
        return otherCases(of: scalar).contains(where: holds) != isNegated
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        for member in members {
            let isMember =
                switch member {
                case .range(let range): range.contains(scalar.value)
                case .word: isWord(scalar)
                case .notWord: !isWord(scalar)
                case .space: scalar.properties.isWhitespace
                case .notSpace: !scalar.properties.isWhitespace
                case .notDigit: !(48...57).contains(scalar.value)
                }
            if isMember { return true }
        }
        return false
    }
}

/// Whether a scalar belongs to words: a letter, mark or digit of any script, or `_`.
func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
        let code = UInt8(truncatingIfNeeded: scalar.value)
        return (48...57).contains(code) || (65...90).contains(code & 0xDF) || code == UInt8(ascii: "_")
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
        return true
    default: return false
    }
}

/// The scalar in lower and in upper case, where that is one scalar.
private func otherCases(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let properties = scalar.properties
    return [properties.lowercaseMapping, properties.uppercaseMapping].compactMap { text in
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
}
