import Platform
import TestSupport
import Testing

/// Programs that read a store without Cairn.
@Suite("Other programs that read the store", .inTurn) struct OtherReaderTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A store of a Vision job: labels, landmarks, objects, texts and a failure.
    private func site() async throws -> VisionSite {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<9)
        try site.scratch.write("pictures/broken.jpg", Array("no picture".utf8))
        let job = try site.writeJob(
            features: ["LABEL_DETECTION", "LANDMARK_DETECTION", "OBJECT_LOCALIZATION", "DOCUMENT_TEXT_DETECTION"])
        try await site.cairn("run", job, exits: 1)
        return site
    }

    @Test func `a store that other programs read is to DuckDB what it is to SQLite`() async throws {
        let site = try await site()
        // The path is a text in SQL.
        try await site.scratch.run("ln", "-s", "cairn.db", "it's.db")
        let sql = try await site.cairn("schema", "duckdb", "--store", "it's.db", exits: 0).output
        #expect(!sql.contains("ATTACH") && sql.contains("FROM sqlite_scan('it''s.db', 'labels');"))
        try site.scratch.write("views.sql", Array(sql.utf8))
        let ending = try await site.scratch.run(
            python.description, peerScript("duckdb_check.py").description, "cairn.db", "views.sql")
        #expect(ending.output.contains("all as SQLite has them"), "\(ending)")
    }

    @Test func `a store that other programs read is opened by Datasette, with all its views`() async throws {
        let site = try await site()
        let metadata = try await site.cairn("schema", "datasette", exits: 0).outputBytes
        try site.scratch.write("metadata.json", metadata)
        let ending = try await site.scratch.run(
            python.description, peerScript("datasette_check.py").description, "cairn.db", "metadata.json")
        #expect(ending.output.contains("4 facets, 3 searches and 25 questions answered"), "\(ending)")
    }

    @Test func `a store that other programs read gives its raw responses, medians and matches to queries alone`()
        async throws
    {
        let site = try await site()
        let sql = """
            SELECT path, response_json(\(Self.answer)) -> '$.labelAnnotations' ->> '$[0].description' AS first
            FROM labels_history WHERE rank = 0 AND path REGEXP '[13]\\.png$' ORDER BY path
            """
        let answer = try await site.cairn("query", sql, "--format", "csv", exits: 0)
        #expect(answer.lines == ["path,first", "pictures/1.png,mark-1", "pictures/3.png,mark-3"], "\(answer)")
        let median = try await site.cairn(
            "query", "SELECT median(score) BETWEEN min(score) AND max(score) FROM labels", "--format", "csv", exits: 0)
        #expect(median.lines.last == "1", "\(median)")
        let wrong = try await site.cairn("query", "SELECT path FROM labels WHERE path REGEXP '[a'", exits: 2)
        #expect(wrong.error.contains("'[a': `[` has no `]`, at character 1"), "\(wrong)")
        try await site.scratch.run("sqlite3", "cairn.db", "UPDATE response SET body = x'0102' WHERE attempt_id = 1")
        let damaged = try await site.cairn("query", "SELECT response_json(1)", exits: 7)
        #expect(damaged.error.contains("response of answer 1 cannot be read"), "\(damaged)")
    }

    /// The column of the histories that numbers answers.
    private static let answer = "answer_id"
}
