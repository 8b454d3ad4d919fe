internal import Storage
internal import Crypto
internal import Schema
internal import SQLite

extension Database {
    /// Brings an empty or older file up to date.
    ///
    /// - Parameter hasOtherViews: whether its views are not today's.
    func upgrade(from version: Int64, hasOtherViews: Bool) throws(StoreError) {
        if try isCurrent(version, hasOtherViews: hasOtherViews) { return }
        let known = newestVersion
        let views = Digest(of: StoreSchema.views).hex
        try connection.transaction { () throws(StoreError) in
            // Another process may have been first while this one waited for the lock.
            let found = try connection.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
            guard found <= known else { return }
            let taken = found == 0 ? 0 : found - StoreSchema.firstVersion + 1
            // Views go first: they may name what a step takes away.
            try dropViews()
            for step in migrations[taken...] { try connection.script(step) }
            try makeViews(digest: views)
            try connection.script(
                "PRAGMA application_id = \(StoreSchema.applicationID); PRAGMA user_version = \(known)")
        }
    }

    /// Whether a file of some version has all that this program asks of it.
    ///
    /// - Parameter hasOtherViews: whether its views are not today's.
    func isCurrent(_ version: Int64, hasOtherViews: Bool) throws(StoreError) -> Bool {
        guard version == newestVersion, !hasOtherViews else { return false }
        let views = try connection.first("SELECT value FROM property WHERE name = 'views'") { $0.text(0) }
        return views == Digest(of: StoreSchema.views).hex
    }

    /// The store's version, 0 for a file without tables; what is not a store, or a newer program's, is refused.
    func version() throws(StoreError) -> Int64 {
        // In this order: a store that another process is making is seen as empty, or with all that belongs to it.
        let isEmpty = try Database.isEmpty(connection)
        let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
        let version = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
        if isEmpty { return 0 }
        guard application == StoreSchema.applicationID, version > 0 else { throw .notAStore(path) }
        guard version >= StoreSchema.firstVersion else { throw .tooOld(path, version: version) }
        let known = newestVersion
        guard version <= known else { throw .newer(path, version: version, known: known) }
        return version
    }

    /// The version of a store that has taken all steps.
    var newestVersion: Int { StoreSchema.firstVersion + migrations.count - 1 }

    /// Whether a file has no tables: new, or its maker was killed before the first commit.
    static func isEmpty<Failure>(_ connection: Connection<Failure>) throws(Failure) -> Bool {
        try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } == 0
    }

    /// A store of nothing, which stands in for an empty file where that is only read.
    static func madeInMemory() throws(SQLiteError) -> Connection<SQLiteError> {
        let connection = try Connection(path: Array(":memory:".utf8), mode: .create)
        for step in StoreSchema.migrations + [StoreSchema.views] { try connection.script(step) }
        try connection.script(
            """
            PRAGMA application_id = \(StoreSchema.applicationID);
            PRAGMA user_version = \(StoreSchema.version)
            """
        )
        try coverTextSearch(of: connection)
        return connection
    }

    /// Drops the views that bear names of today's; the others are the user's.
    private func dropViews() throws(StoreError) {
        let names = StoreObjects.current.objects.filter { $0.value.type == "view" }.keys.sorted()
        for name in names { try connection.script("DROP VIEW IF EXISTS \"\(name)\"") }
    }

    /// Makes today's views, and notes which they are.
    private func makeViews(digest: String) throws(StoreError) {
        try connection.script(StoreSchema.views)
        try connection.run(
            "INSERT INTO property (name, value) VALUES ('views', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            .text(digest))
    }
}
