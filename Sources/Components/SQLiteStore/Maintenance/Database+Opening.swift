internal import Storage
internal import Platform
internal import SQLite

extension Database {
    /// Makes the file one with a write-ahead log.
    ///
    /// SQLite answers `busy` at once, without waiting, where two processes turn it on in a new file at the same moment;
    /// an empty transaction waits for the other one.
    func keepWriteAheadLog() throws(StoreError) {
        let end = monotonicMilliseconds() + 30_000
        while true {
            do throws(StoreError) {
                return try connection.script("PRAGMA journal_mode = WAL")
            } catch {
                guard error.kind == .busy, monotonicMilliseconds() < end else { throw error }
                // It may be refused at once as well, in the midst of the change; then the next turn sees its end.
                try? connection.transaction { () throws(StoreError) in }
            }
        }
    }

    /// Opens the file by purpose; a read-only folder without a write-ahead log is read as it stands.
    ///
    /// - Returns: nil where what is only read is not there, or has no tables yet.
    static func open(_ file: StoreFile, for purpose: StorePurpose) throws(StoreError) -> Connection<SQLiteError>? {
        let path = file.resolved
        let status = try? FileStatus(of: path)
        // What is only looked at is not made.
        if purpose == .preview, status == nil { return nil }
        if let kind = status?.kind, kind != .file { throw .notAFile(file.path, isFolder: kind == .folder) }
        do throws(SQLiteError) {
            switch purpose {
            case .work: return try waiting(Connection(path: path.bytes, mode: .create))
            case .change, .adopt:
                let connection = try Connection(path: path.bytes, mode: .readWrite)
                guard connection.isReadOnly else { return waiting(connection) }
                // SQLite tries twice, for writing and then for reading; a file that another process makes in between
                // would stay read-only.
                return try waiting(Connection(path: path.bytes, mode: .readWrite))
            case .read, .preview:
                let connection = if let tidy = tidyReading(path) { tidy } else { try reading(path) }
                return try isEmpty(connection) ? nil : connection
            }
        } catch {
            throw file.meaning(of: error)
        }
    }

    /// A store of nothing, which stands in for a file that is not there, or that has no tables yet.
    static func nothing(in file: StoreFile) throws(StoreError) -> Connection<SQLiteError> {
        do throws(SQLiteError) { return try madeInMemory() } catch { throw file.meaning(of: error) }
    }

    /// A connection that only reads and that, where it is the last to be closed, takes away the empty log that SQLite
    /// makes for it, which a connection that may not write leaves behind; nil where the log has something, or the
    /// folder may not be written.
    private static func tidyReading(_ file: FilePath) -> Connection<SQLiteError>? {
        let log = try? FileStatus(of: FilePath(bytes: file.bytes + Array("-wal".utf8)))
        guard log?.bytes ?? 0 == 0, file.isWritable, file.directory.isWritable else { return nil }
        do throws(SQLiteError) {
            let connection = try Connection(path: file.bytes, mode: .readWrite)
            connection.waitForWriters(milliseconds: 5_000)
            try connection.script("PRAGMA query_only = ON")
            _ = try connection.first("PRAGMA user_version") { $0.integer(0) }
            return connection.isReadOnly ? nil : connection
        } catch {
            // The connection that only reads says why.
            return nil
        }
    }

    /// A connection that only reads; without shared memory where none can be made and nothing is in the log.
    static func reading(_ file: FilePath) throws(SQLiteError) -> Connection<SQLiteError> {
        let connection = try Connection(path: file.bytes, mode: .readOnly)
        connection.waitForWriters(milliseconds: 5_000)
        do throws(SQLiteError) {
            _ = try connection.first("PRAGMA user_version") { $0.integer(0) }
            return connection
        } catch {
            guard mayBeFrozen(file, after: error) else { throw error }
            return try Connection(path: file.bytes, mode: .frozen)
        }
    }

    /// Attaches a file to a connection, to be read only, as `reading` opens it.
    ///
    /// - Parameter name: letters and digits.
    static func attach(
        _ file: FilePath, to connection: Connection<SQLiteError>, as name: String
    ) throws(SQLiteError) {
        try connection.attach(file.bytes, as: name)
        do throws(SQLiteError) {
            _ = try connection.first("PRAGMA \(name).user_version") { $0.integer(0) }
        } catch {
            guard mayBeFrozen(file, after: error) else { throw error }
            try connection.run("DETACH \(name)")
            try connection.attach(file.bytes, as: name, isFrozen: true)
        }
    }

    /// Whether a file that cannot be read as one with a log can be read as it stands.
    private static func mayBeFrozen(_ file: FilePath, after error: SQLiteError) -> Bool {
        // The shared memory of a write-ahead log cannot be made in a folder that may not be written.
        // What is still in the log would be missing from the file as it stands.
        let log = try? FileStatus(of: FilePath(bytes: file.bytes + Array("-wal".utf8)))
        return (error.meaning == .cannotOpen || error.meaning == .readOnly) && log?.bytes ?? 0 == 0
    }

    /// A connection that waits for others from its first question on: even a PRAGMA may meet one that recovers the log.
    private static func waiting(_ connection: Connection<SQLiteError>) -> Connection<SQLiteError> {
        connection.waitForWriters(milliseconds: 30_000)
        return connection
    }
}
