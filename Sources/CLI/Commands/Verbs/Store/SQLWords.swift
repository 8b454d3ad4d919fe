/// The words of a statement in SQL, without comments.
struct SQLWords {
    /// A word of it.
    enum Lexeme: Equatable {
        /// A name or a keyword, in small letters, with or without quotes.
        case name(String)
        /// A text between single quotes.
        case text(String)
        /// A number, or one character of any other kind.
        case sign(String)
    }

    let words: [Lexeme]

    init(_ sql: String) {
        var words: [Lexeme] = []
        var rest = Array(sql)[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if rest.starts(with: "--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.starts(with: "/*") {
                rest = SQLWords.behindComment(rest)
            } else if let close = quotes[first] {
                let inside = SQLWords.quoted(&rest, close)
                words.append(first == "'" ? .text(inside) : .name(inside.lowercased()))
            } else if first.isLetter || first == "_" {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                rest = rest.dropFirst(name.count)
                words.append(.name(String(name).lowercased()))
            } else {
                words.append(.sign(String(first)))
                rest.removeFirst()
            }
        }
        self.words = words
    }

    /// The names among the words, each once.
    var names: Set<String> {
        Set(words.compactMap { if case .name(let name) = $0 { name } else { nil } })
    }

    private static func behindComment(_ rest: ArraySlice<Character>) -> ArraySlice<Character> {
        var rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/") { rest.removeFirst() }
        return rest.dropFirst(2)
    }

    /// What stands between a quote and the next one; two of them stand for one.
    private static func quoted(_ rest: inout ArraySlice<Character>, _ close: Character) -> String {
        var text = ""
        rest.removeFirst()
        while let next = rest.popFirst() {
            if next == close {
                guard rest.first == close, close != "]" else { break }
                rest.removeFirst()
            }
            text.append(next)
        }
        return text
    }
}

private let quotes: [Character: Character] = ["'": "'", "\"": "\"", "`": "`", "[": "]"]
