/// Where a command writes: data to one side, words for people to the other.
package struct Console: Sendable {
    /// Takes bytes for standard output.
    package let output: @Sendable ([UInt8]) -> Void
    /// Takes bytes for standard error.
    package let error: @Sendable ([UInt8]) -> Void
    /// Columns of the terminal behind standard output; nil where it is none.
    package let outputColumns: Int?
    /// Columns of the terminal behind standard error; nil where it is none.
    package let errorColumns: Int?
    /// The size of the terminal behind standard output as it is now, which people change; nil where it is none.
    package let outputSize: @Sendable () -> (columns: Int, rows: Int)?

    /// A console.
    package init(
        output: @escaping @Sendable ([UInt8]) -> Void, error: @escaping @Sendable ([UInt8]) -> Void,
        outputColumns: Int? = nil, errorColumns: Int? = nil,
        outputSize: @escaping @Sendable () -> (columns: Int, rows: Int)? = { nil }
    ) {
        self.output = output
        self.error = error
        self.outputColumns = outputColumns
        self.errorColumns = errorColumns
        self.outputSize = outputSize
    }

    /// Writes data as it is.
    package func write(_ text: String) { output(Array(text.utf8)) }

    /// Writes one line of words.
    package func say(_ line: String) { error(Array(line.utf8) + [0x0A]) }
}
