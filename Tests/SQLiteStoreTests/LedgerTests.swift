import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite("The books") struct LedgerTests {
    let bench: Bench
    let run: RunID

    init() throws {
        bench = try Bench()
        run = try bench.run(tasks: 40)
    }

    private func billing(_ budget: Budget = Budget(), rate: Int? = nil) -> Billing {
        Billing(account: "project", budget: budget, pace: .requests(rate))
    }

    private func units(_ count: Int) -> Budget.Cap { Budget.Cap(units: count) }

    private func claim(_ count: Int, by worker: WorkerID, _ billing: Billing, in store: Database? = nil) throws
        -> Claimed
    {
        let store = store ?? bench.store
        return try store.write { transaction throws(StoreError) in
            try transaction.queue.claim(count, of: run, by: worker, mayBeAlone: true, on: billing)
        }
    }

    private func requestSend(_ claims: [Claim], _ billing: Billing) throws -> SendDecision {
        try bench.store.write { transaction throws(StoreError) in
            try transaction.ledger.requestSend(SendRequest(attempts: claims.map(\.attempt)), on: billing)
        }
    }

    private func spending() throws -> String {
        try bench.text(
            "SELECT group_concat(units_settled || ' ' || units_uncertain || ' ' || units_reserved) FROM spending")
    }

    @Test func `a unit is reserved, sent and settled, and every step is in the sums`() throws {
        let worker = try bench.enter()
        let claims = try claim(3, by: worker, billing()).claims
        #expect(try spending() == "0 0 3")
        #expect(try requestSend(claims, billing()) == .send(claims.map(\.attempt)))
        #expect(try bench.number("SELECT count(*) FROM ledger WHERE state = 'sent'") == 3)
        var lost = bench.failed(claims[1])
        lost.charge = .uncertain
        _ = try bench.record([bench.answered(claims[0]), lost, bench.failed(claims[2])], in: run)
        #expect(try spending() == "1 1 0")
        #expect(try bench.store.problems().isEmpty)
        #expect(try bench.text("SELECT usd_low || ' ' || usd_high FROM spending") == "0.0 0.003")
        #expect(
            try bench.text("SELECT units_settled || ' ' || units_uncertain || ' ' || usd_high FROM runs") == "1 1 0.003"
        )
    }

    @Test func `what runs cost at the least is together what spending says, past the free units and the first tier`()
        throws
    {
        let runs = try [run, bench.run(tasks: 1), bench.run(tasks: 1, job: "other"), bench.run(tasks: 1)]
        _ = try claim(1, by: try bench.enter(), billing())
        let settled = [900, 700, 5_000_000, 40_000]
        for (run, units) in zip(runs, settled) {
            for (month, feature) in [("2026-11", "LABEL_DETECTION"), ("2026-12", "LANDMARK_DETECTION")] {
                try bench.plain().script(
                    """
                    INSERT INTO ledger_total (run_id, account_id, month, feature, settled, settled_paid)
                    SELECT \(run.value), account_id, '\(month)', '\(feature)', \(units), \(units) FROM account WHERE \
                    true
                    ON CONFLICT DO UPDATE SET settled = excluded.settled, settled_paid = excluded.settled_paid
                    """)
            }
        }
        let sums = "SELECT round((SELECT sum(usd_low) FROM runs), 6), round((SELECT sum(usd_low) FROM spending), 6)"
        let both = try #require(try bench.rows(sums).first).split(separator: "|")
        #expect(both.count == 2 && both[0] == both[1] && both[0] != "0.0", "\(both)")
        #expect(try bench.rows("SELECT usd_low FROM runs ORDER BY run_id").first == "0.0")
        #expect(try bench.number("SELECT count(*) FROM runs WHERE usd_low < 0") == 0)
    }

    @Test func `a cap keeps the rest waiting, says which it is, and counts what came before it`() throws {
        let worker = try bench.enter()
        _ = try claim(5, by: worker, billing())
        var budget = Budget()
        budget.day = units(8)
        let claimed = try claim(40, by: worker, billing(budget))
        #expect(claimed.claims.count == 3)
        #expect(claimed.cap?.scope == .jobDay && claimed.cap?.units == 8)
        #expect(claimed.cap?.opensAt == VendorDay(of: bench.time.clock.now()).end)
        budget.day = units(2)
        #expect(try claim(40, by: worker, billing(budget)).claims.isEmpty)
        #expect(try bench.number("SELECT count(*) FROM ledger") == 8)
    }

    @Test func `a cap in money holds what it can cost at most`() throws {
        var budget = Budget()
        budget.run = Budget.Cap(microDollars: 7_499)
        let claimed = try claim(40, by: try bench.enter(), billing(budget))
        #expect(claimed.claims.count == 4)
        #expect(claimed.cap?.microDollars == 6_000)
    }

    @Test func `what has no price is not claimed while the account has a cap in money`() throws {
        let product = Recipe(
            backend: "vision", model: "m", feature: .productSearch, parameters: "{}", preparation: "{}")
        let worker = try bench.enter()
        try bench.store.write { transaction throws(StoreError) in
            try transaction.ledger.setCap(Budget.Cap(microDollars: 5_000_000), of: "project", for: .month)
        }
        let asked = try bench.store.write { transaction throws(StoreError) in
            try transaction.recipes.register([product])
        }
        let run = try bench.run(tasks: 40, recipes: asked)
        func claim(_ count: Int, by worker: WorkerID, _ billing: Billing) throws -> Claimed {
            try bench.store.write { transaction throws(StoreError) in
                try transaction.queue.claim(count, of: run, by: worker, mayBeAlone: true, on: billing)
            }
        }
        let claimed = try claim(40, by: worker, billing())
        #expect(claimed.claims.isEmpty && claimed.cap?.scope == .accountMonth, "\(claimed)")
        try bench.store.write { transaction throws(StoreError) in
            try transaction.ledger.setCap(nil, of: "project", for: .month)
            try transaction.ledger.setCap(Budget.Cap(units: 5), of: "project", for: .month)
        }
        #expect(try claim(40, by: worker, billing()).claims.count == 5)
    }

    @Test func `a cap in units leaves the one in money beside it as it is`() throws {
        try bench.store.write { transaction throws(StoreError) in
            try transaction.ledger.setCap(Budget.Cap(microDollars: 5_000_000), of: "project", for: .day)
            try transaction.ledger.setCap(Budget.Cap(units: 100), of: "project", for: .day)
        }
        let day = try bench.store.reports.accountCaps().first { $0.scope == .accountDay }
        #expect(day?.cap == Budget.Cap(units: 100, microDollars: 5_000_000), "\(String(describing: day))")
    }

    @Test func `what was reserved is free again when its worker dies, and what was sent is uncertain`() throws {
        let worker = try bench.enter()
        let claims = try claim(5, by: worker, billing()).claims
        _ = try requestSend(Array(claims.prefix(2)), billing())
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(worker, as: .died) }
        #expect(try spending() == "0 2 0")
        #expect(try bench.number("SELECT units FROM cap_usage WHERE scope = 'run'") == 2)
        // The stale worker's own word changes nothing.
        _ = try bench.record(claims.map { bench.answered($0) }, in: run)
        #expect(try spending() == "0 2 0")
        #expect(try requestSend(claims, billing()) == .send([]))
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `what was reserved on one day does not leave on the next`() throws {
        let claims = try claim(2, by: try bench.enter(), billing()).claims
        bench.time.advance(VendorDay(of: bench.time.clock.now()).end - bench.time.clock.now())
        #expect(try requestSend(claims, billing()) == .send([]))
        #expect(try bench.number("SELECT count(*) FROM ledger WHERE state = 'reserved'") == 2)
    }

    @Test(arguments: [true, false])
    func `the rest of a refused request does not go on the next day, nor for images that others have in hand`(
        isNextDay: Bool
    ) throws {
        let worker = try bench.enter()
        let claims = try claim(2, by: worker, billing()).claims
        let attempts = claims.map(\.attempt)
        #expect(try requestSend(claims, billing()) == .send(attempts))
        func again() throws -> SendDecision {
            try bench.store.write { transaction throws(StoreError) in
                try transaction.ledger.requestSend(SendRequest(furtherImages: 1, of: attempts), on: billing())
            }
        }
        #expect(try again() == .send(attempts))
        if isNextDay {
            bench.time.advance(VendorDay(of: bench.time.clock.now()).end - bench.time.clock.now())
        } else {
            _ = try bench.store.write { transaction throws(StoreError) in
                try transaction.workers.end(worker, as: .lapsed)
            }
        }
        #expect(try again() == .send([]))
    }

    @Test func `an account that was told to wait lets nothing go, whoever asks`() throws {
        let claims = try claim(1, by: try bench.enter(), billing()).claims
        try bench.store.write { transaction throws(StoreError) in
            try transaction.ledger.hold("project", for: .seconds(20))
        }
        #expect(try requestSend(claims, billing()) == .wait(.seconds(20), slot: nil))
        bench.time.advance(.seconds(20))
        #expect(try requestSend(claims, billing()) == .send(claims.map(\.attempt)))
    }

    @Test func `starts are evenly spaced, and no minute has more than the rate`() throws {
        let billing = billing(rate: 100)
        var starts: [Int64] = []
        for _ in 0..<400 {
            let verdict = try requestSend([], billing)
            if case .wait(let wait, let slot) = verdict {
                let start = bench.time.clock.now() + wait
                #expect(slot == PaceSlot(start: start))
                starts.append(start.milliseconds)
            } else {
                starts.append(bench.time.clock.now().milliseconds)
            }
        }
        for (index, start) in starts.enumerated() {
            let within = starts[index...].prefix { $0 < start + 60_000 }
            #expect(within.count <= 100)
        }
        let used = Double(starts.count - 1) / (Double(starts[399] - starts[0]) / 60_000)
        #expect(used > 99 && used <= 100)
    }

    @Test(arguments: UInt64(1)...8)
    func `whatever happens in any order, sums are the ledger's and no cap is passed`(seed: UInt64) throws {
        var random = Seeded(seed)
        var budget = Budget()
        budget.run = units(Int.random(in: 5...60, using: &random))
        budget.month = Budget.Cap(microDollars: Int64.random(in: 10_000...80_000, using: &random))
        let billing = billing(budget)
        var workers: [(id: WorkerID, claims: [Claim])] = []
        for pid in 1...3 { workers.append((try bench.enter(pid: Int32(pid)), [])) }
        for _ in 0..<120 {
            let index = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                workers[index].claims += try claim(
                    Int.random(in: 1...9, using: &random), by: workers[index].id, billing
                ).claims
            case 2: _ = try requestSend(workers[index].claims, billing)
            case 3, 4:
                var ends: [AttemptResult] = []
                for claim in workers[index].claims.prefix(Int.random(in: 0...4, using: &random)) {
                    var end = [bench.answered(claim), bench.failed(claim), AttemptResult(returning: claim)]
                        .randomElement(using: &random)!
                    end.charge = [.none, .billed, .uncertain].randomElement(using: &random)!
                    ends.append(end)
                }
                workers[index].claims.removeFirst(ends.count)
                _ = try bench.record(ends, in: run)
            default:
                let outcome: [WorkerExit] = [.died, .lapsed, .interrupted]
                let how = outcome.randomElement(using: &random)!
                _ = try bench.store.write { transaction throws(StoreError) in
                    try transaction.workers.end(workers[index].id, as: how)
                }
                workers[index] = (try bench.enter(pid: Int32.random(in: 10...9999, using: &random)), [])
            }
            #expect(try bench.store.problems() == [], "seed \(seed)")
            let counted = try bench.number("SELECT count(*) FROM ledger WHERE state <> 'released'")
            #expect(counted <= Int64(budget.run?.units ?? 0), "seed \(seed)")
            let cost = try bench.number("SELECT ifnull(sum(micro_usd), 0) FROM ledger WHERE state <> 'released'")
            #expect(cost <= budget.month?.microDollars ?? 0, "seed \(seed)")
        }
    }
}
