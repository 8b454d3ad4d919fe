import Platform
import StoreProbe
import TestSupport

/// A store, read by a connection that knows nothing of the program.
struct Book {
    let path: FilePath

    init(_ path: FilePath) { self.path = path }

    /// Every row of a question, each value as text; null as `NULL`.
    func rows(_ sql: String) throws -> [[String]] { try StoreProbe(path).rows(sql) }

    /// The first column of every row.
    func column(_ sql: String) throws -> [String] { try StoreProbe(path).column(sql) }

    /// One number; -1 where there is none.
    func number(_ sql: String) throws -> Int { Int(try StoreProbe(path).number(sql) ?? -1) }

    /// Whether the write lock is free.
    func mayWrite() throws -> Bool { try StoreProbe(path, patience: 0).mayWrite() }

    /// The bytes of one value.
    func blob(_ sql: String) throws -> [UInt8] { try StoreProbe(path).bytes(sql) ?? [] }
}

extension Scratch {
    /// The store where commands put it when nothing else is said.
    var book: Book { Book(file("cairn.db")) }
}
