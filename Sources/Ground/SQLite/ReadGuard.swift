internal import CSQLite

extension Connection {
    /// Confines this connection to reading, by SQLite's own authorizer.
    ///
    /// A statement may select, read tables and views, and call functions but for those that reach files or load
    /// code; nothing else: no write, no ATTACH, no PRAGMA, no transaction. A refused action is `denied`, at
    /// preparation (https://www.sqlite.org/c3ref/set_authorizer.html).
    package func confineToReading() throws(SQLiteError) {
        // Table-valued functions ask for a write to the schema the first time they are used in a connection.
        for sql in ["SELECT 1 FROM json_each('[]')", "SELECT 1 FROM json_tree('[]')"] { try run(sql) }
        try configure(SQLITE_DBCONFIG_DEFENSIVE, on: true)
        unsafe withHandle { handle in
            unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 64 << 20)
            unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
            unsafe sqlite3_set_authorizer(handle, authorize, nil)
        }
    }

    /// Stops any statement that runs past `deadline`, asked every few thousand steps; the error is `interrupted`.
    package func stop(when deadline: @escaping () -> Bool) {
        let check = Deadline(hasPassed: deadline)
        self.deadline = check
        unsafe withHandle { handle in
            unsafe sqlite3_progress_handler(
                handle, 4000, passed,
                Unmanaged.passUnretained(check).toOpaque())
        }
    }
}

/// A moment after which a statement is stopped.
final class Deadline {
    let hasPassed: () -> Bool

    init(hasPassed: @escaping () -> Bool) {
        self.hasPassed = hasPassed
    }
}

/// SQLite's callback: not 0 stops the statement.
private let passed: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
    guard let context = unsafe context else { return 0 }
    return unsafe Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().hasPassed() ? 1 : 0
}

/// Functions that reach outside of the query.
private let forbiddenFunctions: Set<String> = ["load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"]

/// SQLite's callback: whether one action of a statement may be done; a function's name is the second argument.
private let authorize:
    @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?
    ) -> Int32 = { _, action, _, name, _, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE, SQLITE_READ: return SQLITE_OK
        case SQLITE_FUNCTION:
            let name = unsafe name.map { unsafe String(cString: $0).lowercased() } ?? ""
            return forbiddenFunctions.contains(name) ? SQLITE_DENY : SQLITE_OK
        default: return SQLITE_DENY
        }
    }
