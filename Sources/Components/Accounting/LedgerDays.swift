package import Domain

/// The ledger of one account by the vendor's days and features, to be compared with what the vendor has counted.
package struct LedgerDays: Sendable {
    private let days: [LedgerDay]

    /// The ledger of an account.
    package init(_ days: [LedgerDay]) {
        self.days = days
    }

    /// Compares a count of the vendor's with the ledger of the same days and feature.
    ///
    /// - Parameters:
    ///   - count: of this account.
    ///   - now: the present moment.
    ///   - settlingTime: how long after its last day's end a count is taken to be whole; nil: at once.
    package func compare(with count: VendorCount, at now: Timestamp, settlingTime: TimeSpan?) -> Reconciliation {
        let own = days.filter(count.covers)
        let (settled, uncertain) = (own.reduce(0) { $0 + $1.settled }, own.reduce(0) { $0 + $1.uncertain })
        let status: ReconciliationStatus =
            if own.contains(where: { $0.open > 0 }) {
                .inFlight
            } else if let settlingTime, now < count.days.upperBound.end + settlingTime {
                .tooYoung
            } else if count.units < settled {
                .tooFew
            } else if count.units > settled + uncertain {
                .tooMany
            } else {
                uncertain == 0 ? .agrees : .closed
            }
        return Reconciliation(count: count, settled: settled, uncertain: uncertain, status: status)
    }

    /// Uncertain units of days and features that no count covers.
    package func uncertainUnits(excluding counts: [VendorCount]) -> Int {
        days.filter { day in !counts.contains { $0.covers(day) } }.reduce(0) { $0 + $1.uncertain }
    }
}

extension VendorCount {
    fileprivate func covers(_ day: LedgerDay) -> Bool {
        feature.rawValue == day.feature && dayKeys.contains(day.day)
    }
}

/// One of the vendor's days and a feature of an account, as the ledger has them.
package struct LedgerDay: Equatable, Sendable {
    /// The day, `2026-11-21`, and the feature.
    package let day, feature: String
    /// Units that are settled, are uncertain, and are reserved or sent.
    package let settled, uncertain, open: Int

    /// A day and a feature.
    package init(day: String, feature: String, settled: Int, uncertain: Int, open: Int) {
        self.day = day
        self.feature = feature
        self.settled = settled
        self.uncertain = uncertain
        self.open = open
    }
}
