import Platform
import TestSupport
import Testing

@Suite("The command query", .inTurn) struct QueryTests {
    let workspace: Scratch

    init() async throws {
        workspace = try Scratch()
        try workspace.write(
            "pictures/red, \"and\" more.png", Picture(width: 20, height: 20, color: [220, 30, 30]).png)
        try workspace.write("pictures/blue.png", Picture(width: 30, height: 20, color: [30, 30, 220]).png)
        try await workspace.cairn("run", try workspace.writeJob(), exits: 0)
    }

    @Test func `rows come in every format, with the numbers as they are stored`() async throws {
        let sql =
            "SELECT path, description, width, NULL AS empty FROM labels JOIN images USING (image_id, path) WHERE rank "
            + "= 0 ORDER BY path"
        let table = try await workspace.cairn("query", sql, exits: 0)
        #expect(table.lines.count == 4 && table.lines[2].hasPrefix("pictures/blue.png"), "\(table)")
        #expect(table.error == "2 rows\n", "\(table)")
        #expect(
            try await bytes("csv", sql)
                == "path,description,width,empty\r\npictures/blue.png,blue,30,\r\n\"pictures/red, \"\"and\"\" "
                + "more.png\",red,20,\r\n"
        )
        #expect(
            try await bytes("tsv", sql)
                == "path\tdescription\twidth\tempty\npictures/blue.png\tblue\t30\t\npictures/red, \"and\" "
                + "more.png\tred\t20\t\n"
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

