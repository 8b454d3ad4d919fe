internal import SQLite
package import Vocabulary

/// What the vendor has counted of an account's feature over some of its days.
package struct VendorCount: Equatable, Sendable {
    /// The account.
    package let account: String
    /// The feature.
    package let feature: FeatureType
    /// The first and the last day.
    package let days: ClosedRange<VendorDay>
    /// Units.
    package let units: Int

    /// A count.
    package init(account: String, feature: FeatureType, days: ClosedRange<VendorDay>, units: Int) {
        self.account = account
        self.feature = feature
        self.days = days
        self.units = units
    }
}

/// The vendor's count beside the ledger's, and what follows from the two.
package struct Reconciliation: Equatable, Sendable {
    /// What follows.
    package enum Verdict: String, Sendable {
        /// Nothing was uncertain, and the vendor counts what was answered.
        case agrees
        /// The vendor's count lies within the ledger's, and tells what became of the uncertain units.
        case closed
        /// Some units are reserved or under way.
        case inHand = "in hand"
        /// The last day is not long enough past for the vendor's count to be whole.
        case tooYoung = "too young"
        /// The vendor counts less than was answered.
        case tooFew = "too few"
        /// The vendor counts more than was ever sent.
        case tooMany = "too many"
    }

    /// The vendor's.
    package let count: VendorCount
    /// The ledger's over the same days, before anything was closed.
    package let settled, uncertain: Int
    /// What follows.
    package let verdict: Verdict

    /// Of the uncertain units, those that were billed.
    package var billed: Int { verdict == .closed ? count.units - settled : 0 }
    /// Of the uncertain units, those that were not.
    package var notBilled: Int { verdict == .closed ? uncertain - billed : 0 }
}

extension Store {
    /// Compares the vendor's counts with the ledger, and closes the uncertain units that they tell of; call it within a
    /// transaction where it closes.
    ///
    /// A count tells how many were billed and not which: the oldest are taken to be. Of the account, the feature and the days
    /// it is right; how it falls on the runs of those days nobody knows.
    ///
    /// - Parameters:
    ///   - counts: two of one account and feature have no day in common.
    ///   - closing: whether anything is changed.
    ///   - settlingTime: how long after its last day's end a count is taken to be whole; nil: at once.
    package func reconcile(
        _ counts: [VendorCount], closing: Bool, settlingTime: TimeSpan?
    ) throws(StoreError) -> [Reconciliation] {
        var found: [Reconciliation] = []
        var books: [String: [DayBook]] = [:]
        for count in counts {
            if books[count.account] == nil { books[count.account] = try dayBooks(of: count.account) }
            let own = (books[count.account] ?? []).filter {
                $0.feature == count.feature.rawValue && count.keys.contains($0.day)
            }
            let (settled, uncertain) = (own.reduce(0) { $0 + $1.settled }, own.reduce(0) { $0 + $1.uncertain })
            let verdict: Reconciliation.Verdict =
                if own.contains(where: { $0.open > 0 }) {
                    .inHand
                } else if let settlingTime, clock.now() < count.days.upperBound.end + settlingTime {
                    .tooYoung
                } else if count.units < settled {
                    .tooFew
                } else if count.units > settled + uncertain {
                    .tooMany
                } else {
                    uncertain == 0 ? .agrees : .closed
                }
            let one = Reconciliation(count: count, settled: settled, uncertain: uncertain, verdict: verdict)
            if closing, verdict == .closed { try close(one) }
            found.append(one)
        }
        return found
    }

    /// Uncertain units of an account by feature and day, the vendor's, that no count tells of.
    package func uncertainUnits(of account: String, besides counts: [VendorCount]) throws(StoreError) -> Int {
        try dayBooks(of: account).filter { book in
            !counts.contains {
                $0.account == account && $0.feature.rawValue == book.feature && $0.keys.contains(book.day)
            }
        }.reduce(0) { $0 + $1.uncertain }
    }

    private func close(_ one: Reconciliation) throws(StoreError) {
        var units = UncertainUnits(account: one.count.account)
        units.feature = one.count.feature
        units.days = one.count.keys
        units.most = one.billed
        _ = try settle(units, areBilled: true)
        units.most = nil
        _ = try settle(units, areBilled: false)
    }

    /// One day and feature of an account in the ledger.
    private struct DayBook {
        let day, feature: String
        let settled, uncertain, open: Int
    }

    private func dayBooks(of account: String) throws(StoreError) -> [DayBook] {
        try guarded { () throws(SQLiteError) in
            try connection.all(
                """
                SELECT l.day, c.feature, sum(l.state = 'settled'), sum(l.state = 'uncertain'),
                    sum(l.state = 'reserved' OR l.state = 'sent')
                FROM ledger AS l JOIN recipe AS c USING (recipe_id)
                WHERE l.account_id = (SELECT account_id FROM account WHERE name = ?) GROUP BY l.day, c.feature
                """, .text(account)
            ) {
                DayBook(
                    day: $0.text(0), feature: $0.text(1), settled: Int($0.integer(2)), uncertain: Int($0.integer(3)),
                    open: Int($0.integer(4)))
            }
        }
    }
}

extension VendorCount {
    /// The days as the ledger has them.
    fileprivate var keys: ClosedRange<String> { days.lowerBound.dayKey...days.upperBound.dayKey }
}
