import Platform
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct StoresTests {
    @Test func `stores in SQLite files are opened by their location, and keep it as it was given`() throws {
        let scratch = try Scratch()
        let location = StoreLocation(scratch.file("a.db"))
        let store = try SQLiteStores().open(location, for: .work, clock: TestClock().clock)
        #expect(store.location == location)
        #expect(try store.snapshot { reports throws(StoreError) in try reports.jobNames() } == [])
        #expect(try store.problems() == [])
    }

    @Test func `stores in SQLite files are shown to DuckDB, but for those whose path it cannot open`() throws {
        let stores = SQLiteStores()
        let statements = try stores.duckDBStatements(for: StoreLocation(FilePath("it's.db")))
        for view in try stores.views() { #expect(statements.contains("VIEW \"\(view.name)\"")) }
        #expect(statements.contains("'it''s.db'"))
        let error = #expect(throws: StoreError.self) {
            try stores.duckDBStatements(for: StoreLocation(FilePath(bytes: [0x61, 0xFF])))
        }
        #expect(error?.kind == .cannotOpen && error?.message.contains("not UTF-8") == true)
    }
}
