internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

extension Ledger {
    /// Closes the uncertain units that the vendor's counts tell of.
    ///
    /// A count says how many were billed, not which; the oldest are assumed to be. Of the account, the feature and
    /// the days it is right; how it falls on the runs of those days is not known.
    ///
    /// - Parameters:
    ///   - counts: two of one account and feature have no day in common.
    ///   - settlingTime: how long after its last day's end a count is taken to be whole; nil: at once.
    func reconcile(_ counts: [VendorCount], settlingTime: TimeSpan?) throws(StoreError) -> [Reconciliation] {
        let found = try database.ledger.compare(counts, settlingTime: settlingTime)
        for one in found where one.status == .closed { try close(one) }
        return found
    }

    private func close(_ one: Reconciliation) throws(StoreError) {
        var units = UncertainUnits(account: one.count.account)
        units.feature = one.count.feature
        units.days = one.count.dayKeys
        try guarded { () throws(SQLiteError) in
            let found = try uncertain(units)
            try move(Array(found.prefix(one.billed))) { _ in .settled }
            try move(Array(found.dropFirst(one.billed))) { _ in .released }
        }
    }
}
