internal import Storage
internal import Domain

/// What people order about money, in a SQLite store.
extension Database: LedgerControl {
    func setCap(_ cap: Budget.Cap?, of account: String, for period: CapPeriod) throws(StoreError) {
        try write { transaction throws(StoreError) in
            try transaction.ledger.setCap(cap, of: account, for: period)
        }
    }

    func settle(_ units: UncertainUnits, areBilled: Bool) throws(StoreError) -> Int {
        try write { transaction throws(StoreError) in
            try transaction.ledger.settle(units, areBilled: areBilled)
        }
    }

    func reconcile(_ counts: [VendorCount], closing: Bool, settlingTime: TimeSpan?)
        throws(StoreError) -> ReconciliationReport
    {
        if closing {
            return try write { transaction throws(StoreError) in
                let found = try transaction.ledger.reconcile(counts, settlingTime: settlingTime)
                return try report(found, of: counts)
            }
        }
        return try snapshot { () throws(StoreError) in
            try report(try reports.compare(counts, settlingTime: settlingTime), of: counts)
        }
    }

    /// A comparison of counts, with the units that none of them covers.
    private func report(_ found: [Reconciliation], of counts: [VendorCount]) throws(StoreError) -> ReconciliationReport
    {
        var uncounted: [String: Int] = [:]
        for account in Set(counts.map(\.account)) {
            let units = try reports.uncertainUnits(of: account, excluding: counts)
            if units > 0 { uncounted[account] = units }
        }
        return ReconciliationReport(counts: found, uncounted: uncounted)
    }
}
