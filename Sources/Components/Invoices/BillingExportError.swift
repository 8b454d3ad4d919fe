/// What is wrong with a billing export, and where.
package struct BillingExportError: Error, Equatable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column of the field's first byte, from 1.
    package let column: Int
    /// What was found, what was expected, and the next step.
    package let reason: String

    init(_ line: Int, _ column: Int, _ reason: String) {
        self.line = line
        self.column = column
        self.reason = reason
    }

    init(_ field: CSVField, _ reason: String) {
        self.init(field.line, field.column, reason)
    }
}
