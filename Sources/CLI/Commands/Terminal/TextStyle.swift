/// What a line on a terminal is marked as, by color; its words say the same where there is no color.
package enum TextStyle: Sendable {
    /// Something failed.
    case failure
    /// A cap holds work back, or is about to.
    case cap

    /// A text in the mark's color.
    ///
    /// The text must be escaped already: the color's bytes are control characters.
    package func styled(_ text: String) -> String {
        switch self {
        case .failure: "\u{1B}[31m\(text)\u{1B}[0m"
        case .cap: "\u{1B}[33m\(text)\u{1B}[0m"
        }
    }

    /// Whether marks are painted: on a terminal, unless `NO_COLOR` is set to anything (no-color.org) or `TERM` is
    /// `dumb`.
    package static func usesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
        isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && !isDumb(environment)
    }

    /// Whether a terminal understands no control sequences at all, so that no line can be written over either.
    package static func isDumb(_ environment: [String: String]) -> Bool { environment["TERM"] == "dumb" }
}

/// A line for people, and how it is marked.
package struct StyledLine: Equatable, Sendable {
    /// The text, without its line feed.
    package var text: String
    /// How it is marked; nil: not at all.
    package var mark: TextStyle?
    /// By how many columns further lines are indented where a terminal is too narrow.
    package var indent: Int

    /// A line.
    package init(_ text: String, _ mark: TextStyle? = nil, indent: Int = 2) {
        self.text = text
        self.mark = mark
        self.indent = indent
    }
}
