internal import SQLite
internal import Storage
internal import Domain

/// Whether the store is a copy of another one.
struct CopyReader: Reader {
    let database: Database

    /// The mark of a copy; nil in a store of its own.
    func mark() throws(StoreError) -> StoreCopy? {
        let original = try connection.first("SELECT value FROM property WHERE name = 'copy_of'") { $0.text(0) }
        let moment = try connection.first("SELECT value FROM property WHERE name = 'copied_at'") { $0.text(0) }
        guard let original, let moment = moment.flatMap({ Int64($0) }) else { return nil }
        return StoreCopy(of: original, at: Timestamp(milliseconds: moment))
    }

    /// Marks the file of a connection, which is not a store that is in use yet, as a copy.
    static func write(_ mark: StoreCopy, on copy: Connection<SQLiteError>) throws(SQLiteError) {
        for (name, value) in [("copy_of", mark.original), ("copied_at", "\(mark.at.milliseconds)")] {
            try copy.run(
                "INSERT INTO property (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                .text(name), .text(value))
        }
    }
}
