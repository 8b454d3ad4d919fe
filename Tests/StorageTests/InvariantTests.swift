import SQLite
import Storage
import TestSupport
import Testing
import Vocabulary

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
                    end == 0 ? bench.failed(claim) : end == 1 ? Finished(returning: claim) : bench.answered(claim)
                _ = try bench.record([finished], in: run)
            case 16..<18:
                // The process is gone; sometimes it comes back and tries to end what it had in hand.
                let gone = workers.remove(at: index)
                _ = try bench.store.write { () throws(StoreError) in try bench.store.end(gone.id, as: .died) }
                #expect(
                    try bench.record(gone.claims.map { bench.answered($0) }, in: run) == 0, "seed \(seed) step \(step)")
            case 18:
                _ = try bench.store.write { () throws(StoreError) in try bench.store.retry(run, kind: nil, code: nil) }
            default:
                let again = try bench.run(tasks: 2)
                _ = try bench.store.write { () throws(StoreError) in try bench.store.cancel(again) }
            }
            let wrong = try bench.number(
                """
                SELECT count(*) FROM runs AS r WHERE total <> done + failed + waiting + running + cancelled
                OR (SELECT count(*) FROM task AS t WHERE t.run_id = r.run_id) <> total
                OR (SELECT count(*) FROM task AS t WHERE t.run_id = r.run_id AND t.state = 'done') <> done
                OR (SELECT count(*) FROM task AS t WHERE t.run_id = r.run_id AND t.state = 'running') <> running
                """)
            #expect(wrong == 0, "seed \(seed) step \(step)")
        }
        #expect(
            try bench.number(
                "SELECT count(*) FROM (SELECT 1 FROM result GROUP BY image_id, recipe_id, generation HAVING count(*) > 1)"
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
        #expect(try bench.store.totals(of: run)?.waiting == 1)
    }
}
