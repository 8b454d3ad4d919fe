internal import Platform
internal import SQLite

extension Store {
    /// Every view and its columns, as this program makes them in a new store.
    package static func views() throws(StoreError) -> [(name: String, columns: [String])] {
        do throws(SQLiteError) {
            let connection = try madeInMemory()
            let names = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name") {
                $0.text(0)
            }
            var views: [(name: String, columns: [String])] = []
            for name in names {
                views.append((name, try connection.prepare("SELECT * FROM \(name)").columns))
            }
            return views
        } catch {
            throw StoreError(error, at: FilePath(":memory:"))
        }
    }
}
