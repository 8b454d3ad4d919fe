@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct CancellingTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func cancel(_ run: RunID) throws {
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.runs.cancel(run) }
    }

    @Test func `what a cancelled run has in hand does not wait again, however it ends`() throws {
        let run = try bench.run(tasks: 5)
        let worker = try bench.enter()
        let claims = try bench.claim(5, of: run, by: worker)
        try cancel(run)
        let failure = Failure(stage: .read, kind: .unreadable, message: "i/o error", isTransient: true)
        let retried = AttemptResult(
            claim: claims[0], outcome: .retry(failure, after: .seconds(10)))
        #expect(
            try bench.record(
                [retried, AttemptResult(returning: claims[1]), bench.answered(claims[2]), bench.failed(claims[3])],
                in: run)
                == 4)
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(worker, as: .died) }
        let totals = try #require(try bench.store.reports.totals(of: run))
        #expect(
            [totals.queued, totals.running, totals.done, totals.failed, totals.cancelled] == [0, 0, 1, 1, 3])
        #expect(totals.finishedAt != nil)
        #expect(try bench.store.reports.openRuns().isEmpty)
        #expect(
            try bench.text("SELECT group_concat(outcome) FROM attempts") == "retry,interrupted,answered,failed,died")
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `a run that nobody cancelled goes on with what is given back`() throws {
        let run = try bench.run(tasks: 1)
        let claims = try bench.claim(1, of: run, by: try bench.enter())
        #expect(try bench.record(claims.map { AttemptResult(returning: $0) }, in: run) == 1)
        let totals = try #require(try bench.store.reports.totals(of: run))
        #expect(totals.queued == 1 && totals.finishedAt == nil)
    }

    @Test func `a failure taken up again in a cancelled run makes it an open run again`() throws {
        let run = try bench.run(tasks: 2)
        let claims = try bench.claim(1, of: run, by: try bench.enter())
        _ = try bench.record(claims.map { bench.failed($0) }, in: run)
        try cancel(run)
        #expect(
            try bench.store.write { transaction throws(StoreError) in
                try transaction.runs.retry(.run(run), only: .failures()).images
            } == 1)
        #expect(try bench.store.reports.openRuns() == [run])
        #expect(try bench.text("SELECT state || ' ' || queued || ' ' || cancelled FROM runs") == "queued 1 1")
    }

    /// A newer submission of the job that asks something else, so that its runs are superseded.
    private func supersede() throws {
        let other = Recipe(
            backend: "tflite", model: "n@2", feature: .labelDetection, parameters: "{}", preparation: "{}")
        let asked = try bench.store.write { transaction throws(StoreError) in try transaction.recipes.register([other])
        }
        _ = try bench.run(tasks: 0, recipes: asked)
    }

    @Test func `of a superseded run nothing is claimed, and what is given back is cancelled`() throws {
        let run = try bench.run(tasks: 6)
        let (worker, other) = (try bench.enter(), try bench.enter(pid: 2))
        let claims = try bench.claim(4, of: run, by: worker)
        _ = try bench.claim(1, of: run, by: other)
        try supersede()
        let claimed = try bench.store.write { transaction throws(StoreError) in
            try transaction.queue.claim(5, of: run, by: worker, mayBeAlone: true)
        }
        #expect(claimed.claims.isEmpty && claimed.stopReason == .superseded)
        let failure = Failure(stage: .read, kind: .unreadable, message: "i/o error", isTransient: true)
        let retried = AttemptResult(
            claim: claims[0], outcome: .retry(failure, after: .seconds(10)))
        #expect(
            try bench.record(
                [retried, AttemptResult(returning: claims[1]), bench.answered(claims[2]), bench.failed(claims[3])],
                in: run)
                == 4)
        #expect(
            try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(other, as: .lapsed) }
                == 1)
        #expect(
            try bench.rows("SELECT queued, running, done, failed, cancelled FROM run WHERE run_id = \(run.value)")
                == ["1|0|1|1|3"])
        #expect(
            try bench.store.write { transaction throws(StoreError) in
                try transaction.runs.retry(.run(run), only: .failures()).images
            } == 0)
        #expect(try bench.store.problems().isEmpty)
    }
}
