internal import SQLite

extension Statement {
    /// The bytes of a stored path, from its columns `path` and `path_bytes`, which stand side by side.
    func path(_ column: Int32) -> [UInt8] {
        byteCount(column + 1) > 0 ? blob(column + 1) : textBytes(column)
    }
}
