/// Why some bytes are no JSON text.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was wanted: `a value`.
    package let expected: String
    /// Where, in bytes from 0.
    package let offset: Int

    /// A sentence for people.
    package var description: String { "no JSON: \(expected) was expected at byte \(offset)" }
}
