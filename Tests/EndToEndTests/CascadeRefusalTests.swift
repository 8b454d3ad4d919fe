import Platform
import TestSupport
import Testing

/// Queries of sources that cannot be answered, and jobs that read each other: refused, and nothing is changed.
@Suite("A query as a source that is refused", .inTurn) struct CascadeRefusalTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(12, seed: 44)
        try scratch.writeJob("coarse")
        try writeFine("SELECT image_id FROM labels")
    }

    private func writeFine(_ sql: String, from job: String = "coarse", more: [String] = []) throws {
        try scratch.writeJob("fine", images: ["{sql: \"\(sql)\", from: [\(job)]}"] + more)
    }

    /// All that a submission could have changed.
    private func state() throws -> [[String]] {
        try scratch.book.rows(
            """
            SELECT (SELECT count(*) FROM job_image WHERE until_submission IS NULL), (SELECT count(*) FROM task),
                (SELECT count(*) FROM answer), (SELECT count(*) FROM path), (SELECT max(completed_at) FROM submission)
            """)
    }

    /// Questions that a source may not ask, each with what is said.
    private static let questions: [(sql: String, words: String)] = [
        ("SELECT image_id FROM main.labels", "no such table: main.labels"),
        ("WITH x AS (SELECT image_id FROM answer) SELECT image_id FROM x", "`answer` is not such a view"),
        (
            "WITH labels AS (SELECT image_id FROM job_image) SELECT image_id FROM labels",
            "`job_image` is not such a view"
        ),
        ("SELECT image_id FROM answers", "a source reads what jobs show; `answers` is not such a view"),
        ("SELECT count(*) AS image_id FROM answers", "`answers` is not such a view"),
        ("SELECT image_id FROM temp.labels_history", "`labels_history` is not such a view"),
        ("SELECT id AS image_id FROM texts_fts_content", "`texts_fts_content` is not such a view"),
        ("SELECT rootpage AS image_id FROM sqlite_schema", "sqlite_master.rootpage is prohibited"),
        ("SELECT sql AS path FROM sqlite_temp_schema", "sqlite_temp_master.sql is prohibited"),
        ("SELECT seq AS image_id FROM pragma_database_list", "not authorized"),
        ("PRAGMA database_list", "a source only reads what jobs show (not authorized)"),
        ("ATTACH 'other.db' AS other", "a source only reads what jobs show (not authorized)"),
        ("DELETE FROM labels", "cannot modify labels because it is a view"),
        ("INSERT INTO labels VALUES (1)", "a source only reads what jobs show (not authorized)"),
        ("VACUUM INTO 'copy.db'", "this statement would write"),
        ("SELECT load_extension('x') AS path", "not authorized to use function: load_extension"),
        ("SELECT response_json(1) AS path", "no such function: response_json"),
        ("SELECT 1; DELETE FROM labels", "write exactly one SELECT statement (found 2)"),
        ("SELECT 4711 AS image_id", "row 1 gives 4711, which is not an image of coarse"),
        ("SELECT image_id FROM labels UNION ALL SELECT -1", "gives -1, which is not an image of coarse"),
        ("SELECT 'pictures/none.png' AS path", "row 1 gives pictures/none.png, which is not an image of coarse"),
        ("SELECT 0.5 AS image_id", "row 1 gives 0.5, which is not an image of coarse"),
        ("SELECT description FROM labels", "the rows have no column image_id or path"),
        ("SELECT image_id FROM labels WHERE score > :least", "write the value in the place of :least"),
        ("SELECT image_id FROM labels WHERE scor > 0.5", "no such column: scor"),
        ("SELEC image_id FROM labels", "syntax error"),
        ("SELECT hex(zeroblob(99000000)) AS path", "the query needs more memory than 128 MiB; ask for less"),
    ]

    @Test func `is a source that cannot be read, in a sentence`() async throws {
        try await scratch.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        let before = try state()
        for (sql, words) in Self.questions {
            try writeFine(sql)
            let ending = try await scratch.cairn("submit", "fine.yaml", exits: 1)
            #expect(ending.error.contains("\n  images[0].sql: ") && ending.error.contains(words), "\(sql): \(ending)")
            let plan = try await scratch.cairn("plan", "fine.yaml", exits: 1)
            #expect(plan.error.contains(words) && !plan.output.contains("removed"), "\(sql): \(plan)")
            #expect(try state() == before, "\(sql)")
        }
        let files = Files.names(in: scratch.path).filter { $0.hasSuffix(".db") }
        #expect(files == ["cairn.db"])
    }

    @Test func `reads the rows of the jobs in from alone`() async throws {
        try scratch.writePictures(3, in: "more", seed: 45)
        try scratch.writeJob("other", images: ["folder: more"])
        try await scratch.cairn("run", "coarse.yaml", "other.yaml", exits: 0)
        let views = ["labels", "annotations", "job_images", "images", "image_paths"]
        for view in views {
            try writeFine("SELECT image_id FROM \(view)", from: "other")
            try await scratch.cairn("submit", "fine.yaml", "--accept-removed", exits: 0)
            let names = try scratch.book.column("SELECT path FROM job_images WHERE job = 'fine' ORDER BY path")
            #expect(names == ["more/0.png", "more/1.png", "more/2.png"], "\(view)")
        }
        // A number of another job's image is none.
        let number = try scratch.book.number("SELECT image_id FROM job_images WHERE job = 'coarse'")
        try writeFine("SELECT \(number) AS image_id", from: "other")
        let ending = try await scratch.cairn("submit", "fine.yaml", exits: 1)
        #expect(ending.error.contains("row 1 gives \(number), which is not an image of other"), "\(ending)")
        try writeFine(
            "SELECT NULL AS image_id UNION ALL SELECT \(number) UNION ALL SELECT image_id FROM job_images",
            from: "other, coarse")
        let both = try await scratch.cairn("submit", "fine.yaml", exits: 0)
        #expect(both.error.contains("2 rows of queries passed: 1 without an image, 1 of images given"), "\(both)")
    }

    @Test func `is told once, again when the manifest changes, and leaves the job open for as long as it fails`()
        async throws
    {
        func lastSuccess() async throws -> String {
            let metrics = try await scratch.cairn("status", "--prometheus", "-", exits: 0).output
            return metrics.split(separator: "\n").first { $0.contains("job=\"fine\"") && $0.contains("last_success") }
                .map(String.init) ?? ""
        }
        try await scratch.cairn("nightly", "coarse.yaml", "fine.yaml", exits: 0)
        let success = try await lastSuccess()
        #expect(success != "")
        try writeFine("SELECT image_id FROM lables")
        let first = try await scratch.cairn("nightly", "fine.yaml", exits: 1)
        #expect(first.output.contains("images[0].sql: no such table: lables"), "\(first)")
        #expect(try await scratch.cairn("nightly", "fine.yaml", exits: 0).output == "")
        #expect(try await lastSuccess() == success)
        // Other queries that fail in the same words.
        for condition in ["score > 0.5", "score > 0.6"] {
            try writeFine("SELECT image_id FROM lables WHERE \(condition)")
            let edited = try await scratch.cairn("nightly", "fine.yaml", exits: 1)
            #expect(edited.output.contains("1 source not readable"), "\(edited)")
            #expect(edited.output.contains("images[0].sql: no such table: lables"), "\(edited)")
            #expect(!edited.output.contains("earlier"), "\(edited)")
        }
        // In other words, and as another source.
        try writeFine("SELECT image_id FROM labels WHERE scor > 0.5")
        let other = try await scratch.cairn("nightly", "fine.yaml", "-v", exits: 1)
        #expect(!other.output.contains("earlier"), "\(other)")
        try scratch.writeJob(
            "fine", images: ["folder: pictures", "{sql: SELECT image_id FROM lables, from: [coarse]}"])
        let moved = try await scratch.cairn("nightly", "fine.yaml", exits: 1)
        #expect(moved.output.contains("images[1].sql: ") && !moved.output.contains("earlier"), "\(moved)")
        let told = try await scratch.cairn("nightly", "fine.yaml", "-v", exits: 0)
        #expect(told.output.contains("earlier 1 failed in earlier nights"), "\(told)")
        #expect(try scratch.book.number("SELECT count(*) FROM failures") == 1)
        #expect(try await lastSuccess() == success)
        try writeFine("SELECT image_id FROM labels")
        try await scratch.cairn("nightly", "fine.yaml", exits: 0)
        #expect(try await lastSuccess() != success)
        #expect(try scratch.book.number("SELECT count(*) FROM failures") == 0)
    }

    @Test func `asks what the other sources give, is in one mail, and loses nothing`() async throws {
        try await scratch.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        try scratch.writePictures(2, in: "more", seed: 46)
        try writeFine("SELECT image_id FROM lables", more: ["folder: more"])
        let night = try await scratch.cairn("nightly", "fine.yaml", exits: 1)
        #expect(night.output.contains("images[0].sql: no such table: lables"), "\(night)")
        #expect(night.output.contains("2 done"), "\(night)")
        #expect(try scratch.book.number("SELECT count(*) FROM job_images WHERE job = 'fine'") == 14)
        #expect(try await scratch.cairn("nightly", "fine.yaml", exits: 0).output == "")
        try writeFine("SELECT image_id FROM labels", more: ["folder: more"])
        try await scratch.cairn("nightly", "fine.yaml", exits: 0)
        #expect(try scratch.book.number("SELECT count(*) FROM submission_problem") == 0)
        try await scratch.cairn("doctor", exits: 0)
    }

    @Test func `ends with the time that is given for the work`() async throws {
        try await scratch.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        try writeFine(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS image_id FROM n")
        let ending = try await scratch.cairn("run", "fine.yaml", "--for", "1s", exits: 5)
        #expect(ending.error.contains("it was reading images[0].sql: submit again to find the rest"), "\(ending)")
        #expect(try scratch.book.number("SELECT count(*) FROM job_images WHERE job = 'fine'") == 12)
    }

    @Test func `is refused where jobs read each other, by their names`() async throws {
        try await scratch.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        try scratch.writeJob("coarse", images: ["{sql: SELECT image_id FROM labels, from: [fine]}"])
        let before = try state()
        let check = try await scratch.cairn("check", "coarse.yaml", "fine.yaml", exits: 2)
        #expect(check.error.contains("images[0].from[0]: coarse reads fine, and fine reads coarse"), "\(check)")
        #expect(check.error.contains("images[0].from[0]: fine reads coarse, and coarse reads fine"), "\(check)")
        // The store knows what fine reads.
        for command in ["submit", "run", "plan", "nightly"] {
            let ending = try await scratch.cairn(command, "coarse.yaml", exits: 2)
            #expect(ending.error.contains("coarse reads fine, and fine reads coarse"), "\(ending)")
        }
        try scratch.writeJob("own", images: ["{sql: SELECT image_id FROM labels, from: [own]}"])
        let own = try await scratch.cairn("run", "own.yaml", exits: 2)
        #expect(own.error.contains("own reads itself"), "\(own)")
        #expect(try state() == before)
    }

    @Test func `wants a job that the store knows`() async throws {
        let check = try await scratch.cairn("check", "fine.yaml", exits: 0)
        #expect(check.error.contains("warning: images[0].from[0]: there is no job coarse in the store"), "\(check)")
        let together = try await scratch.cairn("check", "fine.yaml", "coarse.yaml", exits: 0)
        #expect(!together.error.contains("warning"), "\(together)")
        try await scratch.cairn("submit", "coarse.yaml", exits: 0)
        #expect(try await !scratch.cairn("check", "fine.yaml", exits: 0).error.contains("warning"))
        try writeFine("SELECT image_id FROM labels", from: "corse")
        for command in ["submit", "run", "plan", "nightly"] {
            let ending = try await scratch.cairn(command, "fine.yaml", exits: 4)
            let words = ending.error + ending.output
            #expect(words.contains("fine reads corse, and the store has no job of that name"), "\(ending)")
        }
        #expect(try scratch.book.column("SELECT name FROM job") == ["coarse"])
    }
}
