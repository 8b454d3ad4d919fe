/// What a question may take of the memory, in bytes.
package struct QueryMemory: Equatable, Sendable {
    /// All that SQLite has at one time; what a sort needs beyond it goes to temporary files.
    package let total: Int64
    /// One row of the answer.
    package let row: Int
    /// One value: as long as the longest manifest that is taken, and many times the longest response that is usual.
    package let value: Int32

    /// The limits of every question.
    package static let usual = QueryMemory(total: 128 << 20, row: 32 << 20, value: 16 << 20)
}
