internal import Platform
internal import SQLite
internal import Storage

extension Database {
    /// The virtual tables that questions may search: places by area, and text by words.
    static let searchTables = ["landmarks_rtree", "texts_fts"]

    /// Every view and its columns, as this program makes them in a new store.
    static func views() throws(StoreError) -> [(name: String, columns: [String])] {
        try typedViews().map { ($0.name, $0.columns.map(\.name)) }
    }

    /// Every view with the types of its columns.
    static func typedViews() throws(StoreError) -> [(name: String, columns: [ViewColumn])] {
        do throws(SQLiteError) {
            let connection = try madeInMemory()
            let names = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name") {
                $0.text(0)
            }
            var views: [(name: String, columns: [ViewColumn])] = []
            for name in names { views.append((name, try columns(of: name, in: connection))) }
            return views
        } catch {
            throw StoreError(error, at: FilePath(":memory:"))
        }
    }

    /// The tables to search in, with their columns; the number of a text's annotation is its row's.
    static func searches() throws(StoreError) -> [(name: String, columns: [ViewColumn])] {
        do throws(SQLiteError) {
            let connection = try madeInMemory()
            var searches: [(name: String, columns: [ViewColumn])] = []
            for name in searchTables {
                let isText = name == "texts_fts"
                let number = isText ? [ViewColumn(name: "rowid", kind: .integer, declared: "INTEGER")] : []
                searches.append((name, number + (try columns(of: name, in: connection))))
            }
            return searches
        } catch {
            throw StoreError(error, at: FilePath(":memory:"))
        }
    }

    /// The tables behind the views, as this program makes them in a new store.
    static func tables() throws(StoreError) -> [String] {
        do throws(SQLiteError) {
            return try madeInMemory().all(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
            ) { $0.text(0) }
        } catch {
            throw StoreError(error, at: FilePath(":memory:"))
        }
    }

    private static func columns(of name: String, in connection: Connection<SQLiteError>) throws(SQLiteError)
        -> [ViewColumn]
    {
        try connection.all("SELECT name, type FROM pragma_table_info(?)", .text(name)) { row in
            let declared = row.text(1)
            return ViewColumn(
                name: row.text(0), kind: ViewColumn.kind(of: row.text(0)), declared: declared.isEmpty ? nil : declared)
        }
    }
}
