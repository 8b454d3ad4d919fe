import SQLite
import Testing

@Suite struct MedianTests {
    let connection: Connection<SQLiteError>

    init() throws {
        connection = try Connection(path: Array(":memory:".utf8), mode: .create)
        try connection.defineMedian()
    }

    private func value(_ sql: String) throws -> Value? { try connection.first(sql) { $0.value(0) } }

    @Test(
        arguments: [
            ("(3), (1), (2)", .real(2)), ("(4), (1), (3), (2)", .real(2.5)), ("(1), (NULL), (5)", .real(3)),
            ("(NULL), (NULL)", .null), ("(7)", .real(7)), ("(1.5), (2)", .real(1.75)), ("(2), (2), (2), (9)", .real(2)),
            ("(-1e308), (1.7e308), (1.7e308), (1.7e308)", .real(1.7e308)), ("(9e999), (1)", .real(.infinity)),
        ] as [(String, Value)])
    func `the median is the middle, or the mean of the middle two`(rows: String, median: Value) throws {
        #expect(try value("SELECT median(column1) FROM (VALUES \(rows))") == median, "\(rows)")
    }

    @Test func `of nothing there is none`() throws {
        #expect(try value("SELECT median(column1) FROM (VALUES (1)) WHERE 0") == .null)
        #expect(try value("SELECT median(column1) FILTER (WHERE column1 > 5) FROM (VALUES (1))") == .null)
        let groups = try connection.all(
            "SELECT median(column1) FROM (VALUES (1), (2), (3), (4)) GROUP BY column1 % 2 ORDER BY 1"
        ) { $0.real(0) }
        #expect(groups == [2, 3])
    }

    @Test(arguments: ["'2'", "'many'", "x'02'"]) func `text and bytes are refused`(value: String) throws {
        do throws(SQLiteError) {
            _ = try connection.first("SELECT median(column1) FROM (VALUES (1), (\(value)), (3))") { $0.value(0) }
            Issue.record("\(value) has a median")
        } catch { #expect(error.meaning == .refusedArgument && error.message.hasPrefix("median() takes numbers")) }
    }

    @Test func `over a window it is that of the rows in it`() throws {
        let numbers = (0..<500).map { ($0 * 7919) % 1009 }
        let rows = numbers.enumerated().map { "(\($0), \($1 % 10 == 0 ? "NULL" : "\($1)"))" }
        let medians = try connection.all(
            """
            SELECT median(column2) OVER (ORDER BY column1 ROWS BETWEEN 20 PRECEDING AND 3 FOLLOWING)
            FROM (VALUES \(rows.joined(separator: ", "))) ORDER BY column1
            """
        ) { $0.real(0) }
        for place in numbers.indices {
            let window = numbers[max(0, place - 20)...min(499, place + 3)].filter { $0 % 10 != 0 }.sorted()
            let middle = Double(window[window.count / 2] + window[(window.count - 1) / 2]) / 2
            #expect(medians[place] == middle, "\(place)")
        }
    }

    @Test func `of many it is what sorting finds`() throws {
        for expression in ["(x * 7919) % 100003", "x", "-x", "x % 3", "5", "(x * 7919) % 100003 / 7.0"] {
            for count in [99_999, 100_000] {
                let rows = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(count))"
                let median = try value("\(rows) SELECT median(\(expression)) FROM n")
                let sorted = try value(
                    """
                    \(rows) SELECT avg(y) FROM (SELECT \(expression) AS y FROM n ORDER BY y
                        LIMIT \(2 - count % 2) OFFSET \((count - 1) / 2))
                    """)
                #expect(median == sorted, "\(expression) \(count)")
            }
        }
    }
}
