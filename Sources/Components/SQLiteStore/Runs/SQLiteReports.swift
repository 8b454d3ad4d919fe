internal import SQLite
internal import Storage
internal import Domain

/// What can be read of a SQLite store: in a snapshot, or within a transaction.
struct SQLiteReports: Reader, Reports {
    let database: Database

    var now: Timestamp { Timestamp(milliseconds: database.now) }

    func copyMark() throws(StoreError) -> StoreCopy? {
        let original = try connection.first("SELECT value FROM property WHERE name = 'copy_of'") { $0.text(0) }
        let moment = try connection.first("SELECT value FROM property WHERE name = 'copied_at'") { $0.text(0) }
        guard let original, let moment = moment.flatMap({ Int64($0) }) else { return nil }
        return StoreCopy(of: original, at: Timestamp(milliseconds: moment))
    }
}
