import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct InvariantTests {
    /// Random claims, ends, deaths, retries and cancellations by three workers; after each the sums hold.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8]) func `submitted is the sum of the five states at every commit`(
        seed: UInt64
    ) throws {
        let bench = try Bench()
        var random = Seeded(seed)
        let run = try bench.run(tasks: 40)
        var workers: [(id: WorkerID, claims: [Claim])] = []
        for step in 0..<300 {
            bench.time.advance(TimeSpan(milliseconds: Int64.random(in: 0...400, using: &random)))
            if workers.count < 3 { workers.append((try bench.enter(pid: Int32(step + 1)), [])) }
            let index = Int.random(in: 0..<workers.count, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8:
                workers[index].claims += try bench.claim(
                    Int.random(in: 1...4, using: &random), of: run, by: workers[index].id)
            case 8..<16:
                guard let claim = workers[index].claims.popLast() else { continue }
                let end = Int.random(in: 0..<4, using: &random)
                let finished =
                    end == 0 ? bench.failed(claim) : end == 1 ? AttemptResult(returning: claim) : bench.answered(claim)
                _ = try bench.record([finished], in: run)
            case 16..<18:
                // The process is gone; sometimes it comes back and tries to end what it had in hand.
                let gone = workers.remove(at: index)
                _ = try bench.store.write { transaction throws(StoreError) in
                    try transaction.workers.end(gone.id, as: .died)
                }
                #expect(
                    try bench.record(gone.claims.map { bench.answered($0) }, in: run) == 0, "seed \(seed) step \(step)")
            case 18:
                _ = try bench.store.write { transaction throws(StoreError) in
                    try transaction.runs.retry(.run(run), only: .failures()).images
                }
            default:
                let again = try bench.run(tasks: 2)
                _ = try bench.store.write { transaction throws(StoreError) in try transaction.runs.cancel(again) }
            }
            let wrong = try bench.number(
                """
                SELECT count(*) FROM runs AS r WHERE total <> done + failed + queued + running + cancelled
                OR (SELECT count(*) FROM task AS t WHERE t.run_id = r.run_id) <> total
                OR (SELECT count(*) FROM task AS t WHERE t.run_id = r.run_id AND t.state = 'done') <> done
                OR (SELECT count(*) FROM task AS t WHERE t.run_id = r.run_id AND t.state = 'running') <> running
                """)
            #expect(wrong == 0, "seed \(seed) step \(step)")
        }
        #expect(
            try bench.number(
                "SELECT count(*) FROM (SELECT 1 FROM answer GROUP BY image_id, recipe_id, generation HAVING count(*) "
                    + "> 1)"
            )
                == 0)
        #expect(try bench.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        #expect(try bench.text("PRAGMA integrity_check") == "ok")
    }

    @Test func `the database itself refuses a run whose sum is wrong and a task without its reason`() throws {
        let bench = try Bench()
        let run = try bench.run(tasks: 1)
        for sql in [
            "UPDATE run SET done = done + 1", "UPDATE task SET state = 'failed', finished_at = 1",
            "UPDATE task SET state = 'done'", "UPDATE task SET state = 'running'", "DELETE FROM task",
            "UPDATE task SET state = 'lost'",
        ] {
            let plain = try bench.plain()
            #expect(throws: (any Error).self, "\(sql)") { try plain.run(sql) }
        }
        #expect(try bench.store.reports.totals(of: run)?.queued == 1)
    }

    /// What somebody who goes by no rule has changed, and the sentence that names it.
    @Test(arguments: [
        (
            "UPDATE run SET done = done + 1, total = total + 1",
            "1 runs whose counters are not the counts of their tasks"
        ),
        ("DELETE FROM answer WHERE answer_id = 2", "1 tasks that are done without an answer to everything they asked"),
        ("DELETE FROM answer WHERE answer_id = 2", "1 annotations without an answer: answer 2"),
        ("INSERT INTO task_floor VALUES (1, 1, 1)", "1 tasks that are done without an answer to everything they asked"),
        ("UPDATE answer SET is_newest = 0 WHERE answer_id = 1", "1 answers whose is_newest flag is wrong"),
        (
            "INSERT INTO answer SELECT 9, image_id, recipe_id, 2, 1, run_id, attempt_id, 0, NULL FROM answer LIMIT 1",
            "1 answers whose is_newest flag is wrong: row 1 of answer"
        ),
        ("DELETE FROM term WHERE description = 'word'", "2 annotations without a term and without a text"),
        ("DELETE FROM annotation_more WHERE text IS NOT NULL", "2 annotations without a term and without a text"),
        ("DELETE FROM annotation WHERE place = 0 AND answer_id = 1", "1 geometry and texts without an annotation"),
        ("DELETE FROM annotation WHERE place = 0 AND answer_id = 1", "1 text elements that lie in something"),
        ("DELETE FROM annotation WHERE place = 0 AND answer_id = 1", "1 searched texts without an annotation"),
        ("UPDATE annotation_more SET parent = 2, place = 3 WHERE place = 1", "2 text elements that lie in something"),
        ("DELETE FROM annotation WHERE kind = 1", "2 locations without an annotation"),
        ("DELETE FROM annotation WHERE kind = 14", "2 blobs without an annotation, or of an annotation that has none"),
        ("UPDATE annotation_blob SET place = 1", "2 blobs without an annotation, or of an annotation that has none"),
        ("DELETE FROM annotation_blob WHERE answer_id = 1", "1 embeddings, segments and tensors without their blob"),
        ("DELETE FROM location WHERE answer_id = 1", "1 places that only a search by area finds"),
        ("DELETE FROM landmarks_rtree", "2 places that a search by area would not find: row 1 of location, row 2"),
        ("INSERT INTO texts_fts (rowid, text) VALUES (7, 'x')", "1 searched texts without an annotation: row 7"),
        ("UPDATE job_image SET path_id = 3 - path_id", "2 images of a job whose name is another image's"),
        (
            "INSERT INTO job_image (job_id, image_id, from_submission, path_id) SELECT job_id, image_id, 9, path_id FROM job_image LIMIT 1",
            "1 images that a job selects twice: job 1, image 1"
        ),
        (
            """
            DROP INDEX job_recipe_shown;
            INSERT INTO job_recipe SELECT job_id, recipe_id, 9, 1, NULL, person, feature_bit FROM job_recipe
            """, "1 recipes that a job shows twice: job 1, recipe 1"
        ),
        ("UPDATE attempt SET run_id = 9 WHERE attempt_id = 1", "1 attempts of another run than their task"),
        ("UPDATE attempt SET run_id = 9 WHERE attempt_id = 1", "row 1 of attempt names a row of run that is not there"),
        ("UPDATE attempt SET worker_id = 9", "row 1 of attempt names a row of worker that is not there: worker_id 9"),
        ("DELETE FROM recipe", "row 1 of answer names a row of recipe that is not there: recipe_id 1"),
        (
            "UPDATE answer SET image_id = 9 WHERE answer_id = 2",
            "row 2 of answer names a row of image that is not there"
        ),
        ("UPDATE answer SET attempt_id = 9 WHERE answer_id = 2", "row 2 of answer names a row of attempt that is not"),
    ])
    func `doctor names what never may be`(sql: String, sentence: String) throws {
        let bench = try Bench()
        let run = try bench.run(tasks: 2)
        let ends = try bench.claim(2, of: run, by: try bench.enter()).map { claim in
            var end = bench.answered(claim)
            var line = Annotation(kind: .text, rank: 0, description: "a line of text")
            line.level = .line
            var word = Annotation(kind: .text, rank: 1, description: "word")
            (word.level, word.parent) = (.word, 0)
            var tower = Annotation(kind: .landmark, rank: 2, description: "Tower")
            tower.locations = [Coordinate(latitude: 48.858461, longitude: 2.294351)]
            var vector = Annotation(kind: .embedding, rank: 0, description: "vector")
            vector.blob = [0, 0, 0, 0]
            end.answers[0].annotations = [line, word, tower, vector]
            return end
        }
        #expect(try bench.record(ends, in: run) == 2)
        #expect(try bench.store.problems() == [])
        try bench.plain().script("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(sql)")
        let found = try bench.store.problems()
        #expect(found.contains { $0.hasPrefix(sentence) }, "\(found)")
    }
}
