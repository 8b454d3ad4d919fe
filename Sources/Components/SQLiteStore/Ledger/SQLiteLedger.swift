internal import Storage
internal import Domain

/// What people order about money, in a SQLite store.
final class SQLiteLedger: LedgerControl {
    private let database: Database

    init(_ database: Database) { self.database = database }

    func setCap(_ cap: Budget.Cap?, of account: String, for period: CapPeriod) throws(StoreError) {
        try database.write { transaction throws(StoreError) in
            try transaction.ledger.setCap(cap, of: account, for: period)
        }
    }

    func settle(_ units: UncertainUnits, areBilled: Bool) throws(StoreError) -> Int {
        try database.write { transaction throws(StoreError) in
            try transaction.ledger.settle(units, areBilled: areBilled)
        }
    }

    func reconcile(_ counts: [VendorCount], closing: Bool, settlingTime: TimeSpan?)
        throws(StoreError) -> ReconciliationReport
    {
        let database = database
        if closing {
            return try database.write { transaction throws(StoreError) in
                let found = try transaction.ledger.reconcile(counts, settlingTime: settlingTime)
                return try report(found, of: counts)
            }
        }
        return try database.snapshot { () throws(StoreError) in
            try report(try database.ledger.compare(counts, settlingTime: settlingTime), of: counts)
        }
    }

    /// A comparison of counts, with the units that none of them covers.
    private func report(_ found: [Reconciliation], of counts: [VendorCount]) throws(StoreError) -> ReconciliationReport
    {
        var uncounted: [String: Int] = [:]
        for account in Set(counts.map(\.account)) {
            let units = try database.ledger.uncertainUnits(of: account, excluding: counts)
            if units > 0 { uncounted[account] = units }
        }
        return ReconciliationReport(counts: found, uncounted: uncounted)
    }
}
