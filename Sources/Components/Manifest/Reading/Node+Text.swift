internal import Text
internal import Domain
internal import YAML

extension Node {
    /// A text that is not blank.
    func text(_ expected: String) -> String? {
        guard case .string(let text) = value.content else {
            return mismatch(expected, suggestion: isNumberOrFlag ? "put it in quotes" : nil)
        }
        guard text.contains(where: { !$0.isWhitespace }) else {
            report("expected \(expected), found an empty text")
            return nil
        }
        guard !text.utf8.contains(0) else {
            report("expected \(expected), found a text with a NUL character in it")
            return nil
        }
        return text
    }

    /// A text that a rule accepts.
    func name(_ rule: NameRule) -> String? {
        if !rule.allowsNumbers, let number = digits {
            return mismatch(rule.description, suggestion: "\(JobName.nearest(to: number) ?? "") would do")
        }
        guard let text = text(rule.description) else { return nil }
        if rule.accepts(text) { return text }
        let small = text.lowercased()
        if rule.accepts(small) { return mismatch(rule.description, suggestion: "write \(small)") }
        let near = rule.allowsNumbers || isQuiet ? nil : JobName.nearest(to: text)
        return mismatch(rule.description, suggestion: near.map { "\($0) would do" })
    }

    /// The digits of a value that has nothing else, in quotes or not.
    private var digits: String? {
        switch value.content {
        case .string(let text) where !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }: text
        case .integer(let number) where number >= 0: "\(number)"
        default: nil
        }
    }

    /// One word of a fixed few.
    func choice<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type, among allowed: [Word]? = nil) -> Word? {
        let words = (allowed ?? Array(Word.allCases)).map(\.rawValue)
        guard let word = word(among: words) else { return nil }
        return Word(rawValue: word)
    }

    /// One word of a fixed few.
    func word(among words: [String]) -> String? {
        if case .string(let text) = value.content {
            if words.contains(text) { return text }
            return mismatch(alternatives(words), suggestion: isQuiet ? nil : didYouMean(text, among: words))
        }
        return mismatch(alternatives(words))
    }

    /// A length of time that is not 0: `250ms`, `30s`, `5m`, `12h`, `90d`.
    ///
    /// - Parameter unit: the one that is suggested where there is none.
    func duration(usually unit: String = "s") -> TimeSpan? {
        let expected = TimeSpan.expected
        guard case .string(let text) = value.content else {
            return mismatch(expected, suggestion: isNumberOrFlag ? "add a unit: \(value.source)\(unit)" : nil)
        }
        return TimeSpan(text) ?? mismatch(expected)
    }

    /// An amount of memory in bytes: `256MB`, `2GB`.
    func memory() -> Int64? {
        let expected = "an amount of memory such as 256MB or 2GB"
        guard case .string(let text) = value.content else {
            return mismatch(expected, suggestion: isNumberOrFlag ? "add a unit: \(value.source)MB" : nil)
        }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units: [Substring: Int64] = ["MB": 1_000_000, "GB": 1_000_000_000]
        guard (1...5).contains(digits.utf8.count), digits.first != "0", let count = Int64(digits),
            let unit = units[text.dropFirst(digits.count)]
        else { return mismatch(expected) }
        return count * unit
    }

    /// A width and a height: `640x480`.
    func size(orWord word: String) -> Size? {
        let expected = "a size such as 640x480, or `\(word)`"
        guard case .string(let text) = value.content else { return mismatch(expected) }
        let edges = text.split(separator: "x", omittingEmptySubsequences: false)
        guard edges.count == 2, let width = edge(edges[0]), let height = edge(edges[1]) else {
            return mismatch(expected, suggestion: didYouMean(text, among: [word]))
        }
        return Size(width: width, height: height)
    }

    private func edge(_ text: Substring) -> Int? {
        guard (1...5).contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isNumber }), text.first != "0"
        else {
            return nil
        }
        return Int(text)
    }

    private var isNumberOrFlag: Bool {
        switch value.content {
        case .integer, .float, .bool: true
        case .null, .string, .list, .mapping: false
        }
    }
}

/// What a word that is not known probably means: "did you mean `backend`?"; nil where nothing is near.
func didYouMean(_ word: String, among known: [String]) -> String? {
    meantKey(word, among: known).map { "did you mean `\($0)`?" }
}

/// The known word that one which is not known probably means; nil where nothing is near.
func meantKey(_ word: String, among known: [String]) -> String? {
    nearestName(to: word, among: known, spelling: .words)
}
