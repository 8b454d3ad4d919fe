/// A compiled regular expression that searches in time linear in the text, whatever the pattern.
///
/// It has no back-references and no look-around, which no search in linear time can have; everything else is as in RE2
/// (https://github.com/google/re2/wiki/Syntax): all alternatives are followed at once (Thompson 1968), so that neither
/// time nor memory grows beyond the text's length times the pattern's. Text is UTF-8; a byte that is not is U+FFFD.
package struct RegularExpression: Sendable {
    let program: RegexpProgram

    /// The most bytes of a pattern: what is compiled of it has many times its size.
    package static let maxPatternLength = 10_000

    /// Compiles a pattern.
    package init(_ pattern: String) throws(RegularExpressionError) {
        guard pattern.utf8.count <= RegularExpression.maxPatternLength else {
            throw RegularExpressionError(
                reason: "it is longer than \(RegularExpression.maxPatternLength) bytes", position: nil)
        }
        var parser = RegexpParser(pattern)
        let tree = try parser.parse()
        program = try RegexpProgram(tree, sets: parser.sets)
    }

    /// Whether some part of the text matches.
    package func matches(_ text: String) -> Bool {
        var search = RegexpSearch(self)
        return search.matches(Array(text.utf8).span)
    }
}

/// Why a pattern is not a regular expression.
package struct RegularExpressionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong: `nothing is before *`.
    package let reason: String
    /// The character where it is, from 1; nil where it is the whole pattern.
    package let position: Int?

    /// A clause for people.
    package var description: String { position.map { "\(reason), at character \($0)" } ?? reason }
}
