import Platform
import TestSupport
import Testing

@Suite(.inTurn) struct QueryTests {
    let workspace: Scratch

    init() async throws {
        workspace = try Scratch()
        try workspace.write(
            "pictures/red, \"and\" more.png", Picture(width: 20, height: 20, colour: [220, 30, 30]).png)
        try workspace.write("pictures/blue.png", Picture(width: 30, height: 20, colour: [30, 30, 220]).png)
        try await workspace.cairn("run", try workspace.writeJob(), exits: 0)
    }

    @Test func `rows come in every format, with the numbers as they are stored`() async throws {
        let sql =
            "SELECT path, description, width, NULL AS empty FROM labels JOIN images USING (image_id, path) WHERE rank = 0 ORDER BY path"
        let table = try await workspace.cairn("query", sql, exits: 0)
        #expect(table.lines.count == 4 && table.lines[2].hasPrefix("pictures/blue.png"), "\(table)")
        #expect(table.error == "2 rows\n", "\(table)")
        #expect(
            try await bytes("csv", sql)
                == "path,description,width,empty\r\npictures/blue.png,blue,30,\r\n\"pictures/red, \"\"and\"\" more.png\",red,20,\r\n"
        )
        #expect(
            try await bytes("tsv", sql)
                == "path\tdescription\twidth\tempty\npictures/blue.png\tblue\t30\t\npictures/red, \"and\" more.png\tred\t20\t\n"
        )
        let red = #"{"path":"pictures/red, \"and\" more.png","description":"red","width":20,"empty":null}"#
        let blue = #"{"path":"pictures/blue.png","description":"blue","width":30,"empty":null}"#
        #expect(try await bytes("ndjson", sql) == "\(blue)\n\(red)\n")
        #expect(try await bytes("json", sql) == "[\n\(blue),\n\(red)\n]\n")
        let map = try await bytes("geojson", "SELECT 48.8583 AS latitude, 2.2945 AS longitude, 'tower' AS name")
        #expect(map.contains("\"coordinates\":[2.2945,48.8583]"), "\(map)")
        #expect(try await bytes("json", "SELECT 1 WHERE 0").filter { !$0.isWhitespace } == "[]")
    }

    @Test func `scores keep every digit on the way from the model to the answer`() async throws {
        let shown = try await bytes("csv", "SELECT score FROM labels ORDER BY annotation_id").split(separator: "\r\n")
            .dropFirst()
        let stored = try workspace.book.column("SELECT score FROM annotation ORDER BY answer_id, place")
        #expect(shown.compactMap { Double($0) } == stored.compactMap(Double.init) && stored.count == 10)
        #expect(stored.compactMap(Float.init).map(Double.init).count == 10)
    }

    @Test func `parameters, files and standard input give the SQL its values and words`() async throws {
        let sql = "SELECT path FROM labels WHERE rank = 0 AND description = :what AND score > :least"
        try workspace.write("q.sql", sql + " -- a comment\n")
        for words in [["query", sql], ["query", "--file", "q.sql"], ["query", "--file", "-"]] {
            let ending = try await workspace.start(
                [Place.cairn.description] + words + ["-f", "csv", "-p", "what=red", "--param", "least=0.1"],
                input: workspace.file("q.sql")
            ).end()
            #expect(ending.status == 0 && ending.output.contains("more.png"), "\(ending)")
        }
        let unbound = try await workspace.cairn("query", sql, "--param", "what=red", exits: 2)
        #expect(unbound.error.contains("--param least=VALUE"), "\(unbound)")
        let strange = try await workspace.cairn("query", "SELECT 1", "--param", "what=red", exits: 2)
        #expect(strange.error.contains("no parameter :what"), "\(strange)")
    }

    @Test(arguments: [
        "DELETE FROM labels", "DELETE FROM task", "DROP TABLE image", "UPDATE run SET total = 0",
        "PRAGMA journal_mode = DELETE",
        "ATTACH '/etc/passwd' AS x", "SELECT load_extension('x')", "VACUUM INTO 'copy.db'",
        "SELECT 1; DELETE FROM annotation",
        "CREATE TEMP TABLE x (y)", "BEGIN IMMEDIATE", "SELEC", "", "SELECT * FROM nothing",
        "SELECT writefile('out', 'x')", "WITH x AS (SELECT 1) DELETE FROM task",
    ])
    func `SQL that is not one question is refused, and nothing is changed`(sql: String) async throws {
        let before = try workspace.book.rows("SELECT * FROM annotation")
        let names = Files.names(in: workspace.path)
        let ending = try await workspace.cairn("query", sql, exits: 2)
        #expect(ending.outputBytes.isEmpty && ending.error.hasPrefix("cairn: "), "\(ending)")
        #expect(try workspace.book.rows("SELECT * FROM annotation") == before)
        #expect(Set(Files.names(in: workspace.path)).subtracting(names).isSubset(of: ["cairn.db-wal", "cairn.db-shm"]))
    }

    @Test func `a question without end is stopped in time`() async throws {
        let ending = try await workspace.cairn(
            "query", "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
            "--timeout",
            "300ms", exits: 7)
        #expect(ending.error.contains("--timeout") && ending.milliseconds < 10_000, "\(ending)")
    }

    private func bytes(_ format: String, _ sql: String) async throws -> String {
        let ending = try await workspace.cairn("query", sql, "--format", format, exits: 0)
        #expect(ending.errorBytes.isEmpty, "\(ending)")
        return ending.output
    }
}
