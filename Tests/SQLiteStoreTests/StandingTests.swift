import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite("How a run stands") struct StandingTests {
    let bench: Bench
    let run: RunID

    init() throws {
        bench = try Bench()
        run = try bench.run(tasks: 40)
    }

    private func claim(_ count: Int, _ billing: Billing) throws -> [Claim] {
        let worker = try bench.enter()
        return try bench.store.write { transaction throws(StoreError) in
            try transaction.queue.claim(count, of: run, by: worker, mayBeAlone: true, on: billing).claims
        }
    }

    private func billing(_ budget: Budget = Budget()) -> Billing {
        Billing(account: "project", budget: budget)
    }

    private func recent() throws -> RecentEnds? {
        try bench.store.reports.recentEnds(within: .seconds(60))[run]
    }

    @Test func `its rate is of what ended in the last minute, and falls when nothing does`() throws {
        #expect(try recent() == nil)
        let claims = try bench.claim(30, of: run, by: try bench.enter())
        bench.time.advance(.seconds(10))
        _ = try bench.record(claims.prefix(20).map { bench.answered($0) }, in: run)
        // From the first start on, and not a minute that had no work in it.
        #expect(try recent()?.imagesPerSecond(with: 10) == 2)
        bench.time.advance(.seconds(10))
        #expect(try recent()?.imagesPerSecond(with: 10) == 1)
        #expect(try recent()?.silence == .seconds(10))
        bench.time.advance(.seconds(51))
        _ = try bench.record(claims.suffix(10).map { bench.failed($0) }, in: run)
        #expect(try recent()?.count == 10)
        bench.time.advance(.seconds(61))
        #expect(try recent() == nil)
    }

    @Test func `its rate is estimated from some of very many`() throws {
        let many = try bench.run(tasks: 3000)
        bench.time.advance(.seconds(600))
        let claims = try bench.claim(3000, of: many, by: try bench.enter())
        bench.time.advance(.seconds(10))
        _ = try bench.record(claims.prefix(1500).map { bench.answered($0) }, in: many)
        let ends = try #require(try bench.store.reports.recentEnds(within: .seconds(60))[many])
        #expect((1490...1510).contains(ends.count) && ends.span == .seconds(10), "\(ends)")
    }

    @Test(arguments: [[3, 2], [10_050], [10_050, 7], [10_050, 10_070, 7]])
    func `its failures are counted by kind, however many there are`(counts: [Int]) throws {
        let kinds = ["damaged", "tooLarge", "unreachable"]
        let all = counts.reduce(0, +)
        let many = try bench.run(tasks: all)
        try bench.plain().script(
            """
            UPDATE task SET state = 'failed', finished_at = 1, stage = 'decode', message = 'why',
                kind = CASE WHEN rn <= \(counts[0]) THEN '\(kinds[0])'
                    WHEN rn <= \(counts.prefix(2).reduce(0, +)) THEN '\(kinds[1])' ELSE '\(kinds[2])' END
            FROM (SELECT task_id AS id, row_number() OVER () AS rn FROM task WHERE run_id = \(many.value))
            WHERE task_id = id;
            UPDATE run SET queued = 0, failed = total WHERE run_id = \(many.value);
            """)
        let failures = try bench.store.reports.failures(of: many)
        let wanted = zip(kinds, counts).sorted { $0.1 > $1.1 }
        #expect(failures.map(\.kind) == wanted.map(\.0) && failures.map(\.count) == wanted.map(\.1), "\(failures)")
        #expect(failures.allSatisfy { $0.example == "why" })
        #expect(try bench.store.reports.failures(of: run).isEmpty)
    }

    @Test func `its failures are counted by kind and code, each with a name`() throws {
        let many = try bench.run(tasks: 6)
        try bench.plain().script(
            """
            UPDATE task SET state = 'failed', finished_at = 1, stage = 'annotate', message = 'why ' || rn,
                kind = iif(rn = 6, 'damaged', 'service'), code = CASE WHEN rn <= 3 THEN 'INTERNAL' WHEN rn <= 4 THEN
                    '502' END
            FROM (SELECT task_id AS id, row_number() OVER () AS rn FROM task WHERE run_id = \(many.value))
            WHERE task_id = id
            """)
        let failures = try bench.store.reports.failures(of: many)
        #expect(
            failures.map { "\($0.count) \($0.kind) \($0.code ?? "-")" } == [
                "3 service INTERNAL", "1 damaged -", "1 service -", "1 service 502",
            ])
        #expect(failures.map(\.example) == ["why 1", "why 6", "why 5", "why 4"])
        #expect(failures.allSatisfy { !$0.path.isEmpty }, "\(failures)")
    }

    @Test func `work that was given back, and what another run ended, is not in its rate`() throws {
        let worker = try bench.enter()
        _ = try bench.claim(5, of: run, by: worker)
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(worker, as: .died) }
        #expect(try recent() == nil)
    }

    @Test func `caps leave room for so many images, and say which leaves the least`() throws {
        var budget = Budget()
        budget.run = Budget.Cap(units: 10)
        budget.month = Budget.Cap(units: 30, microDollars: 12_000)
        #expect(
            try bench.store.reports.room(for: run, on: billing(budget))?.images == 8, "no account, and so nothing spent"
        )
        _ = try claim(3, billing(budget))
        let room = try bench.store.reports.room(for: run, on: billing(budget))
        #expect(room?.images == 5 && room?.cap.scope == .jobMonth, "\(String(describing: room))")
        _ = try claim(40, billing(budget))
        #expect(try bench.store.reports.room(for: run, on: billing(budget))?.images == 0)
        #expect(try bench.store.reports.room(for: run, on: billing()) == nil)
    }

    @Test func `what may not have been billed is told apart, in every cap`() throws {
        var budget = Budget()
        (budget.run, budget.day, budget.month) = (
            Budget.Cap(units: 20), Budget.Cap(units: 20), Budget.Cap(microDollars: 90_000)
        )
        let claims = try claim(4, billing(budget))
        _ = try bench.store.write { transaction throws(StoreError) in
            try transaction.ledger.requestSend(SendRequest(attempts: claims.map(\.attempt)), on: billing(budget))
        }
        var lost = bench.failed(claims[0])
        lost.charge = .uncertain
        _ = try bench.record([lost, bench.answered(claims[1])], in: run)
        let caps = try bench.store.reports.caps(of: run, budget) + bench.store.reports.accountCaps()
        #expect(caps.map(\.scope) == [.run, .jobDay, .jobMonth, .accountDay, .accountMonth])
        for cap in caps { #expect(cap.units == 4 && cap.uncertain == 1 && cap.microDollars == 6000, "\(cap)") }
        #expect(caps[0].unitsLeft == 16 && caps[2].microDollarsLeft == 84_000 && caps[3].unitsLeft == nil)
        let other = try bench.run(tasks: 1)
        #expect(try bench.store.reports.caps(of: other, budget).map(\.units) == [0, 4, 4])
        #expect(try bench.store.reports.featureUnits().map { [$0.settled, $0.uncertain, $0.reserved] } == [[1, 1, 2]])
    }
}
