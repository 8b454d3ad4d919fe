/// A place in a text, counted from 1 as editors count.
package struct YAMLPosition: Hashable, Comparable, Sendable {
    /// The line.
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
