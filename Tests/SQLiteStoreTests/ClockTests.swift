@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// The clock is set back or forth while work waits.
@Suite struct ClockTests {
    let bench: Bench
    let lease = TimeSpan.seconds(30)

    init() throws { bench = try Bench() }

    private func follow() throws {
        try bench.store.write { transaction throws(StoreError) in try transaction.clock.follow(lease: lease) }
    }

    private func retry(_ claim: Claim, in wait: TimeSpan) -> AttemptResult {
        let failure = Failure(stage: .annotate, kind: .lost, message: "no answer", isTransient: true)
        return AttemptResult(
            claim: claim, outcome: .retry(failure, after: wait))
    }

    @Test(arguments: [-3600, -3, 0]) func `a retry waits no longer than it should when the clock is set back`(
        seconds: Int64
    )
        throws
    {
        let run = try bench.run(tasks: 1)
        let worker = try bench.enter()
        let claim = try #require(try bench.claim(1, of: run, by: worker).first)
        _ = try bench.record([retry(claim, in: .seconds(2))], in: run)
        bench.time.advance(.seconds(seconds))
        try follow()
        #expect(try bench.claim(1, of: run, by: worker).count == (seconds == 0 ? 0 : 1))
        bench.time.advance(.seconds(2))
        #expect(try bench.claim(1, of: run, by: worker).count == (seconds == 0 ? 1 : 0))
    }

    @Test func `no retry waits longer than any may, whatever the clock of the worker said that ordered it`() throws {
        let run = try bench.run(tasks: 2)
        let worker = try bench.enter()
        let claims = try bench.claim(2, of: run, by: worker)
        _ = try bench.record([retry(claims[0], in: .seconds(600)), retry(claims[1], in: .seconds(601))], in: run)
        try bench.store.write { transaction throws(StoreError) in
            try transaction.clock.boundWaits(of: run, to: .seconds(600))
        }
        #expect(try bench.claim(2, of: run, by: worker).map(\.task) == [claims[1].task])
    }

    @Test func `an account's pause goes on for what was left of it, and a lease ends no later than one from now`()
        throws
    {
        let billing = Billing(account: "project", budget: Budget(), pace: .requests(60))
        let run = try bench.run(tasks: 2)
        let worker = try bench.enter()
        let claims = try bench.claim(2, of: run, by: worker)
        let request = SendRequest(attempts: claims.map(\.attempt))
        try bench.store.write { transaction throws(StoreError) in
            try transaction.ledger.hold("project", for: .seconds(5))
        }
        bench.time.advance(.seconds(-7200))
        try follow()
        let now = bench.time.clock.now()
        let verdict = try bench.store.write { transaction throws(StoreError) in
            try transaction.ledger.requestSend(request, on: billing)
        }
        #expect(verdict == .wait(.seconds(5), slot: nil))
        #expect(try bench.store.workers.living().map(\.leaseEnds) == [now + lease])
        // Twice is once.
        try follow()
        #expect(try bench.store.workers.living().map(\.leaseEnds) == [now + lease])
    }

    @Test func `a request with a start of before the clock was set back gets a new one, soon`() throws {
        let billing = Billing(account: "project", budget: Budget(), pace: .requests(60))
        let run = try bench.run(tasks: 3)
        var queued: [SendRequest] = []
        func requestSend(_ request: SendRequest) throws -> SendDecision {
            try bench.store.write { transaction throws(StoreError) in
                try transaction.ledger.requestSend(request, on: billing)
            }
        }
        for claim in try bench.claim(3, of: run, by: try bench.enter()) {
            var request = SendRequest(attempts: [claim.attempt])
            guard case .wait(_, let slot) = try requestSend(request) else { continue }
            request.slot = slot
            queued.append(request)
        }
        #expect(queued.count == 2)
        bench.time.advance(.seconds(-3600))
        try follow()
        let now = bench.time.clock.now()
        let starts = try queued.map { request in
            if case .wait(_, let slot?) = try requestSend(request) { slot.start } else { now }
        }
        #expect(starts.allSatisfy { now <= $0 && $0 < now + .seconds(10) } && starts[0] < starts[1], "\(starts)")
    }

    @Test func `a pause is short for us, too, where one whose clock goes before ours ordered it and is gone`() throws {
        let billing = Billing(account: "project", budget: Budget())
        let run = try bench.run(tasks: 2)
        let worker = try bench.enter()
        let claims = try bench.claim(2, of: run, by: worker)
        let (ahead, back) = (TimeSpan.seconds(7200), TimeSpan.seconds(-7200))
        bench.time.advance(ahead)
        let other = try bench.enter(pid: 2)
        // After each of our looks it has more ordered by its own time; then it dies.
        for claim in claims {
            bench.time.advance(back)
            try follow()
            bench.time.advance(ahead)
            _ = try bench.record([retry(claim, in: .seconds(1))], in: run)
            try bench.store.write { transaction throws(StoreError) in
                try transaction.ledger.hold("project", for: .seconds(5))
            }
        }
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(other, as: .died) }
        bench.time.advance(back)
        try bench.store.write { transaction throws(StoreError) in
            // What we order ourselves meanwhile hides nothing.
            try transaction.ledger.hold("project", for: .seconds(1))
            try transaction.clock.follow(lease: lease)
        }
        let again = try bench.claim(2, of: run, by: worker)
        #expect(Set(again.map(\.task)) == Set(claims.map(\.task)))
        let request = SendRequest(attempts: again.map(\.attempt))
        let verdict = try bench.store.write { transaction throws(StoreError) in
            try transaction.ledger.requestSend(request, on: billing)
        }
        #expect(verdict == .wait(.seconds(5), slot: nil))
    }

    @Test func `where nobody worked while it was set back, the last one's end tells`() throws {
        let run = try bench.run(tasks: 1)
        let worker = try bench.enter()
        let claim = try #require(try bench.claim(1, of: run, by: worker).first)
        _ = try bench.record([retry(claim, in: .seconds(2))], in: run)
        bench.time.advance(.seconds(60))
        _ = try bench.store.write { transaction throws(StoreError) in
            try transaction.workers.end(worker, as: .interrupted)
        }
        bench.time.advance(.seconds(-3600))
        try follow()
        #expect(try bench.claim(1, of: run, by: try bench.enter()).count == 1)
    }

    @Test func `an answer given at an earlier time than its task was queued at is not asked for again`() throws {
        let first = try bench.run(tasks: 3)
        let second = try bench.run(tasks: 3)
        bench.time.advance(.seconds(-3600))
        let worker = try bench.enter()
        let claims = try bench.claim(3, of: first, by: worker)
        _ = try bench.record(claims.map { bench.answered($0) }, in: first)
        #expect(try bench.claim(3, of: second, by: worker).isEmpty)
        #expect(try bench.store.reports.totals(of: second)?.done == 3)
        #expect(try bench.number("SELECT count(*) FROM answer") == 3)
    }

    @Test func `what is to be answered anew is not answered by what was there before, whatever the clock says`() throws
    {
        let first = try bench.run(tasks: 1)
        let worker = try bench.enter()
        let claim = try #require(try bench.claim(1, of: first, by: worker).first)
        _ = try bench.record([bench.answered(claim)], in: first)
        bench.time.advance(.seconds(-3600))
        let second = try bench.run(tasks: 1, isForced: true)
        #expect(try bench.claim(1, of: second, by: worker).count == 1)
    }
}
