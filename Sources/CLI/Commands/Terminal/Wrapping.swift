/// Breaks text for people into lines, at blanks.
enum Wrapping {
    /// What becomes of parts of a text that should not be broken.
    enum WordBreaks {
        /// Words that are too long stay whole, and so do commands between backticks.
        case words
        /// Where the text needs several lines, each command between backticks has one of its own, unbroken and without
        /// its backticks, so that it can be pasted; words that are too long stay whole.
        case commands
        /// All words that are too long are broken, and commands at their blanks, for lines that are written over.
        case cells
    }

    /// The text in lines of at most this many columns; all but the first are indented.
    ///
    /// Blanks within a line stay as they are.
    static func lines(_ text: String, to columns: Int, indent: Int = 0, _ style: WordBreaks = .words) -> [String] {
        guard DisplayWidth.of(text) > columns else { return [text] }
        let start = String(repeating: " ", count: min(indent, columns / 2))
        var lines: [String] = []
        var line = ""
        func end() {
            if line.contains(where: { $0 != " " }) { lines.append(line) }
            line = start
        }
        for piece in style == .commands ? pieces(of: text) : [.words(text)] {
            switch piece {
            case .command(let command):
                end()
                lines.append(start + command)
            case .words(let words):
                for word in Wrapping.words(of: words, keepsCommands: style != .cells) {
                    let bare = String(word.drop { $0 == " " })
                    let isFirst = !line.contains { $0 != " " }
                    if isFirst {
                        line = lines.isEmpty && line.isEmpty ? word : start + bare
                    } else if DisplayWidth.of(line) + DisplayWidth.of(word) <= columns {
                        line += word
                    } else {
                        end()
                        line += bare
                    }
                    while style == .cells, DisplayWidth.of(line) > columns {
                        lines.append(cut(&line, to: columns, start))
                    }
                }
            }
        }
        end()
        return lines
    }

    private enum TextPart {
        case words(String)
        case command(String)
    }

    /// A text as its commands and what stands around them; the comma or semicolon behind a command is left out.
    private static func pieces(of text: String) -> [TextPart] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        guard parts.count % 2 == 1 else { return [.words(text)] }
        var pieces: [TextPart] = []
        var words = ""
        for (index, part) in parts.enumerated() {
            if index % 2 == 0 {
                let isBehindCommand = if case .command = pieces.last { words.isEmpty } else { false }
                words += isBehindCommand ? String(part.drop { ",;.".contains($0) }) : part
            } else if part.hasPrefix("cairn ") {
                pieces += [.words(words), .command(part)]
                words = ""
            } else {
                words += "`\(part)`"
            }
        }
        return pieces + [.words(words)]
    }

    /// The words of a text, each with the blanks before it.
    ///
    /// - Parameter keepsCommands: whether a command between backticks is one word.
    private static func words(of text: String, keepsCommands: Bool) -> [String] {
        var words: [String] = []
        var word = ""
        var isInCommand = false
        for (index, character) in zip(text.indices, text) {
            if character == "`" { isInCommand = keepsCommands && !isInCommand && text[index...].hasPrefix("`cairn ") }
            if character == " ", !isInCommand, word.contains(where: { $0 != " " }) {
                if word.last?.isNumber == true, isUnit(text[index...]) {
                    word.append(character)
                    continue
                }
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        return word.contains { $0 != " " } ? words + [word] : words
    }

    /// Whether the next word is a unit, which stays with its number.
    private static func isUnit(_ rest: Substring) -> Bool {
        units.contains(String(rest.dropFirst().prefix { $0.isLetter || $0 == "%" }))
    }

    /// Takes the first columns of a line; what is left of it is indented.
    private static func cut(_ line: inout String, to columns: Int, _ start: String) -> String {
        var head = ""
        for character in line {
            guard DisplayWidth.of(head) + DisplayWidth.of(character) <= columns || head.isEmpty else { break }
            head.append(character)
        }
        line = start + line.dropFirst(head.count)
        return head
    }
}

/// Units as `HumanFormat` writes them behind numbers.
private let units: Set = ["%", "B", "d", "GB", "h", "kB", "MB", "min", "ms", "px", "s", "TB"]
