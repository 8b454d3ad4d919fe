package import Domain

/// What people order about money.
///
/// Each call may be repeated.
package protocol LedgerControl: AnyObject {
    /// Sets an account-wide cap, or takes it away; what is spent already is not undone.
    ///
    /// - Parameter cap: of units and money the one that is not given stays as it is; nil: neither has a cap any more.
    func setCap(_ cap: Budget.Cap?, of account: String, for period: Quota) throws(StoreError)

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
