import Platform
import SQLite
import TestSupport

/// A store, read by a connection that knows nothing of the program.
struct Book {
    let path: FilePath

    init(_ path: FilePath) { self.path = path }

    /// Every row of a question, each value as text; null as `NULL`.
    func rows(_ sql: String) throws -> [[String]] {
        let connection = try Connection(path: path.bytes, mode: .readWrite)
        connection.waitForWriters(milliseconds: 30_000)
        let columns = Int32(try connection.statement(sql).columns.count)
        return try connection.all(sql) { row in
            (0..<columns).map { row.isNull($0) ? "NULL" : row.text($0) }
        }
    }

    /// The first column of every row.
    func column(_ sql: String) throws -> [String] { try rows(sql).compactMap(\.first) }

    /// One number.
    func number(_ sql: String) throws -> Int {
        let connection = try Connection(path: path.bytes, mode: .readWrite)
        connection.waitForWriters(milliseconds: 30_000)
        return Int(try connection.first(sql) { $0.integer(0) } ?? -1)
    }

    /// Whether nobody holds the write lock.
    func mayWrite() throws -> Bool {
        let connection = try Connection(path: path.bytes, mode: .readWrite)
        do throws(SQLiteError) {
            try connection.script("BEGIN IMMEDIATE; ROLLBACK")
            return true
        } catch {
            guard error.meaning == .busy else { throw error }
            return false
        }
    }

    /// The bytes of one value.
    func blob(_ sql: String) throws -> [UInt8] {
        let connection = try Connection(path: path.bytes, mode: .readWrite)
        connection.waitForWriters(milliseconds: 30_000)
        return try connection.first(sql) { $0.blob(0) } ?? []
    }
}

extension Scratch {
    /// The store where commands put it when nothing else is said.
    var book: Book { Book(file("cairn.db")) }
}
