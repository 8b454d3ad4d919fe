/// A place in a text, counted from 1 as editors count.
package struct YAMLPosition: Hashable, Comparable, Sendable {
    package var line: Int
    /// The column, in characters as Unicode counts its scalars.
    package var column: Int

    /// A place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Where the character that holds the byte at an offset stands.
    ///
    /// Lines end where libyaml ends them: at CR, LF, both, and Unicode's U+0085, U+2028 and U+2029.
    init(of offset: Int, in text: String) {
        line = 1
        column = 1
        var passed = 0
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            passed += UTF8.width(scalar)
            if passed > offset { return }
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                line += 1
                column = 1
            default: column += 1
            }
            previous = scalar
        }
    }

    /// Earlier places come first.
    package static func < (left: YAMLPosition, right: YAMLPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A text that is not YAML, or more of it than is taken: where, and why.
package struct YAMLError: Error, Equatable, Sendable {
    /// Where the trouble was noticed.
    package let position: YAMLPosition
    /// What is wrong, and where there is one, the next step; a clause without a closing full stop.
    package let message: String

    /// An error.
    package init(at position: YAMLPosition, _ message: String) {
        self.position = position
        self.message = message
    }

    /// The line, from 1.
    package var line: Int { position.line }
    /// The column, from 1.
    package var column: Int { position.column }
}

extension YAMLError: CustomStringConvertible {
    /// `12:5: what is wrong`.
    package var description: String { "\(line):\(column): \(message)" }
}

/// How much YAML is taken from an untrusted text.
package struct YAMLLimits: Equatable, Sendable {
    /// The most bytes.
    package var bytes = 16 << 20
    /// The deepest nesting, aliases followed; it also bounds the stack of code that walks the tree.
    package var depth = 64
    /// The most nodes, those behind aliases counted as often as they are used.
    package var nodes = 1_000_000

    /// The limits for files that people write.
    package init() {}
}
