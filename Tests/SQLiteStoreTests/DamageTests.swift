import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// A store with cells that nothing of ours has written.
@Suite struct DamageTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// Changes the file as somebody who goes by no rule.
    private func damage(_ sql: String) throws {
        try bench.plain().script("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(sql)")
    }

    /// Why the store is damaged, in the words of the call that finds it.
    private func reason(_ body: () throws(StoreError) -> Void) -> String? {
        do throws(StoreError) {
            try body()
            return nil
        } catch {
            guard error.kind == .damaged else { return "\(error)" }
            let words = error.message.split(separator: " is damaged: ", maxSplits: 1)
            return words.last.map { String($0.split(separator: "; run `cairn doctor`")[0]) }
        }
    }

    @Test(arguments: [Int64.min, .max], ["total", "queued", "running", "done", "failed", "submitted_at", "priority"])
    func `a run's number at either end of 64 bits is named, and nothing is reckoned with it`(
        number: Int64, column: String
    ) throws {
        let run = try bench.run(tasks: 2)
        try damage("UPDATE run SET \(column) = \(number)")
        let words = "is not a date, a count, an amount or a row's number"
        #expect(
            reason { () throws(StoreError) in _ = try bench.store.reports.totals(of: run) }
                == "\(column) is \(number), which \(words)")
        #expect(try bench.store.problems().contains("row 1 of run: \(column) \(words)"))
    }

    @Test func `a sum beyond 64 bits says that the store is damaged`() throws {
        let run = try bench.run(tasks: 1)
        try damage(
            """
            INSERT INTO account (account_id, name) VALUES (1, 'a');
            INSERT INTO ledger_total (run_id, account_id, month, feature, settled) VALUES
                (1, 1, '2026-11', 'X', 9223372036854775807), (1, 1, '2026-10', 'X', 9223372036854775807)
            """)
        #expect(
            reason { () throws(StoreError) in _ = try bench.store.reports.totals(of: run) }
                == "a sum is beyond what 64 bits hold")
        #expect(
            try bench.store.problems().contains(
                "row (1, 1, '2026-11', 'X') of ledger_total: settled is not a date, a count, an amount or a row's "
                    + "number"
            ))
    }

    @Test func `a manifest that is not the one of its digest is damaged, and never worked on`() throws {
        let run = try bench.run(tasks: 1)
        try damage("UPDATE job SET manifest_digest = zeroblob(32)")
        #expect(
            reason { () throws(StoreError) in _ = try bench.store.reports.manifest(of: run) }?
                .hasSuffix("is not the one of its digest") ?? false)
        #expect(try bench.store.problems() == ["row 1 of job: the manifest is not the one of its digest"])
    }

    @Test func `a run whose job is gone is damaged, and not unknown`() throws {
        let run = try bench.run(tasks: 1)
        try damage("DELETE FROM job")
        #expect(
            reason { () throws(StoreError) in _ = try bench.store.reports.totals(of: run) }
                == "run 1 names a job that is not there")
        #expect(
            try bench.store.problems().contains("row 1 of run names a row of job that is not there: job_id 1"))
    }

    @Test(arguments: [
        "UPDATE task SET path_id = 99 WHERE task_id = 2", "DELETE FROM path", "DELETE FROM image WHERE image_id = 2",
        "UPDATE task SET isolated = 5 WHERE task_id = 2",
        "UPDATE task SET state = 'done', finished_at = 1",
    ])
    func `a run whose counts speak of images that can never begin is damaged, and not waited for`(sql: String) throws {
        let run = try bench.run(tasks: 2)
        let worker = try bench.enter()
        #expect(try bench.store.reports.hasWork(in: run, excluding: worker))
        try damage(sql)
        _ = try bench.record(bench.claim(2, of: run, by: worker).map { bench.answered($0) }, in: run)
        let found = reason { () throws(StoreError) in _ = try bench.store.reports.hasWork(in: run, excluding: worker) }
        #expect(found?.hasSuffix("none of them can begin or end") == true, "\(found ?? "nothing")")
        #expect(try bench.store.problems() != [])
    }

    @Test func `images that others hold, or that wait for their moment, are waited for`() throws {
        let run = try bench.run(tasks: 2)
        let (worker, other) = (try bench.enter(), try bench.enter(pid: 2))
        let claims = try bench.claim(2, of: run, by: other)
        #expect(try bench.store.reports.hasWork(in: run, excluding: worker))
        let failure = Failure(stage: .annotate, kind: .unreachable, message: "no")
        _ = try bench.record(
            claims.map {
                AttemptResult(claim: $0, outcome: .retry(failure, after: .seconds(10)))
            },
            in: run)
        #expect(try bench.claim(2, of: run, by: worker).isEmpty)
        #expect(try bench.store.reports.hasWork(in: run, excluding: worker))
        bench.time.advance(.seconds(11))
        let own = try bench.claim(2, of: run, by: worker)
        #expect(try bench.record(own.map { bench.answered($0) }, in: run) == 2)
        #expect(try !bench.store.reports.hasWork(in: run, excluding: worker))
    }

    @Test func `images that a worker holds which has ended are not waited for`() throws {
        let run = try bench.run(tasks: 1)
        let (worker, other) = (try bench.enter(), try bench.enter(pid: 2))
        #expect(try bench.claim(1, of: run, by: other).count == 1)
        try damage("UPDATE worker SET ended_at = 1 WHERE worker_id = \(other.value)")
        let found = reason { () throws(StoreError) in _ = try bench.store.reports.hasWork(in: run, excluding: worker) }
        #expect(found?.hasSuffix("none of them can begin or end") == true, "\(found ?? "nothing")")
        #expect(
            try bench.store.problems() == ["1 attempts that run for a worker that has ended: row 1 of attempt"])
    }

    @Test(arguments: [
        ("DELETE FROM recipe_set_member", "runs ask for set 1 of recipes, which holds none"),
        ("UPDATE run SET recipe_set_id = 9", "runs ask for set 9 of recipes, which holds none"),
        ("DELETE FROM recipe", "recipe_set_member names row 1 of recipe, which is not there"),
        ("UPDATE image SET digest = x'00'", "row 1 of image holds no key"),
    ])
    func `what a claim cannot tell is damage, and no task is done by it`(sql: String, words: String) throws {
        let run = try bench.run(tasks: 1)
        let worker = try bench.enter()
        try damage(sql)
        let store = try bench.another()
        let found = reason { () throws(StoreError) in
            try store.write { transaction throws(StoreError) in
                _ = try transaction.queue.claim(1, of: run, by: worker, mayBeAlone: true)
            }
        }
        #expect(found == words)
        #expect(try bench.rows("SELECT state FROM runs") == ["queued"])
        #expect(try bench.store.problems() != [])
    }

    @Test func `an account that is held back for longer than anything does is damaged`() throws {
        let run = try bench.run(tasks: 1)
        let billing = Billing(account: "a", budget: Budget())
        let worker = try bench.enter()
        let claims = try bench.store.write { transaction throws(StoreError) in
            try transaction.queue.claim(1, of: run, by: worker, mayBeAlone: true, on: billing).claims
        }
        try damage("UPDATE account SET opens_at = 9007199254740991")
        let found = reason { () throws(StoreError) in
            try bench.store.write { transaction throws(StoreError) in
                _ = try transaction.ledger.requestSend(SendRequest(attempts: claims.map(\.attempt)), on: billing)
            }
        }
        #expect(found == "row 1 of account holds back its requests for longer than anything does")
    }

    @Test func `a row that breaks a CHECK is named, in tables with and without row numbers`() throws {
        _ = try bench.run(tasks: 2)
        try damage(
            """
            UPDATE task SET isolated = 5 WHERE task_id = 2;
            INSERT INTO account (account_id, name) VALUES (1, 'a');
            INSERT INTO quota VALUES (1, 'week', 5, NULL, 0)
            """)
        // SQLite forgets the CHECKs of a file that it opens to read; doctor opens it so.
        let reader = try Database(at: bench.scratch.file("cairn.db"), for: .read, clock: bench.time.clock)
        #expect(
            try reader.problems() == [
                "row (1, 'week') of quota: it breaks CHECK (period IN ('day', 'month'))",
                "row 2 of task: it breaks CHECK (isolated = 0 OR isolated = 1)",
            ])
    }

    @Test func `what the tables refuse of a change is damage`() throws {
        let run = try bench.run(tasks: 1)
        let worker = try bench.enter()
        try damage("UPDATE run SET queued = 0, done = 1")
        let found = reason { () throws(StoreError) in
            try bench.store.write { transaction throws(StoreError) in
                _ = try transaction.queue.claim(1, of: run, by: worker, mayBeAlone: true)
            }
        }
        #expect(found == "CHECK constraint failed: queued >= 0")
        #expect(
            try bench.store.problems() == ["1 runs whose counters are not the counts of their tasks: row 1 of run"])
    }
}
