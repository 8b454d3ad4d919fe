import Text
import Accounting
import TestSupport
import Testing
import Domain

@Suite struct ReconcilingTests {
    private let day = VendorDay(CalendarDate(year: 2026, month: 11, day: 21))
    private let next = VendorDay(CalendarDate(year: 2026, month: 11, day: 22))
    private let twoDays = TimeSpan.seconds(2 * 86_400)

    private func count(_ units: Int, _ feature: FeatureType = .labelDetection, through last: VendorDay? = nil)
        -> VendorCount
    {
        VendorCount(account: "tower", feature: feature, days: day...(last ?? day), units: units)
    }

    private func ledger(_ settled: Int, _ uncertain: Int, open: Int = 0, on day: VendorDay? = nil) -> LedgerDay {
        LedgerDay(
            day: (day ?? self.day).dayKey, feature: FeatureType.labelDetection.rawValue, settled: settled,
            uncertain: uncertain, open: open)
    }

    @Test(arguments: [
        (5, 3, 0, 5, ReconciliationStatus.closed, 0, 3), (5, 3, 0, 6, .closed, 1, 2), (5, 3, 0, 8, .closed, 3, 0),
        (5, 0, 0, 5, .agrees, 0, 0), (0, 0, 0, 0, .agrees, 0, 0), (5, 3, 0, 4, .tooFew, 0, 0),
        (5, 3, 0, 9, .tooMany, 0, 0), (5, 3, 1, 6, .inFlight, 0, 0), (5, 0, 1, 9, .inFlight, 0, 0),
    ])
    func `the vendor's count decides`(
        settled: Int, uncertain: Int, open: Int, units: Int, status: ReconciliationStatus, billed: Int, notBilled: Int
    ) {
        let one = LedgerDays([ledger(settled, uncertain, open: open)])
            .compare(with: count(units), at: day.end + twoDays, settlingTime: twoDays)
        #expect(one.status == status && one.billed == billed && one.notBilled == notBilled, "\(one)")
        #expect(one.settled == settled && one.uncertain == uncertain)
    }

    @Test func `a count is whole when its last day is long enough past, or when that is not asked`() {
        let days = LedgerDays([ledger(5, 3)])
        let early = Timestamp(milliseconds: (day.end + twoDays).milliseconds - 1)
        #expect(days.compare(with: count(6), at: early, settlingTime: twoDays).status == .tooYoung)
        #expect(days.compare(with: count(6), at: early, settlingTime: nil).status == .closed)
        #expect(
            days.compare(with: count(6, through: next), at: day.end + twoDays, settlingTime: twoDays).status
                == .tooYoung)
    }

    @Test func `days and features that no count tells of stay open`() {
        let days = LedgerDays([ledger(5, 3), ledger(2, 4, on: next)])
        #expect(days.uncertainUnits(excluding: []) == 7)
        #expect(days.uncertainUnits(excluding: [count(6)]) == 4)
        #expect(days.uncertainUnits(excluding: [count(6, .landmarkDetection)]) == 7)
        #expect(days.uncertainUnits(excluding: [count(6, through: next)]) == 0)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `what is closed adds up to the vendor's count, and nothing else is closed`(seed: UInt64) {
        var random = Seeded(seed)
        let own = [day, next].map { day in
            ledger(.random(in: 0...9, using: &random), .random(in: 0...9, using: &random), on: day)
        }
        let one = LedgerDays(own).compare(
            with: count(.random(in: 0...40, using: &random), through: next), at: next.end, settlingTime: nil)
        switch one.status {
        case .closed:
            #expect(one.settled + one.billed == one.count.units && one.billed + one.notBilled == one.uncertain)
            #expect(one.billed >= 0 && one.notBilled >= 0 && one.uncertain > 0)
        case .agrees: #expect(one.uncertain == 0 && one.count.units == one.settled)
        case .tooFew: #expect(one.count.units < one.settled)
        case .tooMany: #expect(one.count.units > one.settled + one.uncertain)
        case .inFlight, .tooYoung: Issue.record("\(one)")
        }
        if one.status != .closed { #expect(one.billed == 0 && one.notBilled == 0) }
    }
}
