/// How a line of recognized text goes on in the next one.
package enum LineEnd: Sendable {
    /// The sentence goes on.
    case wrapped
    /// The word goes on: the line's text ends with a hyphen that only divides it.
    case hyphenated
    /// The next line begins something new.
    case ended
}

/// Lines of recognized text, joined as a reader reads them.
///
/// Lines that go on are one line. A word that a hyphen divides is whole again, and what is written without spaces
/// between words, such as Chinese and Japanese, gets none where a line ends. Nothing is reordered: lines come in
/// reading order, and so do the letters of a line, from right to left in Hebrew or Arabic.
package struct ReadingText: Sendable {
    /// All that was added, without a line feed behind it.
    package private(set) var text = ""
    private var end = LineEnd.ended

    /// No text.
    package init() {}

    /// Adds a line.
    ///
    /// - Parameter end: how it goes on in the line that is added next.
    package mutating func add(_ line: some StringProtocol, end: LineEnd) {
        guard let first = line.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else {
            if end == .ended { self.end = .ended }
            return
        }
        join(to: first)
        text.unicodeScalars.append(contentsOf: line.unicodeScalars.drop { $0.properties.isWhitespace })
        while text.unicodeScalars.last?.properties.isWhitespace == true { text.unicodeScalars.removeLast() }
        self.end = end
    }

    /// Puts what belongs between two lines in front of the next one.
    private mutating func join(to next: Unicode.Scalar) {
        guard let last = text.unicodeScalars.last else { return }
        if end == .ended {
            text += "\n"
        } else if hyphens.contains(last), isBehindWord {
            if dropsHyphen(last, before: next) { text.unicodeScalars.removeLast() }
        } else if ReadingText.hasSpace(between: last, and: next) {
            text += " "
        }
    }

    /// Whether the hyphen at the end stands directly behind a word; elsewhere it is a dash.
    private var isBehindWord: Bool { text.unicodeScalars.dropLast().last?.isPartOfWord ?? false }

    /// Whether a hyphen at the end only divides a word.
    ///
    /// Of a hyphen that is part of the text only what follows tells: a word that is divided goes on with a small
    /// letter, `Baden-Württemberg` and `1914-1918` do not.
    private func dropsHyphen(_ hyphen: Unicode.Scalar, before next: Unicode.Scalar) -> Bool {
        if hyphen == softHyphen || next.properties.isLowercase { return true }
        guard end == .hyphenated, next.properties.isAlphabetic else { return false }
        return text.unicodeScalars.dropLast().last?.properties.isLowercase != true || !next.properties.isUppercase
    }

    /// Whether a space parts two words of which the first ends, and the second begins, with these letters.
    package static func hasSpace(between last: Unicode.Scalar, and next: Unicode.Scalar) -> Bool {
        if last.properties.isWhitespace || next.properties.isWhitespace { return false }
        if last.isWidePunctuation || next.isWidePunctuation { return false }
        return !(last.isWrittenWithoutSpaces && next.isWrittenWithoutSpaces)
    }
}

private let softHyphen: Unicode.Scalar = "\u{AD}"
/// What can stand for a divided word at the end of a line: the hyphens, the double one of old prints, and the sign that
/// some programs write for a soft one.
private let hyphens: Set<Unicode.Scalar> = ["-", softHyphen, "\u{2010}", "\u{2E17}", "\u{AC}"]

extension Unicode.Scalar {
    fileprivate var isPartOfWord: Bool {
        properties.isAlphabetic || properties.numericType != nil || properties.canonicalCombiningClass != .notReordered
    }

    /// Whether it is punctuation as wide as a Chinese letter, which holds its own space.
    fileprivate var isWidePunctuation: Bool {
        switch value {
        case 0x3001...0x3004, 0x3008...0x3020, 0x3030, 0xFE30...0xFE4F: true
        case 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65: true
        default: false
        }
    }

    /// Whether its script puts no spaces between words: Chinese, Japanese, Thai, Lao, Burmese, Khmer, Tibetan.
    fileprivate var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF: true
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x303B: true
        case 0x3040...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF: true
        case 0xF900...0xFAFF, 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF66...0xFF9F: true
        case 0x1B000...0x1B16F, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
