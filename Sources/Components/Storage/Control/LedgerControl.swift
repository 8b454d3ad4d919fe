package import Domain

/// What people order about money.
///
/// Each call may be repeated.
package protocol LedgerControl: AnyObject {
    /// Sets an account-wide cap, or takes it away; what is spent already is not undone.
    ///
    /// - Parameter cap: of units and money the one that is not given stays as it is; nil: neither has a cap any more.
    func setCap(_ cap: Budget.Cap?, of account: String, for period: CapPeriod) throws(StoreError)

    /// Closes uncertain units: as billed or as not billed.
    ///
    /// - Returns: how many.
    func settle(_ units: UncertainUnits, areBilled: Bool) throws(StoreError) -> Int

    /// Compares the vendor's counts with the ledger, and closes the uncertain units that they tell of.
    ///
    /// A count says how many were billed, not which; the oldest are assumed to be. Of the account, the feature and
    /// the days it is right; how it falls on the runs of those days is not known.
    ///
    /// - Parameters:
    ///   - counts: two of one account and feature have no day in common.
    ///   - closing: whether anything is changed.
    ///   - settlingTime: how long after its last day's end a count is taken to be whole; nil: at once.
    func reconcile(_ counts: [VendorCount], closing: Bool, settlingTime: TimeSpan?)
        throws(StoreError) -> ReconciliationReport
}

/// What an account-wide cap is for.
package enum CapPeriod: String, Sendable, CaseIterable {
    case day, month
}

/// The vendor's counts beside the ledger's, and what they leave open.
package struct ReconciliationReport: Equatable, Sendable {
    /// One for each count, in their order.
    package let counts: [Reconciliation]
    /// Uncertain units, by account, of days and features that no count covers; only accounts that have some.
    package let uncounted: [String: Int]

    /// A report.
    package init(counts: [Reconciliation], uncounted: [String: Int]) {
        self.counts = counts
        self.uncounted = uncounted
    }
}

/// Which uncertain units are meant.
package struct UncertainUnits: Equatable, Sendable {
    package var account: String
    /// The vendor's month, `2026-11`; nil: all.
    package var month: String?
    /// The feature; nil: all.
    package var feature: FeatureType?
    /// The vendor's days, `2026-11-21`, the first and the last; nil: all.
    package var days: ClosedRange<String>?
    /// The attempt they belong to; nil: all.
    package var attempt: AttemptID?

    /// All of an account.
    package init(account: String) {
        self.account = account
    }
}
