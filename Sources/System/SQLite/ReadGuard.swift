internal import CSQLite

extension Connection {
    /// Confines this connection to reading, by SQLite's own authorizer.
    ///
    /// A statement may select, read tables and views, and call functions but for those that reach files or load
    /// code; nothing else: no write, no ATTACH, no PRAGMA, no transaction. A refused action is `denied`, at
    /// preparation (https://www.sqlite.org/c3ref/set_authorizer.html).
    ///
    /// - Parameters:
    ///   - virtualTables: the virtual tables that may be read; those that are not there do not matter.
    ///   - maxBytes: of one value; more is `tooLarge`.
    ///   - hidesSchema: whether a statement may not read what is in the databases and how they are called.
    package func confineToReading(
        virtualTables: [String] = [], maxBytes: Int32 = 16 << 20, hidesSchema: Bool = false
    ) throws(Failure) {
        // Virtual tables ask for writes the first time they are used in a connection.
        for sql in ["SELECT 1 FROM json_each('[]')", "SELECT 1 FROM json_tree('[]')"] { try run(sql) }
        for table in virtualTables { try? run("SELECT 1 FROM \"\(table)\" LIMIT 1") }
        try configure(SQLITE_DBCONFIG_DEFENSIVE, on: true)
        unsafe sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, maxBytes)
        unsafe sqlite3_limit(handle.pointer, SQLITE_LIMIT_ATTACHED, 0)
        unsafe sqlite3_set_authorizer(handle.pointer, hidesSchema ? authorizeHiding : authorize, nil)
    }

    /// Stops any statement that runs past `deadline`; the error is `interrupted`.
    ///
    /// - Parameter steps: how many there are between two looks at the clock; a step may be a function over megabytes.
    package func stop(every steps: Int32 = 200, when deadline: @escaping () -> Bool) {
        let check = Deadline(hasPassed: deadline)
        handle.deadline = check
        unsafe sqlite3_progress_handler(handle.pointer, steps, passed, Unmanaged.passUnretained(check).toOpaque())
    }

    /// Takes the deadline of `stop` back.
    package func neverStop() {
        unsafe sqlite3_progress_handler(handle.pointer, 0, nil, nil)
        handle.deadline = nil
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

/// SQLite's callback: whether one action of a statement may be done; a pragma's name is the first of its words, a
/// function's the second.
private let authorize:
    @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?
    ) -> Int32 = { _, action, subject, name, _, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE, SQLITE_READ: return SQLITE_OK
        case SQLITE_FUNCTION:
            let name = unsafe name.map { unsafe String(cString: $0).lowercased() } ?? ""
            return forbiddenFunctions.contains(name) ? SQLITE_DENY : SQLITE_OK
        // FTS5 asks by it whether others have written since; it tells a number and changes nothing.
        case SQLITE_PRAGMA:
            return unsafe subject.map { unsafe String(cString: $0) } == "data_version" ? SQLITE_OK : SQLITE_DENY
        default: return SQLITE_DENY
        }
    }

/// The same, but no table of SQLite's own may be read.
private let authorizeHiding:
    @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?
    ) -> Int32 = { context, action, subject, name, database, accessor in
        let isSchema = unsafe subject.map { unsafe String(cString: $0).lowercased().hasPrefix("sqlite_") } ?? false
        if action == SQLITE_READ, isSchema { return SQLITE_DENY }
        return unsafe authorize(context, action, subject, name, database, accessor)
    }
