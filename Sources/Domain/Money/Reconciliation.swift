/// The vendor's count beside the ledger's, and what follows from the two.
package struct Reconciliation: Equatable, Sendable {
    /// The vendor's.
    package let count: VendorCount
    /// The ledger's over the same days, before anything was closed.
    package let settled, uncertain: Int
    /// What follows.
    package let status: ReconciliationStatus

    /// Of the uncertain units, those that were billed.
    package var billed: Int { status == .closed ? count.units - settled : 0 }
    /// Of the uncertain units, those that were not.
    package var notBilled: Int { status == .closed ? uncertain - billed : 0 }

    /// A value of these parts.
    package init(count: VendorCount, settled: Int, uncertain: Int, status: ReconciliationStatus) {
        self.count = count
        self.settled = settled
        self.uncertain = uncertain
        self.status = status
    }
}

/// What follows from the vendor's count beside the ledger's.
package enum ReconciliationStatus: String, Sendable {
    /// Nothing was uncertain, and the vendor counts what was answered.
    case agrees
    /// The vendor's count lies within the ledger's, and shows which uncertain units were billed.
    case closed
    /// Some units are reserved or sent.
    case inFlight = "in flight"
    /// The last day is not long enough past for the vendor's count to be whole.
    case tooYoung = "too young"
    /// The vendor counts less than was answered.
    case tooFew = "too few"
    /// The vendor counts more than was ever sent.
    case tooMany = "too many"
}

/// What the vendor has counted of an account's feature over some of its days.
package struct VendorCount: Equatable, Sendable {
    package let account: String
    package let feature: FeatureType
    /// The first and the last day.
    package let days: ClosedRange<VendorDay>
    package let units: Int

    /// The days as the ledger has them: `2026-11-01` to `2026-11-21`.
    package var dayKeys: ClosedRange<String> { days.lowerBound.dayKey...days.upperBound.dayKey }

    /// A count.
    package init(account: String, feature: FeatureType, days: ClosedRange<VendorDay>, units: Int) {
        self.account = account
        self.feature = feature
        self.days = days
        self.units = units
    }
}
