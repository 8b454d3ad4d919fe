internal import Schema
internal import SQLite
internal import Storage

extension Database {
    /// Refuses a store with a table or an index that is not as this program makes it, or with something else that acts
    /// on writes to its tables, and names it; answers whether a view is missing or another one.
    ///
    /// - Parameter version: the store's; 0 for a file without tables, which has nothing to refuse.
    func hasOtherViews(_ version: Int64) throws(StoreError) -> Bool {
        guard checksSchema, version > 0 else { return false }
        let steps = Array(migrations.prefix(Int(version) - StoreSchema.firstVersion + 1))
        let made = steps == StoreSchema.migrations ? StoreObjects.current : try objects(madeBy: steps)
        let comparison = made.compare(with: try StoreObjects(in: connection))
        guard let what = comparison.refused else { return comparison.hasOtherViews }
        // Another process may have brought it up to date meanwhile.
        let now = try self.version()
        guard now == version else { return try hasOtherViews(now) }
        throw .foreign(path, what)
    }

    private func objects(madeBy steps: [String]) throws(StoreError) -> StoreObjects {
        do throws(SQLiteError) { return try StoreObjects(madeBy: steps) } catch { throw connection.failure(error) }
    }

    /// Covers the views of a file that may not be changed with today's, for this store's connections alone.
    func coverViews() throws(StoreError) {
        try Database.coverViews(of: connection)
        coversViews = true
    }

    /// Gives a connection today's views as its own, by which SQLite finds them before those of the file.
    static func coverViews<Failure>(of connection: Connection<Failure>) throws(Failure) {
        let isConfined = try connection.first("PRAGMA query_only") { $0.integer(0) } == 1
        if isConfined { try connection.script("PRAGMA query_only = OFF") }
        try connection.script(StoreSchema.viewStatements.replacing("CREATE VIEW ", with: "CREATE TEMP VIEW "))
        if isConfined { try connection.script("PRAGMA query_only = ON") }
    }

    /// Gives a connection the view `text_search` as its own: through that of the file it may not read FTS5.
    static func coverTextSearch<Failure>(of connection: Connection<Failure>) throws(Failure) {
        try connection.script("CREATE TEMP VIEW text_search AS \(StoreSchema.textSearch)")
    }
}
