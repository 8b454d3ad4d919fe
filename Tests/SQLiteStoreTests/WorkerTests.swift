import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct WorkerTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `a worker is entered until it ends`() throws {
        let worker = try bench.enter()
        #expect(try bench.store.workers.living().map(\.id) == [worker])
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(worker, as: .lapsed) }
        #expect(try bench.store.workers.living().isEmpty)
        #expect(
            try bench.store.write { transaction throws(StoreError) in
                try transaction.workers.renew(worker, lease: .seconds(30))
            } == false)
    }

    @Test func `a million answers from elsewhere are taken over a part at a time`() throws {
        let first = try bench.run(tasks: 5000)
        let second = try bench.run(tasks: 5000)
        bench.time.advance(.seconds(1))
        let worker = try bench.enter()
        try bench.store.write { transaction throws(StoreError) in
            while case let claims = try transaction.queue.claim(64, of: first, by: worker, mayBeAlone: true).claims,
                !claims.isEmpty
            {
                _ = try transaction.queue.record(claims.map { bench.answered($0) }, in: first)
            }
        }
        #expect(try bench.claim(64, of: second, by: worker).isEmpty)
        let part = try #require(try bench.store.reports.totals(of: second))
        #expect(part.done > 1000 && part.queued > 0)
        #expect(try bench.claim(64, of: second, by: worker).isEmpty)
        #expect(try bench.store.reports.totals(of: second)?.done == 5000)
        #expect(try bench.number("SELECT count(*) FROM attempt") == 5000)
    }

    @Test func `claims, cancelling and the numbers of a run ask the indexes made for them`() throws {
        let plain = try bench.plain()
        let questions = [
            (
                """
                SELECT task_id FROM task WHERE run_id = 1 AND state = 'queued' AND isolated = 0 AND not_before <= 5
                ORDER BY not_before, task_id LIMIT 4
                """, "task_queued"
            ),
            ("SELECT min(not_before) FROM task WHERE run_id = 1 AND state = 'queued' AND isolated = 1", "task_queued"),
            ("SELECT 1 FROM task AS o WHERE o.image_id = 3 AND o.state = 'running'", "task_running"),
            ("SELECT kind, count(*) FROM task WHERE run_id = 1 AND state = 'failed' GROUP BY kind", "task_failed"),
            ("SELECT run_id FROM run WHERE finished_at IS NULL AND queued > 0 ORDER BY run_id", "run_open"),
        ]
        for (sql, index) in questions {
            let plan = try plain.all("EXPLAIN QUERY PLAN " + sql) { $0.text(3) }.joined(separator: "; ")
            #expect(plan.contains(index), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        }
    }
}
