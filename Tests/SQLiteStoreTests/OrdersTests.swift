@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite("What people order about runs") struct OrdersTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func order<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws -> Result {
        try bench.store.write(body)
    }

    @Test func `of a paused run nothing is claimed, what is in hand ends, and it goes on when it is resumed`() throws {
        let run = try bench.run(tasks: 5)
        let worker = try bench.enter()
        let claims = try bench.claim(2, of: run, by: worker)
        #expect(try order { transaction throws(StoreError) in try transaction.runs.pause(run) })
        #expect(try order { transaction throws(StoreError) in try transaction.runs.pause(run) } == false)
        let claimed = try order { transaction throws(StoreError) in
            try transaction.queue.claim(5, of: run, by: worker, mayBeAlone: true)
        }
        #expect(claimed.claims.isEmpty && claimed.stopReason == .paused)
        #expect(try bench.record(claims.map { bench.answered($0) }, in: run) == 2)
        #expect(try bench.text("SELECT state || ' ' || done || ' ' || queued FROM runs") == "paused 2 3")
        #expect(try bench.store.reports.totals(of: run)?.state == "paused")
        #expect(try bench.store.reports.openRuns().isEmpty)
        #expect(try bench.store.reports.pausedRuns() == [run])
        #expect(try order { transaction throws(StoreError) in try transaction.runs.resume(run) })
        #expect(try order { transaction throws(StoreError) in try transaction.runs.resume(run) } == false)
        #expect(try bench.store.reports.openRuns() == [run])
        #expect(try bench.claim(5, of: run, by: worker).count == 3)
    }

    @Test func `a finished run cannot be paused, and a cancelled one is not paused any more`() throws {
        let run = try bench.run(tasks: 2)
        _ = try order { transaction throws(StoreError) in try transaction.runs.pause(run) }
        #expect(try order { transaction throws(StoreError) in try transaction.runs.cancel(run) } == 2)
        #expect(try bench.store.reports.totals(of: run)?.isPaused == false)
        #expect(try order { transaction throws(StoreError) in try transaction.runs.pause(run) } == false)
        #expect(try bench.text("SELECT state FROM runs") == "cancelled")
    }

    @Test func `the highest priority comes first, then the oldest`() throws {
        let runs = try (0..<4).map { try bench.run(tasks: 1, job: "job-\($0)") }
        try order { transaction throws(StoreError) in
            try transaction.runs.prioritize(runs[2], at: 100)
            try transaction.runs.prioritize(runs[0], at: -1)
        }
        #expect(try bench.store.reports.openRuns() == [runs[2], runs[1], runs[3], runs[0]])
        #expect(try bench.store.reports.outranking(runs[1]) == [runs[2]])
        #expect(try bench.store.reports.outranking(runs[2]).isEmpty)
        #expect(try bench.store.reports.outranking(runs[0]) == [runs[2], runs[1], runs[3]])
    }

    @Test func `a run whose tasks cannot run now outranks none`() throws {
        let low = try bench.run(tasks: 1)
        let high = try bench.run(tasks: 1)
        try order { transaction throws(StoreError) in try transaction.runs.prioritize(high, at: 1) }
        let claims = try bench.claim(1, of: high, by: try bench.enter())
        #expect(try bench.store.reports.outranking(low).isEmpty)
        let failure = Failure(stage: .read, kind: .unreadable, message: "i/o error", isTransient: true)
        let outcome = AttemptOutcome.retry(failure, after: .seconds(10))
        _ = try bench.record(
            [AttemptResult(claim: claims[0], outcome: outcome)], in: high)
        #expect(try bench.store.reports.outranking(low).isEmpty)
        bench.time.advance(.seconds(11))
        #expect(try bench.store.reports.outranking(low) == [high])
        _ = try order { transaction throws(StoreError) in try transaction.runs.pause(high) }
        #expect(try bench.store.reports.outranking(low).isEmpty)
    }

    @Test(arguments: [(nil, nil, 3), (Failure.Kind.service, nil, 2), (nil, "EIO", 1), (.service, "EIO", 0)])
    func `failures are taken up again by their kind and their code`(kind: Failure.Kind?, code: String?, count: Int)
        throws
    {
        let run = try bench.run(tasks: 3)
        let claims = try bench.claim(3, of: run, by: try bench.enter())
        let failures = [
            Failure(stage: .annotate, kind: .service, code: "INTERNAL", message: "it failed"),
            Failure(stage: .annotate, kind: .service, code: nil, message: "it failed"),
            Failure(stage: .read, kind: .unreadable, code: "EIO", message: "i/o error"),
        ]
        _ = try bench.record(
            zip(claims, failures).map {
                AttemptResult(claim: $0, outcome: .failed($1))
            }, in: run)
        #expect(
            try order { transaction throws(StoreError) in
                try transaction.runs.retry(.run(run), only: .failures(kind: kind, code: code)).images
            }
                == count)
        #expect(try bench.store.reports.totals(of: run)?.queued == count)
    }
}
