import JobBench
import Platform
import SQLiteStore
import Storage
import Testing
import Domain

@testable import Working

@Suite struct `How far a run is` {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `is told by the work of all processes, and read once a second at most`() throws {
        let run = try bench.queued(try bench.job())
        let numbers = { () throws -> RunTotals in try #require(try bench.store.totals(of: run)) }
        var early = ProgressReader(bench.store, of: run, job: "job", billing: nil, clock: .machine)
        let before = try early.read(try numbers())
        #expect(before.imagesPerSecond == 0 && before.left == nil && before.cap == nil && before.wait == nil)
        _ = try bench.worker().work(on: run)
        // This reader's process has done nothing itself.
        var fresh = ProgressReader(bench.store, of: run, job: "job", billing: nil, clock: .machine)
        #expect(try fresh.read(try numbers()).imagesPerSecond == 4)
        let cached = try early.read(try numbers())
        #expect(
            cached.imagesPerSecond == 0 && cached.totals.done == 4, "the numbers are new, the rate is of that second")
    }

    @Test func `names the tightest of the caps that hold, the account's among them`() throws {
        let run = try bench.queued(try bench.job())
        try bench.store.ledger.setCap(Budget.Cap(units: 3), of: "tower", for: .day)
        let totals = try #require(try bench.store.totals(of: run))
        var budget = Budget()
        (budget.run, budget.month) = (Budget.Cap(units: 40), Budget.Cap(units: 20))
        for (account, scope) in [("tower", CapScope.accountDay), ("other", .jobMonth)] {
            var reader = ProgressReader(
                bench.store, of: run, job: "job", billing: Billing(account: account, budget: budget),
                clock: .machine)
            #expect(try reader.read(totals).cap?.scope == scope)
        }
        _ = try bench.worker().work(on: run)
        var late = ProgressReader(
            bench.store, of: run, job: "job", billing: Billing(account: "tower", budget: budget), clock: .machine)
        #expect(try late.read(totals).cap != nil, "a cap is named when nothing is queued any more, too")
    }
}
