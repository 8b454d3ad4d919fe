internal import Text
internal import CSQLite

/// One connection to one database file, with its statements; it belongs to one queue or thread at a time.
///
/// Whatever calls SQLite throws `Failure`, made of SQLite's own error where the call fails.
@safe package final class Connection<Failure: Error> {
    let handle: Handle
    /// What is thrown for SQLite's error.
    let explain: (SQLiteError) -> Failure
    private var cache: [String: [Statement<Failure>]] = [:]
    /// What tests put in the place of a statement's text when it is compiled; nil in the program.
    package var rewriting: ((String) -> String)?

    fileprivate init(_ handle: Handle, explain: @escaping (SQLiteError) -> Failure) {
        self.handle = handle
        self.explain = explain
    }

    /// The same database by other errors, with statements of its own.
    ///
    /// - Parameter explain: what is thrown for SQLite's error; kept for as long as the connection and its statements.
    package convenience init<Other>(_ other: Connection<Other>, explain: @escaping (SQLiteError) -> Failure) {
        self.init(other.handle, explain: explain)
    }

    /// Another writer is waited for this long before `busy` is thrown.
    package func waitForWriters(milliseconds: Int32) {
        unsafe handle.patience.pointee.limit_ns = Int64(milliseconds) * 1_000_000
        unsafe cs_set_busy_handler(handle.pointer, handle.patience)
    }

    /// Whether the file was opened for reading only, which SQLite does by itself where it may not be written.
    package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle.pointer, "main") == 1 }

    /// Rows changed by the last statement.
    package var changes: Int { Int(unsafe sqlite3_changes64(handle.pointer)) }

    /// Rows changed since the connection was opened.
    package var totalChanges: Int { Int(unsafe sqlite3_total_changes64(handle.pointer)) }

    /// The number of the row inserted last.
    package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle.pointer) }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle.pointer) == 0 }

    /// Compiles one statement that is not kept.
    package func prepare(_ sql: String) throws(Failure) -> Statement<Failure> {
        try Statement(sql, on: self, persistent: false)
    }

    /// Compiles one statement that its caller keeps, to be used again and again.
    package func prepareToKeep(_ sql: String) throws(Failure) -> Statement<Failure> {
        try Statement(rewriting?(sql) ?? sql, on: self, persistent: true)
    }

    /// An idle compiled statement of this text, ready to bind; kept for the next call.
    package func statement(_ sql: String) throws(Failure) -> Statement<Failure> {
        if let kept = cache[sql] {
            for statement in kept where !statement.isBusy { return statement }
        }
        let fresh = try Statement(rewriting?(sql) ?? sql, on: self, persistent: true)
        cache[sql, default: []].append(fresh)
        return fresh
    }

    /// Runs one statement to its end.
    package func run(_ sql: String, _ values: Value...) throws(Failure) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
    }

    /// Every row of a statement, read by `read`; an error where it refuses one.
    package func all<Element>(
        _ sql: String, _ values: Value..., read: (Row) -> Element
    ) throws(Failure) -> [Element] {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var elements: [Element] = []
        while try statement.step() {
            elements.append(read(statement))
            try statement.check()
        }
        return elements
    }

    /// The first row of a statement, read by `read`; nil when there is none, an error where it is refused.
    package func first<Element>(
        _ sql: String, _ values: [Value], read: (Row) -> Element
    ) throws(Failure) -> Element? {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        guard try statement.step() else { return nil }
        let element = read(statement)
        try statement.check()
        return element
    }

    /// The first row of a statement, read by `read`; nil when there is none.
    package func first<Element>(
        _ sql: String, _ values: Value..., read: (Row) -> Element
    ) throws(Failure) -> Element? {
        try first(sql, values, read: read)
    }

    /// Runs every statement of a script.
    package func script(_ sql: String) throws(Failure) {
        try check(unsafe sqlite3_exec(handle.pointer, sql, nil, nil, nil))
    }

    /// Runs `body` in one transaction that takes the write lock at once, so that what it read is what it changes.
    ///
    /// An error rolls everything back.
    package func transaction<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(Failure) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // Some errors (a full disk) have rolled back already; a second ROLLBACK is refused and means nothing.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// What is thrown for an error of SQLite.
    package func failure(_ error: SQLiteError) -> Failure { explain(error) }

    /// What is thrown where the database holds what cannot be, though SQLite itself can read it.
    package func damage(_ reason: String) -> Failure { explain(SQLiteError(damage: reason)) }

    /// What is thrown where a statement did what it cannot do.
    package func fault(_ reason: String) -> Failure { explain(SQLiteError(code: SQLITE_ERROR, message: reason)) }

    /// Turns one of SQLite's switches.
    func configure(_ option: Int32, on: Bool) throws(Failure) {
        try check(unsafe cs_configure(handle.pointer, option, on ? 1 : 0))
    }

    /// Throws where a call to SQLite has failed.
    func check(_ code: Int32) throws(Failure) {
        if code != SQLITE_OK { throw explain(handle.error(code)) }
    }
}

extension Connection where Failure == SQLiteError {
    /// How a file is opened.
    package enum Mode: Sendable {
        /// Made when missing.
        case create
        /// Must exist.
        case readWrite
        /// Must exist; nothing is ever written.
        case readOnly
        /// Read as it stands, without locks or shared memory, trusting that no process changes it meanwhile.
        case frozen
        /// Made when missing; others can be attached to it.
        case attaching
    }

    /// Opens a database.
    ///
    /// - Parameter path: the file's name as bytes without NUL; `:memory:` for one that is not kept.
    package convenience init(path: [UInt8], mode: Mode) throws(SQLiteError) {
        let access =
            switch mode {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            case .frozen: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .attaching: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI
            }
        _ = isFrugal
        var opened: OpaquePointer?
        let terminated = (mode == .frozen ? uri(of: path, "immutable=1") : path) + [0]
        let code = unsafe terminated.withUnsafeBufferPointer { name in
            unsafe name.withMemoryRebound(to: CChar.self) { name in
                unsafe sqlite3_open_v2(name.baseAddress, &opened, access | cs_open_flags, nil)
            }
        }
        guard code == SQLITE_OK, let database = unsafe opened else {
            let error = unsafe SQLite.failure(on: opened, code: code, sql: nil)
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        self.init(unsafe Handle(database)) { $0 }
        unsafe cs_set_lookaside(database, 1200, 300)
        // The file may come from anywhere: its schema runs no function that has side effects.
        for option in [SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
            try configure(option, on: false)
        }
    }

    /// Attaches a file, to be read only, to a connection that was opened as `attaching`.
    ///
    /// - Parameters:
    ///   - name: letters and digits, by which its tables are named.
    ///   - isFrozen: whether it is read as it stands, as `Mode.frozen` says.
    package func attach(_ path: [UInt8], as name: String, isFrozen: Bool = false) throws(SQLiteError) {
        let address = uri(of: path, isFrozen ? "immutable=1" : "mode=ro")
        try run("ATTACH ? AS \(name)", .text(String(decoding: address, as: UTF8.self)))
    }
}

/// Once in a process; without it SQLite is only slower.
private let isFrugal = cs_keep_no_statistics() == SQLITE_OK

/// `file:` with every byte that a URI gives a meaning to escaped (https://www.sqlite.org/uri.html).
private func uri(of path: [UInt8], _ parameter: String) -> [UInt8] {
    Array("file:\(percentEncoded(path, keeping: "/.-"))?\(parameter)".utf8)
}
