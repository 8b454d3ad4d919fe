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
