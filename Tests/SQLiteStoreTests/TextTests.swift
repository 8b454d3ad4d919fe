import Platform
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct TextTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func element(
        _ level: Annotation.TextLevel?, _ text: String, _ ordinal: Int = 0, in parent: Int? = nil, score: Float? = nil
    ) -> Annotation {
        var element = Annotation(kind: .text, rank: ordinal, description: text, score: score)
        element.level = level
        element.parent = parent
        return element
    }

    private var page: [Annotation] {
        [
            element(.page, "Café de la Gare\nouvert"), element(.block, "Café de la Gare\nouvert", in: 0),
            element(.paragraph, "Café de la Gare", 0, in: 1, score: 0.98), element(.word, "Café", 0, in: 2),
            element(.word, "Gare", 1, in: 2), element(.paragraph, "ouvert", 1, in: 1),
            element(.word, "ouvert", 2, in: 5),
        ]
    }

    @Test func `elements name the one they lie in`() throws {
        try bench.answer(page)
        #expect(
            try bench.rows(
                """
                SELECT t.level, t.text, t.ordinal, p.level, p.text FROM texts AS t
                LEFT JOIN texts AS p ON p.annotation_id = t.parent_id WHERE t.level <> 'page' AND t.level <> 'block'
                ORDER BY t.annotation_id
                """) == [
                    "paragraph|Café de la Gare|0|block|Café de la Gare\nouvert",
                    "word|Café|0|paragraph|Café de la Gare",
                    "word|Gare|1|paragraph|Café de la Gare", "paragraph|ouvert|1|block|Café de la Gare\nouvert",
                    "word|ouvert|2|paragraph|ouvert",
                ])
        #expect(try bench.rows("SELECT confidence FROM texts WHERE confidence IS NOT NULL") == ["0.98"])
        #expect(try bench.number("SELECT parent_id IS NULL FROM texts WHERE level = 'page'") == 1)
    }

    @Test(arguments: [7, 3, -1, 99]) func `a parent that cannot be is left out`(parent: Int) throws {
        try bench.answer([
            element(.page, "a"), element(.block, "b", in: 0), Annotation(kind: .label, rank: 0, description: "l"),
            element(.word, "c", in: parent == 7 ? 2 : parent),
        ])
        #expect(try bench.number("SELECT parent_id IS NULL FROM texts WHERE text = 'c'") == 1)
        #expect(try bench.number("SELECT parent_id - annotation_id FROM texts WHERE text = 'b'") == -1)
    }

    @Test(
        arguments: [
            ([.page, .block, .paragraph, .word], "paragraph"), ([.page, .line, .word], "line"),
            ([.page, .word], "page"),
            ([.word], "word"), ([nil], ""),
        ] as [([Annotation.TextLevel?], String)])
    func `running text is searched by words, once`(levels: [Annotation.TextLevel?], level: String) throws {
        try bench.answer(levels.map { element($0, "Café Noir") })
        #expect(
            try bench.rows(
                "SELECT t.level FROM texts_fts AS f JOIN texts AS t ON t.annotation_id = f.rowid WHERE texts_fts MATCH "
                    + "'cafe'"
            ) == [level])
    }

    @Test func `words and places are found by the read-only query too`() throws {
        var tower = Annotation(kind: .landmark, rank: 0, description: "Tower")
        tower.locations = [Coordinate(latitude: 48.858461, longitude: 2.294351)]
        try bench.answer(page + [tower])
        let store = try Database(at: bench.scratch.file("cairn.db"), for: .read, clock: bench.time.clock)
        var found: [String] = []
        for sql in [
            "SELECT text FROM texts WHERE annotation_id IN (SELECT rowid FROM texts_fts WHERE texts_fts MATCH 'gar*')",
            """
            SELECT l.description FROM landmarks_rtree AS r JOIN landmarks AS l USING (annotation_id, location_rank)
            WHERE r.latitude_min > 48 AND r.latitude_max < 49 AND r.longitude_min > 2 AND r.longitude_max < 3
            """,
        ] {
            try store.query(sql, parameters: [:], limit: nil) { _ in
            } row: { cells in
                if case .text(let bytes) = cells[0] { found.append(String(decoding: bytes, as: UTF8.self)) }
                return true
            }
        }
        #expect(found == ["Café de la Gare", "Tower"])
    }
}

@Suite("The plain text of an image")
struct PlainTextTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func element(
        _ level: Annotation.TextLevel, _ text: String, in parent: Int? = nil, end: LineEnd? = nil
    ) -> Annotation {
        var element = Annotation(kind: .text, rank: 0, description: text)
        element.level = level
        element.parent = parent
        element.lineEnd = end
        if level == .page { element.locale = "en" }
        return element
    }

    private var page: [Annotation] {
        [
            element(.page, "Old cai-\nrn\nof stone"), element(.block, "Old cai-\nrn\nof stone", in: 0),
            element(.paragraph, "Old cai-\nrn", in: 1), element(.line, "Old cai-", in: 2, end: .hyphenated),
            element(.line, "rn", in: 2, end: .ended), element(.paragraph, "of stone", in: 1),
            element(.line, "of stone", in: 5, end: .ended), element(.symbol, "o", in: 6),
        ]
    }

    @Test func `is one row with its paragraphs on lines of their own, also in history`() throws {
        try bench.answer([Annotation(kind: .label, rank: 0, description: "l")])
        #expect(try bench.number("SELECT count(*) FROM plain_texts") == 0)
        try bench.answer(page, isForced: true)
        for view in ["plain_texts", "plain_texts_history"] {
            #expect(try bench.rows("SELECT text, locale FROM \(view)") == ["Old cairn\nof stone|en"], "\(view)")
        }
        #expect(try bench.rows("SELECT job FROM plain_texts") == ["job"])
        #expect(try bench.store.problems() == [])
    }

    @Test func `has divided words that a search finds whole`() throws {
        try bench.answer(page)
        #expect(
            try bench.rows(
                "SELECT t.level FROM texts_fts AS f JOIN texts AS t ON t.annotation_id = f.rowid "
                    + "WHERE texts_fts MATCH 'cairn'") == ["paragraph"])
        #expect(try bench.number("SELECT count(*) FROM texts WHERE level = 'symbol' AND text = 'o'") == 1)
    }
}
