import Storage
import Testing

@testable import Commands

@Suite("What a query's SQL lets one fear") struct QueryHintsTests {
    private func hints(_ sql: String) -> QueryHints { QueryHints(sql) }

    @Test(arguments: [
        "SELECT 1 FROM labels WHERE annotated_at > datetime('now', '-1 day')",
        "SELECT 1 FROM labels AS l WHERE l.annotated_at >= DATETIME('now')",
        "SELECT 1 FROM labels WHERE datetime('now', '-1 day') < annotated_at",
        "SELECT 1 FROM labels WHERE annotated_at > '2026-11-22 12:00:00'",
        "SELECT 1 FROM labels WHERE '2026-11-22 12:00' <= labels.annotated_at",
        "SELECT 1 FROM runs WHERE submitted_at BETWEEN datetime('now', '-7 days') AND datetime('now')",
        "SELECT 1 FROM runs WHERE \"finished_at\" > CURRENT_TIMESTAMP -- now",
    ])
    func `a moment beside another form of moments is told`(sql: String) throws {
        let sentence = try #require(hints(sql).sentences.first, "\(sql)")
        #expect(sentence.contains("ago('1 day')") && sentence.contains("_at is text such as"), "\(sentence)")
    }

    @Test(arguments: [
        "SELECT 1 FROM labels WHERE annotated_at > ago('1 day')",
        "SELECT 1 FROM labels WHERE annotated_at > '2026-11-22' AND path = 'a 1'",
        "SELECT 1 FROM labels WHERE datetime(annotated_at) > datetime('now', '-1 day')",
        "SELECT 1 FROM labels WHERE date(annotated_at) >= date('now')",
        "SELECT datetime(annotated_at), annotated_at FROM labels /* annotated_at > datetime('now') */",
        "SELECT 'annotated_at > datetime(now)' FROM labels",
        "SELECT 1 FROM sqlite_schema WHERE annotated_at > datetime('now')",
    ])
    func `a moment beside its own form is not`(sql: String) {
        #expect(hints(sql).sentences == [], "\(sql)")
    }

    @Test(
        arguments: [
            ("SELECT description, count(*) FROM labels GROUP BY 1", [.severalJobs(view: "labels")]),
            ("SELECT avg(score) FROM labels_history", []),
            ("SELECT description, count(*) FROM labels WHERE job = 'a' GROUP BY 1", []),
            ("SELECT job, count(*) FROM labels GROUP BY 1", []),
            ("SELECT description FROM labels", []),
            ("SELECT count(*) FROM images", [.imagesOfNoJob]),
            ("SELECT count(*) FROM images WHERE jobs > 0", []),
            ("SELECT path FROM images WHERE image_id NOT IN (SELECT image_id FROM labels)", [.imagesOfNoJob]),
            ("SELECT path FROM images WHERE image_id = 5", []),
        ] as [(String, [QueryHints.FollowUp])])
    func `the store is asked what an answer may mix`(sql: String, questions: [QueryHints.FollowUp]) {
        #expect(hints(sql).followUps == questions, "\(sql)")
    }

    @Test func `names that are gone are told where images are grouped by them`() {
        let sql = "SELECT image_id FROM image_paths GROUP BY image_id HAVING count(*) > 1"
        #expect(hints(sql).sentences.first?.contains("the view duplicates") == true)
        let whole = sql.replacing("GROUP", with: "WHERE missing_at IS NULL AND replaced_at IS NULL GROUP")
        #expect(hints(whole).sentences == [])
    }

    @Test func `a question that took too long has advice`() {
        let join = hints("SELECT 1 FROM labels AS a JOIN labels AS b USING (image_id)").advice
        #expect(
            join?.hasPrefix("labels is joined with itself: put the rows of one job first, as in with l as materialized")
                == true)
        #expect(
            hints("SELECT description, count(*) FROM labels GROUP BY 1").advice?.contains("label_counts") == true)
        #expect(hints("SELECT 1 FROM labels").advice == nil)
    }

    @Test(
        arguments: [
            ("a -- it's\n'b''c'", [.name("a"), .text("b'c")]), ("/* x */ \"A \"\"b\"", [.name("a \"b")]),
            ("[my x]>=1.5", [.name("my x"), .sign(">"), .sign("="), .sign("1"), .sign("."), .sign("5")]),
            ("'open", [.text("open")]), ("/* open", []), ("--", []), ("", []),
        ] as [(String, [SQLWords.Lexeme])])
    func `SQL is read as words`(sql: String, words: [SQLWords.Lexeme]) {
        #expect(SQLWords(sql).words == words)
    }
}
