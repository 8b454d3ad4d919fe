import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite("What was spent") struct SpendingTests {
    let bench: Bench
    let store: SQLiteStore

    /// Ten units: one settled, one uncertain, one released, seven reserved.
    init() throws {
        bench = try Bench()
        store = SQLiteStore(bench.store)
        let run = try bench.run(tasks: 10)
        let worker = try bench.enter()
        let billing = Billing(account: "project", budget: Budget())
        let claims = try bench.store.write { transaction throws(StoreError) in
            let claims = try transaction.queue.claim(10, of: run, by: worker, mayBeAlone: true, on: billing).claims
            _ = try transaction.ledger.requestSend(SendRequest(attempts: claims.prefix(3).map(\.attempt)), on: billing)
            return claims
        }
        var lost = bench.failed(claims[1])
        lost.charge = .uncertain
        _ = try bench.record([bench.answered(claims[0]), lost, bench.failed(claims[2])], in: run)
    }

    private func spending(of account: String? = nil) throws -> [Spending] {
        try store.snapshot { reports throws(StoreError) in try reports.spending(of: account) }
    }

    @Test func `is told by account, month and feature, with the free units that are left of this month`() throws {
        let month = VendorDay(of: bench.time.clock.now()).monthKey
        let line = Spending(
            account: "project", month: month, feature: "LABEL_DETECTION", settled: 1, uncertain: 1, reserved: 7,
            minDollars: 0, maxDollars: 0.0135, freeUnitsLeft: 991)
        #expect(try spending() == [line])
        #expect(try spending(of: "project") == [line])
        #expect(try spending(of: "another") == [])
        bench.time.advance(.seconds(40 * 86_400))
        #expect(try spending().map(\.freeUnitsLeft) == [nil], "the free units of a month that is over are gone")
    }

    @Test func `is damaged where a figure is below 0`() throws {
        try bench.plain().script("PRAGMA ignore_check_constraints = ON; UPDATE ledger_total SET micro_usd = -1")
        let error = #expect(throws: StoreError.self) { try spending() }
        #expect(error?.kind == .damaged && error?.message.contains("LABEL_DETECTION on account project") == true)
    }
}
