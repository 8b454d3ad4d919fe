internal import CSQLite
internal import Glibc

/// A call to SQLite that failed.
package struct SQLiteError: Error, Equatable, Sendable {
    /// The extended result code, as SQLite's documentation numbers it.
    package let code: Int32
    /// SQLite's own sentence.
    package let message: String
    /// The statement, without its bound values.
    package let sql: String?
    /// The system's own number for the reason, where SQLite has kept one; otherwise 0.
    package let systemNumber: Int32

    /// An error.
    package init(code: Int32, message: String, sql: String? = nil, systemNumber: Int32 = 0) {
        self.code = code
        self.message = message
        self.sql = sql
        self.systemNumber = systemNumber
    }

    /// Whether a file could not be opened or used, for which there may be a reason outside of SQLite.
    package var mayLackDescriptors: Bool { meaning == .cannotOpen || meaning == .io }

    /// What a database holds that cannot be, though SQLite itself can read it.
    package init(damage reason: String) {
        self.init(code: 11, message: reason)
    }

    /// What a function of SQL refuses to take (SQLITE_CONSTRAINT_FUNCTION, which SQLite leaves to functions).
    package init(refusedArgument reason: String) { self.init(code: 19 | 4 << 8, message: reason) }

    /// What a function of SQL finds damaged (SQLITE_IOERR_DATA, which SQLite leaves to checks of content).
    package init(damagedValue reason: String) { self.init(code: 10 | 32 << 8, message: reason) }

    /// What the code means to callers.
    package enum Meaning: Sendable {
        case busy, full, readOnly, cannotOpen, notADatabase, corrupt, constraint, interrupted, denied, io, tooLarge
        case refusedArgument, damagedValue
        case other
    }

    /// The class of the code (https://www.sqlite.org/rescode.html).
    package var meaning: Meaning {
        switch code {
        case 19 | 4 << 8: .refusedArgument
        case 10 | 32 << 8: .damagedValue
        default: primaryMeaning
        }
    }

    /// The class of the code without what extends it.
    private var primaryMeaning: Meaning {
        switch code & 0xFF {
        // 15: connections that open the log at the same moment got in each other's way, again and again.
        case 5, 6, 15: .busy
        case 13: .full
        case 8: .readOnly
        case 14: .cannotOpen
        case 26: .notADatabase
        case 11: .corrupt
        case 19: .constraint
        case 9: .interrupted
        case 3, 23: .denied
        // SQLite knows ENOSPC only as a want of room.
        case 10: [EDQUOT, EFBIG].contains(systemNumber) ? .full : .io
        // Out of memory, and a value or a statement beyond its limit.
        case 7, 18: .tooLarge
        default: .other
        }
    }
}

extension SQLiteError: CustomStringConvertible {
    /// For logs and doctors: `SQLite error 2067: UNIQUE constraint failed: ... in INSERT ...`.
    ///
    /// Of the statement the beginning, which says what was done to which table.
    package var description: String {
        guard let sql else { return "SQLite error \(code): \(message)" }
        let line = sql.prefix(1000).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "SQLite error \(code): \(message) in \(line.count > 60 ? "\(line.prefix(57))..." : line)"
    }
}

/// The error that a connection holds.
func failure(on connection: OpaquePointer?, code: Int32, sql: String?) -> SQLiteError {
    let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) } ?? ""
    let extended = unsafe sqlite3_extended_errcode(connection)
    // A code of its own, from a call that did not set the connection's, says more than the stale message.
    guard extended & 0xFF == code & 0xFF else {
        return SQLiteError(code: code, message: unsafe String(cString: sqlite3_errstr(code)), sql: sql)
    }
    // It is kept for these two alone, and stands for an older failure otherwise.
    let hasNumber = code & 0xFF == SQLITE_CANTOPEN || code & 0xFF == SQLITE_IOERR
    var number = hasNumber ? unsafe sqlite3_system_errno(connection) : 0
    if number == 0, extended == SQLITE_IOERR | 3 << 8 { unsafe number = cs_write_errno(connection) }
    return SQLiteError(code: extended, message: message, sql: sql, systemNumber: number)
}

/// What SQLite may take of this process's memory, over all connections.
package enum MemoryLimit {
    /// Has SQLite add up what it takes, which `set` needs; call it before the first connection is made.
    ///
    /// Later it changes nothing, and there is no limit.
    package static func prepare() { _ = cs_keep_statistics() }

    /// Lets SQLite take this many bytes in all; what needs more is `tooLarge`.
    package static func set(bytes: Int64) { _ = sqlite3_hard_heap_limit64(bytes) }

    /// Lets SQLite take this many bytes beside what it has.
    package static func add(bytes: Int64) { set(bytes: sqlite3_memory_used() + bytes) }

    /// Lets SQLite take any number of bytes again.
    package static func lift() { set(bytes: 0) }
}
