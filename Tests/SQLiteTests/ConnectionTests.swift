import SQLite
import Testing

@Suite struct ConnectionTests {
    let connection: Connection<SQLiteError>

    init() throws {
        connection = try Connection(path: Array(":memory:".utf8), mode: .create)
        try connection.script("CREATE TABLE pile (stone INTEGER PRIMARY KEY, name ANY, mass REAL) STRICT")
    }

    @Test func `every kind of value comes back as it went in`() throws {
        let values: [Value] = [
            .null, 7, .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), "", "héllo\u{0}x", .blob([]),
            .blob([0, 255, 1]),
        ]
        for value in values {
            let back = try connection.first("SELECT ?", value) { $0.value(0) }
            #expect(back == value)
        }
    }

    @Test func `a statement is compiled once and reused with new bindings`() throws {
        let first = try connection.statement("SELECT ?")
        try first.bind([1])
        #expect(try first.step())
        first.reset()
        let second = try connection.statement("SELECT ?")
        #expect(first === second)
        #expect(try second.step())
        #expect(second.isNull(0), "a reset forgets the bound values")
    }

    @Test func `an open cursor is never shared`() throws {
        let first = try connection.statement("SELECT 1 UNION SELECT 2")
        #expect(try first.step())
        let second = try connection.statement("SELECT 1 UNION SELECT 2")
        #expect(first !== second)
        #expect(try second.step())
        #expect(second.integer(0) == 1)
        #expect(try first.step())
        #expect(first.integer(0) == 2)
    }

    @Test func `a statement survives a change of the schema between uses`() throws {
        try connection.run("INSERT INTO pile (name) VALUES (?)", "flint")
        #expect(try connection.first("SELECT * FROM pile") { $0.columns.count } == 3)
        try connection.script("ALTER TABLE pile ADD COLUMN colour TEXT")
        #expect(try connection.first("SELECT * FROM pile") { $0.columns.count } == 4)
    }

    @Test func `a transaction that throws leaves nothing behind`() throws {
        #expect(throws: SQLiteError.self) {
            try connection.transaction { () throws(SQLiteError) in
                try connection.run("INSERT INTO pile (stone, name) VALUES (1, 'a')")
                try connection.run("INSERT INTO pile (stone, name) VALUES (1, 'b')")
            }
        }
        #expect(try connection.first("SELECT count(*) FROM pile") { $0.integer(0) } == 0)
        #expect(!connection.isInTransaction)
    }

    @Test func `an error names the statement and not its values`() throws {
        do {
            try connection.run("INSERT INTO pile (stone, mass) VALUES (1, ?)", "secret")
            Issue.record("a text went into a REAL column of a STRICT table")
        } catch {
            #expect(error.meaning == .constraint)
            #expect(error.description.contains("INSERT INTO pile"))
            #expect(!error.description.contains("secret"))
        }
    }

    @Test(arguments: [5, 6, 15] as [Int32])
    func `whatever another connection is in the way of is busy`(code: Int32) {
        #expect(SQLiteError(code: code, message: "").meaning == .busy)
        #expect(SQLiteError(code: code | 2 << 8, message: "").meaning == .busy)
    }

    @Test func `blobs are compared as memcmp does`() throws {
        let words: [[UInt8]] = [[], [0], [0, 0], [1], [1, 2], [127], [128], [255], [255, 255]]
        for left in words {
            for right in words {
                let order = try connection.first("SELECT ?", .blob(left)) { $0.compare(0, with: right) } ?? 0
                #expect(order.signum() == (left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1))
            }
        }
    }

    @Test func `a function of Swift is called and null passes through it`() throws {
        try connection.define("twice", numbers: 1) { $0[0] * 2 }
        #expect(try connection.first("SELECT twice(21)") { $0.real(0) } == 42)
        #expect(try connection.first("SELECT twice(NULL)") { $0.isNull(0) } == true)
    }

    @Test func `an error shows the beginning of a long statement, on one line`() {
        let names = (0..<200).map { "column\($0)" }.joined(separator: ",\n    ")
        let error = #expect(throws: SQLiteError.self) {
            try connection.run("INSERT INTO heap (\n    \(names)) VALUES (1)")
        }
        #expect(
            error?.description
                == "SQLite error 1: no such table: heap in INSERT INTO heap ( column0, column1, column2, column3, co..."
        )
        let short = #expect(throws: SQLiteError.self) { try connection.run("SELECT  1\n  FROM heap") }
        #expect(short?.description == "SQLite error 1: no such table: heap in SELECT 1 FROM heap")
    }
}
