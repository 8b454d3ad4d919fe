import SQLiteStore
import Testing

@testable import Commands

@Suite("What a misspelt query may mean") struct QuerySpellingTests {
    private let spelling = QuerySpelling(SQLiteStores())

    @Test func `a table has the nearest one named, or the way to the list`() {
        #expect(spelling.sentence("no such table: lables", in: "") == "no such table: lables; did you mean labels?")
        #expect(spelling.sentence("no such table: LABLES", in: "") == "no such table: LABLES; did you mean labels?")
        #expect(
            spelling.sentence("no such table: zebra", in: "")
                == "no such table: zebra; `cairn schema` lists views and columns")
    }

    @Test(arguments: [
        ("no such column: pth", "select pth from labels", "did you mean path? labels has "),
        ("no such column: l.pth", "select l.pth from objects o, labels as l", "did you mean path? labels has "),
        ("no such column: O.pth", "select O.pth from labels l join objects o", "did you mean path? objects has "),
        ("no such column: zebra", "select zebra from labels, objects", "no such column: zebra; labels has "),
        ("no such column: x", "select x from sqlite_schema", "no such column: x; `cairn schema` lists"),
    ])
    func `a column has the nearest one of the tables that are asked`(
        message: String, sql: String, expected: String
    ) throws {
        let sentence = try #require(spelling.sentence(message, in: sql))
        #expect(sentence.contains(expected), "\(sentence)")
    }

    @Test(arguments: [
        ("old", "select 1 from runs where job = old-town", "old-town"),
        ("old", "select 1 from runs where job=\"old\"", "old"),
        ("Old", "select 1 from runs where job LIKE Old", "Old"),
    ])
    func `a text without single quotes is told as one`(name: String, sql: String, text: String) {
        #expect(
            spelling.sentence("no such column: \(name)", in: sql)
                == "no such column: \(name); write text in single quotes: '\(text)'")
    }

    @Test func `another error is left as it is`() {
        #expect(spelling.sentence("near \"selct\": syntax error", in: "selct 1") == nil)
    }
}
