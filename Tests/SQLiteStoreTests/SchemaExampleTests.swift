import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// The examples of Schema/README.md, asked of a store in which each of them has something to find.
@Suite struct SchemaExampleTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `every example of SQL finds what it promises`() throws {
        try fill()
        let store = try SQLiteStore(at: bench.scratch.file("cairn.db"), for: .read, clock: bench.time.clock)
        let examples = try examples()
        #expect(examples.count > 20)
        for sql in examples {
            var count = 0
            #expect(throws: Never.self, "\(sql)") {
                try store.query(sql, parameters: [:], deadline: nil) { _ in
                } row: { _ in
                    count += 1
                    return true
                }
            }
            #expect(count > 0, "no row for: \(sql)")
        }
    }

    /// Two jobs over one answered picture of everything, and one picture without a label.
    private func fill() throws {
        let run = try bench.run(tasks: 2, job: "team-a", size: Size(width: 100, height: 100))
        let claims = try bench.claim(2, of: run, by: try bench.enter())
        var (full, bare) = (bench.answered(claims[0]), bench.answered(claims[1]))
        full.answers = [Answer(recipe: bench.recipe, annotations: annotations)]
        bare.answers = [Answer(recipe: bench.recipe, annotations: [])]
        full.metrics = .init(
            httpStatus: 200, requestBytes: 9, latency: TimeSpan(milliseconds: 5), images: 1)
        full.raw = CompressedResponse(RawResponse(bytes: Array("{}".utf8)))
        #expect(try bench.record([full, bare], in: run) == 2)
        _ = try bench.run(tasks: 2, job: "team-b", size: Size(width: 100, height: 100))
        try bench.plain().script(
            """
            UPDATE path SET path = 'photos/castle.jpg' WHERE image_id = 1;
            INSERT INTO path (folder_id, path, image_id, first_seen_at) VALUES (1, 'photos/copy.jpg', 1, 1);
            INSERT INTO account (name) VALUES ('project');
            INSERT INTO ledger (attempt_id, recipe_id, account_id, day, micro_usd, state, changed_at)
                VALUES (1, 1, 1, '2026-11-21', 1500, 'settled', 1);
            UPDATE answer SET generation = 2 WHERE image_id = 1;
            INSERT INTO answer
                SELECT 1000, image_id, recipe_id, 1, 0, run_id, attempt_id, annotated_at - 1, NULL
                FROM answer WHERE image_id = 1;
            INSERT INTO annotation (answer_id, place, term_id, kind, score)
                SELECT 1000, 0, term_id, 0, 0.25 FROM term WHERE description = 'castle';
            """)
    }

    private var annotations: [Annotation] {
        let corners = [Point(x: 1, y: 1), Point(x: 50, y: 1), Point(x: 50, y: 50), Point(x: 1, y: 50)]
        var landmark = Annotation(kind: .landmark, rank: 0, description: "Eiffel Tower", score: 0.9, polygon: corners)
        landmark.locations = [Coordinate(latitude: 48.8584, longitude: 2.2945)]
        var text = Annotation(kind: .text, rank: 0, description: "Café de la Gare")
        text.level = .paragraph
        var embedding = Annotation(
            kind: .embedding, rank: 0, description: "vector", attributes: #"{"norm":1.0,"dimension":2}"#)
        embedding.blob = [0, 0, 0x80, 0x3F, 0, 0, 0, 0]
        var segment = Annotation(
            kind: .segment, rank: 0, description: "sky", score: 0.25, polygon: corners,
            attributes: #"{"share":0.25,"width":2,"height":2,"frame":[0.0,0.0,100.0,100.0]}"#)
        segment.blob = [3, 0, 0, 0, 1, 0, 0, 0]
        return [
            embedding, segment, Annotation(kind: .label, rank: 0, description: "castle", score: 0.5),
            Annotation(kind: .label, rank: 1, description: "sky", score: 0.9), landmark, text,
            Annotation(kind: .object, rank: 0, description: "Tower", score: 0.8, polygon: corners),
            Annotation(
                kind: .safeSearch, rank: 0, description: "violence", attributes: #"{"likelihood":"LIKELY"}"#),
        ]
    }

    /// What stands in the fences that are marked as SQL.
    private func examples() throws -> [String] {
        var examples: [String] = []
        var open: [Substring]?
        let text = try Files.text(packageRoot.appending("Schema/README.md"))
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```sql" {
                open = []
            } else if line == "```" {
                if let lines = open { examples.append(lines.joined(separator: "\n")) }
                open = nil
            } else {
                open?.append(line)
            }
        }
        return examples
    }
}
