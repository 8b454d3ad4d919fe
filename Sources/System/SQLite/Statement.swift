internal import CSQLite

/// A prepared statement: bind, step, read the columns of its row, reset.
@safe package final class Statement<Failure: Error>: Row {
    /// The text it was prepared from.
    package let sql: String
    /// Whether the text held nothing behind this statement but spaces, comments and semicolons.
    package let isWhole: Bool
    /// What is thrown for SQLite's error.
    private let explain: (SQLiteError) -> Failure
    /// Whether a caller is between its first step and the reset; the cache hands out idle ones only.
    private(set) var isBusy = false

    /// Compiles the first statement of `sql`.
    ///
    /// - Parameter persistent: whether it will be kept and used again (SQLITE_PREPARE_PERSISTENT).
    init(_ sql: String, on connection: Connection<Failure>, persistent: Bool) throws(Failure) {
        var compiled: OpaquePointer?
        var text = sql
        let (code, rest) = text.withUTF8 { utf8 in
            var tail: UnsafePointer<CChar>?
            let code = unsafe utf8.withMemoryRebound(to: CChar.self) { characters in
                unsafe sqlite3_prepare_v3(
                    connection.handle.pointer, characters.baseAddress, Int32(clamping: characters.count),
                    persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0, &compiled, &tail)
            }
            let end = unsafe UnsafeRawPointer(utf8.baseAddress.map { unsafe $0 + utf8.count })
            let rest = unsafe tail.flatMap { tail in unsafe end.map { unsafe $0 - UnsafeRawPointer(tail) } } ?? 0
            return (code, rest)
        }
        guard code == SQLITE_OK else { throw connection.explain(connection.handle.error(code, sql: sql)) }
        guard let compiled = unsafe compiled else {
            throw connection.explain(
                SQLiteError(code: SQLITE_MISUSE, message: "there is no statement in the text", sql: sql))
        }
        self.sql = sql
        explain = connection.explain
        isWhole =
            rest <= 0
            || (unsafe isEmpty(String(decoding: sql.utf8.suffix(rest), as: UTF8.self), on: connection.handle.pointer))
        unsafe super.init(compiled, of: connection.handle)
    }

    /// Whether it leaves the database as it is.
    package var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

    /// The names of its parameters in order, with their `:`, `@` or `$`; nil for a nameless one.
    package var parameters: [String?] {
        (0..<(unsafe sqlite3_bind_parameter_count(handle))).map { index in
            unsafe sqlite3_bind_parameter_name(handle, index + 1).map { unsafe String(cString: $0) }
        }
    }

    /// Runs it to its end with these values.
    package func run(_ values: Value...) throws(Failure) { try run(values) }

    /// Runs it to its end with these values.
    package func run(_ values: [Value]) throws(Failure) {
        defer { reset() }
        try bind(values)
        while try step() {}
    }

    /// Runs it to its end with the values that were bound.
    package func finish() throws(Failure) {
        defer { reset() }
        while try step() {}
    }

    /// Goes on to the next row; false when there is none.
    package func step() throws(Failure) -> Bool {
        try check()
        isBusy = true
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = database.error(code, sql: sql)
            reset()
            throw explain(error)
        }
    }

    /// Ends the reading and forgets the bound values.
    package func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
        isBusy = false
        refusal = nil
    }

    /// Throws why this row was refused, if it was; `step` does so, too.
    package func check() throws(Failure) {
        guard let refusal else { return }
        reset()
        throw explain(refusal)
    }

    /// Throws where a call to SQLite has failed.
    func check(_ code: Int32) throws(Failure) {
        if code != SQLITE_OK { throw explain(database.error(code, sql: sql)) }
    }
}

/// Whether a text holds no statement: SQLite compiles spaces, comments and semicolons to nothing.
private func isEmpty(_ sql: String, on connection: OpaquePointer) -> Bool {
    var compiled: OpaquePointer?
    defer { unsafe sqlite3_finalize(compiled) }
    return unsafe sqlite3_prepare_v2(connection, sql, -1, &compiled, nil) == SQLITE_OK && (unsafe compiled == nil)
}
