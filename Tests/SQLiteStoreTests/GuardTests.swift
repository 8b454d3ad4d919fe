import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// What keeps two writers apart that do not wait for each other, as in a store of many machines.
@Suite struct GuardTests {
    let bench: Bench
    private let billing = Billing(account: "project", budget: Budget())

    init() throws { bench = try Bench() }

    @Test func `a task that left the queue between the look and the claim is not claimed`() throws {
        let run = try bench.run(tasks: 2)
        let session = try bench.session(try bench.request(run))
        try bench.plain().script(
            """
            CREATE TRIGGER other_writer AFTER INSERT ON attempt WHEN NEW.task_id = 2 BEGIN
                UPDATE task SET state = 'running', attempt_id = NEW.attempt_id WHERE task_id = 2;
            END
            """)
        #expect(throws: StoreError.self) { try session.exchange(bench.report(1, wanted: 2)) }
        #expect(try bench.rows("SELECT state FROM task") == ["queued", "queued"])
        #expect(try bench.number("SELECT count(*) FROM attempt") == 0)
    }

    @Test func `no two tasks of one image run`() throws {
        let first = try bench.run(tasks: 1)
        let second = try bench.run(tasks: 1)
        let worker = try bench.enter()
        #expect(try bench.claim(1, of: first, by: worker).count == 1)
        #expect(throws: SQLiteError.self) {
            try bench.plain().run(
                "UPDATE task SET state = 'running', attempt_id = 1 WHERE run_id = ?", .integer(second.value))
        }
    }

    /// Writes down each change of a hot row in the order in which they come.
    private func watchHotRows() throws {
        let keys = [
            "worker": "NEW.worker_id", "cap_usage": "NEW.scope || ' ' || NEW.subject || ' ' || NEW.period",
            "ledger_total": "NEW.run_id || ' ' || NEW.account_id || ' ' || NEW.month || ' ' || NEW.feature",
            "run": "NEW.run_id", "ledger": "NEW.attempt_id", "task": "NEW.task_id",
        ]
        let plain = try bench.plain()
        try plain.script("CREATE TABLE changes (number INTEGER PRIMARY KEY, place TEXT, row TEXT)")
        for (table, key) in keys {
            for change in ["INSERT", "UPDATE"] {
                try plain.script(
                    """
                    CREATE TRIGGER watch_\(table)_\(change) AFTER \(change) ON \(table) BEGIN
                        INSERT INTO changes (place, row) VALUES ('\(table)', \(key));
                    END
                    """)
            }
        }
    }

    @Test func `sums and counters are changed last, each row once, in the order of their keys`() throws {
        let other = try bench.run(tasks: 3, job: "other")
        let run = try bench.run(tasks: 8)
        // A worker on another machine has images of the other run, and dies.
        let dead = try bench.enter(pid: 9)
        try bench.store.write { transaction throws(StoreError) in
            _ = try transaction.queue.claim(2, of: other, by: dead, mayBeAlone: false, on: billing)
        }
        let session = try bench.session(try bench.request(run, billing: billing))
        let claims = try session.exchange(bench.report(1, wanted: 4)).claims
        #expect(claims.count == 4)
        _ = try session.exchange(bench.report(2, sending: [Array(claims.prefix(2))]))
        let ended = [bench.answered(claims[0]), bench.failed(claims[1]), AttemptResult(returning: claims[2])]
        bench.time.advance(.seconds(40))
        try watchHotRows()
        // Another session, which has not looked for dead workers yet.
        let next = try bench.session(try bench.request(run, billing: billing))
        _ = try next.exchange(bench.report(1, wanted: 2, results: ended))
        let hot = try bench.rows(
            "SELECT place || ' ' || row FROM changes WHERE place NOT IN ('worker', 'ledger', 'task') ORDER BY number")
        #expect(Set(hot).count == hot.count, "each once: \(hot)")
        let order = ["ledger_total", "cap_usage", "run"]
        let places = order.map { slot in hot.filter { $0.hasPrefix(slot + " ") } }
        #expect(hot == places.flatMap { $0.sorted() }, "in order")
        #expect(places.map(\.count) == [2, 8, 2], "of both runs")
        #expect(
            try bench.number(
                """
                SELECT (SELECT max(number) FROM changes WHERE place IN ('worker', 'ledger', 'task'))
                    < (SELECT min(number) FROM changes WHERE place IN ('cap_usage', 'ledger_total', 'run'))
                """) == 1, "last")
        try bench.plain().script("DROP TABLE changes")
        #expect(
            try bench.rows("SELECT run_id, queued, running FROM run") == ["\(other.value)|3|0", "\(run.value)|3|3"])
    }
}