    @Test func `a map takes columns of several names, and says which rows have no place`() async throws {
        let rows = """
            SELECT 'a' AS name, 48.5 AS home_latitude, 2.5 AS home_longitude, '[[0,0],[1.5,1]]' AS polygon
            UNION ALL SELECT 'b', NULL, 2.5, 'none' UNION ALL SELECT 'c', 91, 0, NULL
            """
        let some = try await workspace.cairn("query", rows, "-f", "geojson", exits: 0)
        #expect(
            some.lines[1]
                == #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2.5,48.5]},"#
                + #""properties":{"name":"a","polygon":[[0,0],[1.5,1]]}},"#)
        #expect(some.lines[2].contains(#""geometry":null"#) && some.lines[2].contains(#""polygon":"none""#))
        #expect(some.error == "2 of 3 rows have no place: home_latitude or home_longitude is not a number of degrees\n")
        let none = try await workspace.cairn(
            "query", "SELECT path, camera_latitude, camera_longitude FROM images", "-f", "geojson", exits: 0)
        #expect(
            none.error == "none of 2 rows has a place: camera_latitude or camera_longitude is not a number of degrees\n"
        )
        let without = try await workspace.cairn("query", "SELECT path FROM images", "-f", "geojson", exits: 0)
        #expect(
            without.error == "none of 2 rows has a place: a map needs the columns latitude and longitude, lat and lon, "
                + "or one pair such as camera_latitude and camera_longitude\n")
        let pairs = "1 AS a_latitude, 2 AS a_longitude, 3 AS b_latitude, 4 AS b_longitude"
        let refused = try await workspace.cairn("query", "SELECT \(pairs)", "-f", "geojson", exits: 2)
        #expect(
            refused.outputBytes.isEmpty
                && refused.error
                    == "cairn: which columns are the place: a_latitude with a_longitude, or b_latitude with "
                    + "b_longitude? Then name one pair: a_latitude AS latitude, a_longitude AS longitude\n",
            "\(refused)")
    }

    @Test(arguments: [
        ("SELECT * FROM lables", "no such table: lables; did you mean labels?"),
        ("SELECT * FROM text_fts", "no such table: text_fts; did you mean texts_fts?"),
        ("SELECT * FROM bogus", "no such table: bogus; `cairn schema` lists views and columns"),
        (
            "SELECT pth FROM image_paths",
            "no such column: pth; did you mean path? image_paths has image_id, path, path_bytes, folder, name, content_digest, "
                + "orientation, taken_at, camera_latitude, camera_longitude, bytes, modified_at, first_seen_at, missing_at, "
                + "replaced_at"
        ),
        (
            "SELECT l.scor FROM recipes AS r JOIN label_counts l",
            "no such column: l.scor; label_counts has description, mid, annotations"
        ),
        ("SELECT x FROM (SELECT 1 AS y)", "no such column: x; `cairn schema` lists views and columns"),
        (
            "SELECT now()",
            "SQL: no such function: now; write ago('0 days') for now, or ago('1 day') for a day before"
        ),
        ("SELECT * labels", "SQL: near \"labels\": syntax error; before labels there is no FROM"),
        ("SELECT 1; SELECT 2", "give exactly one SQL statement (found 2)"),
        ("SELECT ';'; ; SELECT 2 -- ; SELECT 3\n; /* ; */ SELECT 4;", "give exactly one SQL statement (found 3)"),
        ("/* nothing */", "give exactly one SQL statement (found 0)"),
    ])
    func `what is misspelt is told with what was meant`(sql: String, message: String) async throws {
        let ending = try await workspace.cairn("query", sql, exits: 2)
        #expect(ending.error == "cairn: \(message)\n")
    }

    @Test func `a name that is not UTF-8 is escaped in every view, and breaks no reader`() async throws {
        let name: [UInt8] = Array("latin1-".utf8) + [0xE9] + Array("t".utf8) + [0xE9] + Array(".png".utf8)
        let pictures = workspace.file("pictures")
        try Files.write(
            pictures.appending(FilePath(bytes: name)), Picture(width: 9, height: 9, color: [1, 2, 3]).png)
        try Files.write(
            pictures.appending(FilePath(bytes: [0xC3, 0xA9, 0xE9] + Array(".png".utf8))), Array("no picture".utf8))
        let folder = pictures.appending(FilePath(bytes: [0xE9]))
        try Files.makeFolder(folder)
        try Files.write(folder.appending("in.png"), Picture(width: 9, height: 8, color: [1, 2, 3]).png)
        try await workspace.cairn("run", "job.yaml", exits: 1)
        #expect(
            try workspace.book.rows("SELECT folder, name FROM image_paths WHERE name = 'in.png'")
                == [[#"pictures/\xe9/"#, "in.png"]])
        let read = """
            import sqlite3, sys
            store = sqlite3.connect("cairn.db")  # text_factory is str: strict UTF-8
            views = [row[0] for row in store.execute("select name from sqlite_schema where type = 'view'")]
            for view in views: store.execute('select * from "%s"' % view).fetchall()
            print(len(views), store.execute("select path, path_bytes from image_paths where path like \
            '%latin1%'").fetchall())
            """
        let python = try await workspace.start(["python3", "-c", read]).end()
        #expect(python.status == 0, "\(python)")
        #expect(
            python.output.hasSuffix(
                #" [('pictures/latin1-\\xe9t\\xe9.png', b'pictures/latin1-\xe9t\xe9.png')]"# + "\n"),
            "\(python)")
    }

    @Test func `a copy is the store of one moment, whole and never over another file`() async throws {
        let copied = try await workspace.cairn("query", "--out", "copy.db", exits: 0)
        #expect(copied.outputBytes.isEmpty && copied.error.hasPrefix("copied cairn.db to copy.db ("), "\(copied)")
        let labels = "SELECT path, description, score FROM labels ORDER BY annotation_id"
        let here = try await bytes("csv", labels)
        let there = try await workspace.cairn("query", labels, "-f", "csv", "--store", "copy.db", exits: 0)
        #expect(there.output == here && there.errorBytes.isEmpty)
        #expect(Files.names(in: workspace.path).filter { $0.contains("copy.db") } == ["copy.db"])
        try await workspace.cairn("doctor", "--store", "copy.db", exits: 0)
        let before = try Files.read(workspace.file("copy.db"))
        let again = try await workspace.cairn("query", "--out", "copy.db", exits: 2)
        #expect(
            again.error
                == "cairn: copy.db is there already; name another file, or replace an earlier copy with --replace\n")
        #expect(try Files.read(workspace.file("copy.db")) == before)
        try await workspace.cairn("query", "--out", "copy.db", "--replace", exits: 0)
        try workspace.write("note.txt", Array("mine".utf8))
        try await workspace.run("ln", "-s", "copy.db", "link.db")
        for (name, cause) in [
            ("note.txt", "is not a copy of a store"), ("link.db", "is not a copy"), ("cairn.db", "is the store itself"),
        ] {
            let refused = try await workspace.cairn("query", "--out", name, "--replace", exits: 2)
            #expect(refused.error.contains(cause), "\(refused)")
        }
        #expect(try Files.text(workspace.file("note.txt")) == "mine")
        let alone = try await workspace.cairn("query", "SELECT 1", "--replace", exits: 2)
        #expect(alone.error == "cairn: --replace goes with --out FILE, the copy that is replaced\n")
        let nowhere = try await workspace.cairn("query", "--out", "no/copy.db", exits: 7)
        #expect(nowhere.error.hasPrefix("cairn: cannot write the copy no/copy.db: "), "\(nowhere)")
        let both = try await workspace.cairn("query", "SELECT 1", "--out", "other.db", exits: 2)
        #expect(
            both.error == "cairn: --out copies the whole store; leave out the SQL, --file, --format and --param, "
                + "or write rows with `--format csv > FILE`\n")
        #expect(!Files.names(in: workspace.path).contains { $0.contains("other") || $0.contains(".new") })
    }

    @Test func `hints tell what an answer may hide`() async throws {
        try await workspace.cairn("run", try workspace.writeJob("second"), exits: 0)
        let mixed = try await workspace.cairn("query", "SELECT description, count(*) FROM labels GROUP BY 1", exits: 0)
        #expect(
            mixed.error.hasSuffix(
                "the rows of 2 jobs are counted together (job, second); for one of them add job = 'job'\n"), "\(mixed)")
        let unknown = try await workspace.cairn("query", "SELECT path FROM labels WHERE job = 'secnd'", exits: 0)
        #expect(
            unknown.error == "0 rows\nthere is no job called \"secnd\"; did you mean second?\n", "\(unknown)")
        let moment = try await workspace.cairn(
            "query", "SELECT path FROM labels WHERE job = 'job' AND annotated_at > datetime('now', '-1 day')", "-f",
            "csv", exits: 0)
        #expect(moment.error.contains("annotated_at > ago('1 day')"), "\(moment)")
        try Files.remove(workspace.file("pictures/blue.png"))
        try workspace.write("pictures/blue.png", Picture(width: 31, height: 20, color: [30, 30, 220]).png)
        for name in ["job", "second"] { try await workspace.cairn("run", "\(name).yaml", exits: 0) }
        let images = try await workspace.cairn("query", "SELECT count(*) FROM images", exits: 0)
        #expect(
            images.error.hasSuffix("1 image that no job shows any more is among these; leave them out with jobs > 0\n"),
            "\(images)")
        #expect(try await bytes("csv", "SELECT count(*) FROM images WHERE jobs > 0") == "count(*)\r\n2\r\n")
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
