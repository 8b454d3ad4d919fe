import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// Rows that no program may write, whatever it thinks: CHECKs, unique indexes and triggers.
@Suite struct RefusedWriteTests {
    /// A write that the tables refuse.
    enum Refused: String, CaseIterable, CustomTestStringConvertible {
        case `more units than the cap` =
            "INSERT INTO cap_usage (scope, subject, period, units, cap_units) VALUES ('run', 99, '', 2, 1)"
        case `more dollars than the cap` =
            "INSERT INTO cap_usage (scope, subject, period, micro_usd, cap_micro_usd) VALUES ('run', 99, '', 2, 1)"
        case `a unit that is deleted` = "DELETE FROM ledger"
        case `a task that is deleted` = "DELETE FROM task"
        case `a task that runs without an attempt` = "UPDATE task SET state = 'running' WHERE state = 'queued'"
        case `a task that fails without a reason` =
            "UPDATE task SET state = 'failed', finished_at = 1, attempt_id = NULL"
        case `a run whose sum is wrong` = "UPDATE run SET total = total + 1"
        case `two answers of one generation` = """
            INSERT INTO answer (image_id, recipe_id, generation, is_newest, run_id, attempt_id, annotated_at)
            SELECT 1, 1, 1, 0, 1, 1, column1 FROM (VALUES (1), (2))
            """
        case `two open nights of one job` = """
            INSERT INTO night (job, key, worker_id, host_name, started_at)
            SELECT 'job', randomblob(16), 1, 'here', 1 FROM (VALUES ('1'), ('2'))
            """
        case `a place that is on no globe` =
            "INSERT INTO location (answer_id, place, rank, latitude, longitude) VALUES (1, 0, 0, 90.5, 0)"

        var testDescription: String { "\(self)" }
    }

    @Test(arguments: Refused.allCases) func `the tables refuse what must never be`(write: Refused) throws {
        let bench = try Bench()
        let run = try bench.run(tasks: 2)
        let worker = try bench.enter()
        let claims = try bench.store.write { transaction throws(StoreError) in
            try transaction.queue.claim(
                1, of: run, by: worker, mayBeAlone: true, on: Billing(account: "project", budget: Budget())
            ).claims
        }
        #expect(claims.count == 1)
        let before = try bench.number("SELECT (SELECT count(*) FROM ledger) + (SELECT count(*) FROM task)")
        #expect(before == 3)
        #expect(throws: SQLiteError.self) { try bench.plain().script(write.rawValue) }
        #expect(try bench.number("SELECT (SELECT count(*) FROM ledger) + (SELECT count(*) FROM task)") == before)
        #expect(try bench.store.problems() == [])
    }
}
