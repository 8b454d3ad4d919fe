import Platform
import StoreProbe
import TestSupport
import Testing

@Suite("The symbols of text", .inTurn) struct VisionSymbolTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let plain = "DOCUMENT_TEXT_DETECTION"
    private static let spelled = "{type: DOCUMENT_TEXT_DETECTION, symbols: true}"

    /// Three pictures of which a job has the text without symbols, and another job that wants them.
    private func site() async throws -> VisionSite {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<4)
        try await site.cairn("run", try site.writeJob("plain", features: [Self.plain]), exits: 0)
        try site.writeJob("letters", features: [Self.spelled])
        #expect(try symbols(site) == [])
        return site
    }

    /// Each job with the number of symbols that it shows.
    private func symbols(_ site: VisionSite) throws -> [[String]] {
        try site.scratch.book.rows(
            "SELECT job, count(*) FROM texts WHERE level = 'symbol' GROUP BY job ORDER BY job")
    }

    /// The symbols of MARK, the number, süd, ost, the four signs and `end`, in each picture.
    private static let perPicture = 4 + 1 + 3 + 3 + 1 + 2 + 1 + 3

    @Test func `are read from the kept responses for every job, without a call`() async throws {
        let site = try await site()
        let numbers =
            "SELECT annotation_id, level, text FROM texts WHERE job = 'plain' AND level <> 'symbol' ORDER BY 1"
        let before = try site.scratch.book.rows(numbers)
        let plan = try await site.cairn("plan", "letters.yaml", exits: 0)
        let words = "3 kept responses read again, without a call and at no cost\n"
        #expect(plan.output.contains("  symbols \(words)"), "\(plan)")
        #expect(
            plan.lines.last?.contains("nothing to ask; to do it: `cairn run") == true, "\(plan)")
        let json = try JSONText(try await site.cairn("plan", "letters.yaml", "--json", exits: 0).outputBytes)
        #expect(json["symbols_read"] == .number(3) && json["has_work"] == .number(1) && json["units"] == .number(0))
        let run = try await site.cairn("run", "letters.yaml", exits: 0)
        #expect(run.error.contains("3 kept responses read again for symbols, without a call and at no cost"), "\(run)")
        let count = "\(3 * Self.perPicture)"
        #expect(try symbols(site) == [["letters", count], ["plain", count]])
        #expect(try site.scratch.book.rows(numbers) == before, "what was there keeps its numbers")
        #expect(try site.units().count == 3 && site.requests().count == 1)
        #expect(try site.books() == "3 settled, 0 uncertain")

        // Nothing is left to read, for neither of them.
        let again = try await site.cairn("plan", "letters.yaml", "--exit-code", exits: 0)
        #expect(!again.output.contains("symbols"), "\(again)")
        for job in ["letters.yaml", "plain.yaml"] {
            #expect(try await !site.cairn("run", job, exits: 0).error.contains("symbols"))
        }
        #expect(try symbols(site) == [["letters", count], ["plain", count]])
        try await site.audit()
    }

    @Test func `are there at once in what is asked with them, and nothing of them is sent`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<2)
        try await site.cairn("run", try site.writeJob("letters", features: [Self.spelled]), exits: 0)
        try await site.cairn("run", try site.writeJob("plain", features: [Self.plain]), exits: 0)
        #expect(try site.requests().count == 1)
        #expect(try symbols(site) == [["letters", "\(Self.perPicture)"], ["plain", "\(Self.perPicture)"]])
        #expect(
            try site.scratch.book.number("SELECT count(*) FROM recipes") == 1)
        #expect(
            try site.scratch.book.rows(
                """
                SELECT w.text, group_concat(s.text, ''), min(s.confidence) > 0, count(s.polygon)
                FROM texts AS w JOIN texts AS s ON s.parent_id = w.annotation_id AND s.job = w.job
                WHERE w.job = 'plain' AND w.text = '日本' GROUP BY w.annotation_id
                """) == [["日本", "日本", "1", "2"]])
        try await site.audit()
    }

    @Test func `are read by a night, and only of pictures that the job selects`() async throws {
        let site = try await site()
        try site.writeJob("letters", images: ["glob: pictures/[12].png"], features: [Self.spelled])
        let night = try await site.cairn("nightly", "letters.yaml", exits: 0)
        #expect(night.output.isEmpty, "\(night)")
        #expect(try symbols(site) == ["letters", "plain"].map { [$0, "\(2 * Self.perPicture)"] })
        #expect(try site.units().count == 3)
        try await site.audit()
    }

    @Test func `stay where responses are read again, and come to all text when they are asked for`() async throws {
        let site = try await site()
        try site.writeJob("letters", images: ["glob: pictures/1.png"], features: [Self.spelled])
        try await site.cairn("submit", "letters.yaml", exits: 0)
        let same = try await site.cairn("results", "reparse", exits: 0)
        #expect(same.error.contains("; none changed"), "\(same)")
        #expect(try symbols(site).last == ["plain", "\(Self.perPicture)"])
        let all = try await site.cairn("results", "reparse", "--symbols", exits: 0)
        #expect(all.error.contains("; 2 changed"), "\(all)")
        #expect(try symbols(site).last == ["plain", "\(3 * Self.perPicture)"])
        #expect(try await site.cairn("results", "reparse", exits: 0).error.contains("; none changed"))
        #expect(try site.units().count == 3)
        try await site.audit()
    }

    @Test func `are left alone where a kept response is damaged, and the job is done all the same`() async throws {
        let site = try await site()
        try StoreProbe(site.scratch.file("cairn.db")).script("UPDATE response SET body = x'00' WHERE attempt_id = 1")
        let run = try await site.cairn("run", "letters.yaml", exits: 0)
        #expect(run.error.contains("1 kept response cannot be read for its symbols"), "\(run)")
        #expect(try symbols(site).last == ["plain", "\(2 * Self.perPicture)"])
    }

    @Test func `give lines and a plain text that are searched`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 3..<4)
        try await site.cairn("run", try site.writeJob(features: [Self.plain]), exits: 0)
        let book = site.scratch.book
        #expect(
            try book.column("SELECT text FROM texts WHERE level = 'line' ORDER BY ordinal")
                == ["MARK 3", "süd-", "ost", "№ 日本", "¶end"])
        let plain = try await site.cairn("query", "SELECT text, locale FROM plain_texts", "--format", "json", exits: 0)
        let rows = try JSONText(plain.outputBytes).items
        #expect(rows.map { $0["text"] } == [.text("MARK 3 südost\n№ 日本\n¶end")], "\(plain)")
        #expect(rows.map { $0["locale"] } == [.text("de")])
        let found = "SELECT count(*) FROM texts_fts WHERE texts_fts MATCH 'sudost'"
        #expect(try await site.cairn("query", found, "--format", "csv", exits: 0).output.contains("1"))
        // A store of a program that read no lines gets them again, for nothing.
        try StoreProbe(site.scratch.file("cairn.db")).script(
            """
            DELETE FROM annotation WHERE answer_id = 1 AND place > 2;
            DELETE FROM annotation_more WHERE answer_id = 1 AND place > 2;
            UPDATE texts_fts SET text = 'MARK 3 süd- ost' WHERE rowid = (SELECT min(rowid) FROM texts_fts);
            """)
        let again = try await site.cairn("results", "reparse", exits: 0)
        #expect(again.error.contains("; 1 changed"), "\(again)")
        #expect(try book.number("SELECT count(*) FROM texts WHERE level = 'line'") == 5)
        #expect(try book.column("SELECT text FROM plain_texts").first?.hasPrefix("MARK 3 südost") == true)
        #expect(try site.units().count == 1)
        try await site.audit()
    }
}
