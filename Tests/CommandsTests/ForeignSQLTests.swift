import Testing

@testable import Commands

/// The messages are SQLite's own; `QueryTests` has some of them from a real store.
@Suite("SQL that SQLite does not read") struct ForeignSQLTests {
    @Test(arguments: [
        ("no such function: now", "select now()", "write ago('0 days') for now"),
        ("no such function: DATE_TRUNC", "select DATE_TRUNC('day', a) from b", "substr(annotated_at, 1, 10)"),
        ("near \"(\": syntax error", "select left(path, 5) from labels", "write substr(path, 1, 5)"),
        ("near \".\": syntax error", " .tables", "commands with . are those of another program's shell"),
        ("unrecognized token: \"\\\"", "\\d labels", "commands with \\ are those of another program's shell"),
        ("near \"show\": syntax error", "show tables", "`cairn schema` lists views and columns"),
        ("no such table: information_schema.tables", "select * from information_schema.tables", "`cairn schema` lists"),
        ("near \"5\": syntax error", "select top 5 * from labels", "in place of TOP write LIMIT"),
        ("near \"first\": syntax error", "select path from labels fetch first 5 rows only", "in place of FETCH"),
        ("near \"ilike\": syntax error", "select path from labels where path ilike 'a%'", "write LIKE"),
        ("no such column: interval", "select path from labels where x > interval '1 day'", "ago('1 day')"),
        ("unrecognized token: \":\"", "select score::text from labels", "write cast(score as text)"),
        ("unrecognized token: \"'x\"", "select path from labels where path = 'x", "a text that begins with ' ends"),
        ("near \"labels\": syntax error", "select count(*) form labels", "did you mean FROM in place of form?"),
        ("near \"selct\": syntax error", "selct 1", "did you mean SELECT in place of selct?"),
        ("near \"limt\": syntax error", "select path from labels limt 5", "did you mean LIMIT in place of limt?"),
        (
            "near \"description\": syntax error", "select description from labels groupby description",
            "did you mean GROUP BY in place of groupby?"
        ),
        ("near \"labels\": syntax error", "select * labels", "before labels there is no FROM"),
        ("near \"labels\": syntax error", "select path description labels", "before labels there is no FROM"),
        ("near \"labels\": syntax error", "labels", "a query is a SELECT statement"),
    ])
    func `has what was meant named`(message: String, sql: String, meant: String) throws {
        let sentence = try #require(ForeignSQL.sentence(message, in: sql))
        #expect(sentence.hasPrefix("SQL: \(message); ") && sentence.contains(meant), "\(sentence)")
    }

    @Test(arguments: [
        ("no such function: frobnicate", "select frobnicate(1)"),
        ("near \"from\": syntax error", "select path, from labels"),
        ("near \")\": syntax error", "select top from labels where ()"),
        ("no such column: pth", "select pth from labels"),
    ])
    func `is left to SQLite's words where nothing is known of it`(message: String, sql: String) {
        #expect(ForeignSQL.sentence(message, in: sql) == nil)
    }
}
