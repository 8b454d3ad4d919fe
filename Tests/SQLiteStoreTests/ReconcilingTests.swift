@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct ReconcilingTests {
    let bench: Bench
    let run: RunID
    let day: VendorDay
    let billing = Billing(account: "project", budget: Budget())

    /// Ten units of one day: five settled, three uncertain, two released; and two days have gone by.
    init() throws {
        bench = try Bench()
        run = try bench.run(tasks: 40)
        day = VendorDay(of: bench.time.clock.now())
        let claims = try sent(10)
        let lost = claims[5..<8].map { claim in
            var lost = bench.failed(claim)
            lost.charge = .uncertain
            return lost
        }
        let ends = claims.prefix(5).map { bench.answered($0) } + lost + claims.suffix(2).map { bench.failed($0) }
        _ = try bench.record(ends, in: run)
        bench.time.advance(.seconds(3 * 86_400))
    }

    private func sent(_ count: Int) throws -> [Claim] {
        let worker = try bench.enter()
        return try bench.store.write { transaction throws(StoreError) in
            let claims = try transaction.queue.claim(count, of: run, by: worker, mayBeAlone: true, on: billing).claims
            _ = try transaction.ledger.requestSend(SendRequest(attempts: claims.map(\.attempt)), on: billing)
            return claims
        }
    }

    private func reconcile(
        _ units: Int, closing: Bool = true, days: ClosedRange<VendorDay>? = nil,
        settlingTime: TimeSpan? = .seconds(2 * 86_400)
    ) throws -> Reconciliation {
        let count = VendorCount(account: "project", feature: .labelDetection, days: days ?? day...day, units: units)
        let found =
            closing
            ? try bench.store.write { transaction throws(StoreError) in
                try transaction.ledger.reconcile([count], settlingTime: settlingTime)
            } : try bench.store.reports.compare([count], settlingTime: settlingTime)
        #expect(try bench.store.problems().isEmpty)
        return try #require(found.first)
    }

    private func books() throws -> String {
        try bench.text("SELECT units_settled || ' ' || units_uncertain FROM spending")
    }

    @Test(arguments: [(5, 0, 3), (6, 1, 2), (8, 3, 0)])
    func `the vendor's count within the ledger's closes every uncertain unit, as many as it says as billed`(
        units: Int, billed: Int, notBilled: Int
    ) throws {
        let dry = try reconcile(units, closing: false)
        #expect(try books() == "5 3")
        let one = try reconcile(units)
        #expect(one == dry && one.status == .closed && one.billed == billed && one.notBilled == notBilled, "\(one)")
        #expect(try books() == "\(units) 0")
        #expect(try bench.number("SELECT units FROM cap_usage WHERE scope = 'account_day'") == Int64(units))
        // The oldest are taken to be the billed ones.
        let states = try bench.rows(
            "SELECT state FROM ledger WHERE attempt_id BETWEEN 6 AND 8 ORDER BY attempt_id")
        #expect(states == Array(repeating: "settled", count: billed) + Array(repeating: "released", count: notBilled))
        #expect(try reconcile(units).status == .agrees)
    }

    @Test(arguments: [(4, ReconciliationStatus.tooFew), (0, .tooFew), (9, .tooMany)])
    func `the vendor's count beside the ledger's closes nothing`(units: Int, verdict: ReconciliationStatus) throws {
        let one = try reconcile(units)
        #expect(one.status == verdict && one.billed == 0 && one.notBilled == 0)
        #expect(try books() == "5 3")
    }

    @Test func `the vendor's count of days that are not long past closes nothing, unless it is told to`() throws {
        let today = VendorDay(of: bench.time.clock.now())
        #expect(try reconcile(6, days: day...today).status == .tooYoung)
        #expect(try reconcile(6, days: day...today, settlingTime: .seconds(0)).status == .tooYoung, "the day goes on")
        bench.time.advance(.seconds(86_400))
        #expect(try reconcile(6, days: day...today).status == .tooYoung)
        bench.time.advance(.seconds(2 * 86_400))
        #expect(try reconcile(6, closing: false, days: day...today).status == .closed)
        let later = VendorDay(of: bench.time.clock.now())
        #expect(try reconcile(6, days: day...later, settlingTime: nil).status == .closed)
    }

    @Test func `the vendor's count closes nothing while units of those days are under way`() throws {
        let today = VendorDay(of: bench.time.clock.now())
        _ = try sent(1)
        bench.time.advance(.seconds(4 * 86_400))
        #expect(try reconcile(6, days: day...today).status == .inFlight)
        #expect(try reconcile(6).status == .closed, "the other days' units are not")
    }

    @Test func `the vendor's count leaves other features and days alone, and says so`() throws {
        let count = VendorCount(account: "project", feature: .landmarkDetection, days: day...day, units: 3)
        let found = try bench.store.write { transaction throws(StoreError) in
            try transaction.ledger.reconcile([count], settlingTime: .seconds(0))
        }
        #expect(found.map(\.status) == [.tooMany])
        #expect(try bench.store.reports.uncertainUnits(of: "project", excluding: [count]) == 3)
        #expect(try books() == "5 3")
        let own = VendorCount(account: "project", feature: .labelDetection, days: day...day, units: 3)
        #expect(try bench.store.reports.uncertainUnits(of: "project", excluding: [own]) == 0)
    }
}
