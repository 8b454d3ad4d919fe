internal import CSQLite

/// An open database and what SQLite holds the address of; it is closed with its last connection and statement.
@safe final class Handle {
    let pointer: OpaquePointer
    /// What SQLite is given while it waits.
    let patience: UnsafeMutablePointer<cs_patience>
    /// When a running statement is stopped; nil: never.
    var deadline: Deadline?

    /// Takes over an open database.
    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
        unsafe patience = .allocate(capacity: 1)
        unsafe patience.initialize(to: cs_patience())
    }

    deinit {
        unsafe sqlite3_close_v2(pointer)
        unsafe patience.deallocate()
    }

    /// SQLite's error of the last call that failed.
    func error(_ code: Int32, sql: String? = nil) -> SQLiteError {
        unsafe failure(on: pointer, code: code, sql: sql)
    }
}
