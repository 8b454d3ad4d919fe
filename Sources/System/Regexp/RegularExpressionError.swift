/// Why a pattern is not a regular expression.
package struct RegularExpressionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong: `nothing is before *`.
    package let reason: String
    /// The character where it is, from 1; nil where it is the whole pattern.
    package let position: Int?

    /// A clause for people.
    package var description: String { position.map { "\(reason), at character \($0)" } ?? reason }
}
