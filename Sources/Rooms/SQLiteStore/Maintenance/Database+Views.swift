internal import Platform
internal import SQLite
internal import Storage

extension Database {
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
            for name in names {
                let columns = try connection.all("SELECT name, type FROM pragma_table_info(?)", .text(name)) { row in
                    let declared = row.text(1)
                    return ViewColumn(
                        name: row.text(0), kind: ViewColumn.kind(of: row.text(0)),
                        declared: declared.isEmpty ? nil : declared)
                }
                views.append((name, columns))
            }
            return views
        } catch {
            throw StoreError(error, at: FilePath(":memory:"))
        }
    }
}
