package import Platform
internal import SQLite

/// A store's file, looked at by a connection that knows nothing of the program.
///
/// Tests ask it for what no user can see: rows of tables, and stores that are damaged on purpose.
package final class StoreProbe {
    /// Whether the file may be changed.
    package enum Access {
        case readWrite, readOnly
    }

    private let connection: Connection<SQLiteError>

    /// Opens a file.
    ///
    /// - Parameter patience: milliseconds for which it waits for other connections.
    package init(_ path: FilePath, _ access: Access = .readWrite, patience: Int32 = 30_000) throws {
        connection = try Connection(path: path.bytes, mode: access == .readWrite ? .readWrite : .readOnly)
        connection.waitForWriters(milliseconds: patience)
    }

    /// Every row of a question, each value as text; null as `NULL`.
    package func rows(_ sql: String) throws -> [[String]] {
        let columns = Int32(try connection.statement(sql).columns.count)
        return try connection.all(sql) { row in (0..<columns).map { row.isNull($0) ? "NULL" : row.text($0) } }
    }

    /// The first column of every row.
    package func column(_ sql: String) throws -> [String] { try rows(sql).compactMap(\.first) }

    /// The number in the first row's first column; nil where there is no row.
    package func number(_ sql: String) throws -> Int64? { try connection.first(sql) { $0.integer(0) } }

    /// The bytes in the first row's first column; nil where there is no row.
    package func bytes(_ sql: String) throws -> [UInt8]? { try connection.first(sql) { $0.blob(0) } }

    /// Runs statements; values in them are written with `literal`.
    package func script(_ sql: String) throws { try connection.script(sql) }

    /// How many rows the last statement has changed.
    package var changes: Int { connection.changes }

    /// Whether the write lock can be had within the probe's patience.
    package func mayWrite() throws -> Bool {
        do throws(SQLiteError) {
            try connection.script("BEGIN IMMEDIATE; ROLLBACK")
            return true
        } catch {
            guard error.meaning == .busy else { throw error }
            return false
        }
    }

    /// Bytes as SQL writes them.
    package static func literal(_ bytes: [UInt8]) -> String {
        "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }

    /// A text as SQL writes it, whatever characters it holds.
    package static func literal(_ text: String) -> String { "CAST(\(literal(Array(text.utf8))) AS TEXT)" }
}
