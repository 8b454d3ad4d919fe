internal import Text
internal import CSQLite

/// One connection to one database file, with its statements; it belongs to one queue or thread at a time.
@safe package final class Connection {
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
    }

    private let handle: OpaquePointer
    /// What SQLite is given while it waits; as long as the connection.
    private let patience: UnsafeMutablePointer<cs_patience>
    private var cache: [String: [Statement]] = [:]
    /// What tests put in the place of a statement's text when it is compiled; nil in the program.
    package var rewriting: ((String) -> String)?
    /// Kept alive while SQLite holds its address.
    var deadline: Deadline?

    /// Opens a database.
    ///
    /// - Parameter path: the file's name as bytes without NUL; `:memory:` for one that is not kept.
    package init(path: [UInt8], mode: Mode) throws(SQLiteError) {
        let access =
            switch mode {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            case .frozen: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        _ = isFrugal
        var opened: OpaquePointer?
        let terminated = (mode == .frozen ? uri(of: path) : path) + [0]
        let code = unsafe terminated.withUnsafeBufferPointer { name in
            unsafe name.withMemoryRebound(to: CChar.self) { name in
                unsafe sqlite3_open_v2(name.baseAddress, &opened, access | cs_open_flags, nil)
            }
        }
        guard code == SQLITE_OK, let connection = unsafe opened else {
            let error = unsafe failure(on: opened, code: code, sql: nil)
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        unsafe handle = connection
        unsafe patience = .allocate(capacity: 1)
        unsafe patience.initialize(to: cs_patience())
        unsafe cs_set_lookaside(connection, 1200, 300)
        // The file may come from anywhere: its schema runs no function that has side effects.
        for option in [SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
            try configure(option, on: false)
        }
    }

    deinit {
        cache = [:]
        unsafe sqlite3_close_v2(handle)
        unsafe patience.deallocate()
    }

    /// Another writer is waited for this long before `busy` is thrown.
    package func waitForWriters(milliseconds: Int32) {
        unsafe patience.pointee.limit_ns = Int64(milliseconds) * 1_000_000
        unsafe cs_set_busy_handler(handle, patience)
    }

    /// Whether the file was opened for reading only, which SQLite does by itself where it may not be written.
    package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// Rows changed by the last statement.
    package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// Rows changed since the connection was opened.
    package var totalChanges: Int { Int(unsafe sqlite3_total_changes64(handle)) }

    /// The number of the row inserted last.
    package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Compiles one statement that is not kept.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try unsafe Statement(sql, on: handle, persistent: false)
    }

    /// Compiles one statement that its caller keeps, to be used again and again.
    package func prepareToKeep(_ sql: String) throws(SQLiteError) -> Statement {
        try unsafe Statement(rewriting?(sql) ?? sql, on: handle, persistent: true)
    }

    /// An idle compiled statement of this text, ready to bind; kept for the next call.
    package func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let kept = cache[sql] {
            for statement in kept where !statement.isBusy { return statement }
        }
        let fresh = try unsafe Statement(rewriting?(sql) ?? sql, on: handle, persistent: true)
        cache[sql, default: []].append(fresh)
        return fresh
    }

    /// Runs one statement to its end.
    package func run(_ sql: String, _ values: Value...) throws(SQLiteError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
    }

    /// Every row of a statement, read by `read`; an error where it refuses one.
    package func all<Element>(
        _ sql: String, _ values: Value..., read: (Statement) -> Element
    ) throws(SQLiteError) -> [Element] {
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
        _ sql: String, _ values: [Value], read: (Statement) -> Element
    ) throws(SQLiteError) -> Element? {
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
        _ sql: String, _ values: Value..., read: (Statement) -> Element
    ) throws(SQLiteError) -> Element? {
        try first(sql, values, read: read)
    }

    /// Runs every statement of a script.
    package func script(_ sql: String) throws(SQLiteError) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe SQLite.failure(on: handle, code: code, sql: nil) }
    }

    /// Runs `body` in one transaction that takes the write lock at once, so that what it read is what it changes.
    ///
    /// An error rolls everything back.
    package func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // Some errors (a full disk) have rolled back already; a second ROLLBACK is refused and means nothing.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Turns one of SQLite's switches.
    func configure(_ option: Int32, on: Bool) throws(SQLiteError) {
        let code = unsafe cs_configure(handle, option, on ? 1 : 0)
        guard code == SQLITE_OK else { throw unsafe SQLite.failure(on: handle, code: code, sql: nil) }
    }

    /// Lends the handle to the rest of this module.
    func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(handle) }
}

/// Once in a process; without it SQLite is only slower.
private let isFrugal = cs_keep_no_statistics() == SQLITE_OK

/// `file:` with every byte that a URI gives a meaning to escaped (https://www.sqlite.org/uri.html).
private func uri(of path: [UInt8]) -> [UInt8] {
    Array("file:\(percentEncoded(path, keeping: "/.-"))?immutable=1".utf8)
}
