internal import JSON
internal import Domain

/// A line of a paragraph: the words between two breaks at which a line ends.
struct TextLine {
    private(set) var words: [TextWord] = []
    /// The break with which it ends; nil for the last line of a paragraph without one.
    private(set) var pause: String?
    /// Whether a hyphen that belongs to its end is told by the next line's first symbol.
    private(set) var isHyphenAhead = false

    /// The lines of a paragraph: they end behind a word with such a break, or before one with it as a prefix.
    static func lines(of words: [TextWord]) -> [TextLine] {
        var lines: [TextLine] = []
        var hasEnded = true
        for word in words {
            if let before = word.pauseBefore, !lines.isEmpty {
                let index = lines.count - 1
                lines[index].isHyphenAhead = before == "HYPHEN"
                lines[index].pause = lines[index].pause ?? before
                hasEnded = true
            }
            if hasEnded { lines.append(TextLine()) }
            lines[lines.count - 1].words.append(word)
            lines[lines.count - 1].pause = word.pauseBehind
            hasEnded = word.pauseBehind != nil
        }
        return lines
    }

    /// How it goes on in the next line; nil where nothing says so.
    var end: LineEnd? {
        switch pause {
        case "EOL_SURE_SPACE": .wrapped
        case "HYPHEN": .hyphenated
        case "LINE_BREAK": .ended
        default: nil
        }
    }

    /// The mean of its words' confidences; nil where none has one: the service knows no lines.
    var confidence: Float? {
        get throws(MalformedValue) {
            var sum: Float = 0
            var count: Float = 0
            for word in words {
                guard let confidence = try word.node.givenFloat(at: "confidence") else { continue }
                sum += confidence
                count += 1
            }
            return count > 0 ? sum / count : nil
        }
    }

    /// The language that most of its words have, of several the first; nil where none has one.
    var locale: String? {
        get throws(MalformedValue) {
            var counts: [(locale: String, count: Int)] = []
            for word in words {
                guard let locale = try word.node.locale else { continue }
                if let index = counts.firstIndex(where: { $0.locale == locale }) {
                    counts[index].count += 1
                } else {
                    counts.append((locale, 1))
                }
            }
            var limit = counts.first
            for each in counts where each.count > limit?.count ?? 0 { limit = each }
            return limit?.locale
        }
    }
}
