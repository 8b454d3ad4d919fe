internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    /// Compares the vendor's counts with the ledger.
    ///
    /// - Parameters:
    ///   - counts: two of one account and feature have no day in common.
    ///   - settlingTime: how long after its last day's end a count is taken to be whole; nil: at once.
    func compare(_ counts: [VendorCount], settlingTime: TimeSpan?) throws(StoreError) -> [Reconciliation] {
        var found: [Reconciliation] = []
        var ledgers: [String: LedgerDays] = [:]
        for count in counts {
            let ledger = if let known = ledgers[count.account] { known } else { try ledgerDays(of: count.account) }
            ledgers[count.account] = ledger
            found.append(ledger.compare(with: count, at: now, settlingTime: settlingTime))
        }
        return found
    }

    /// Uncertain units of an account by feature and vendor's day that no count covers.
    func uncertainUnits(of account: String, excluding counts: [VendorCount]) throws(StoreError) -> Int {
        try ledgerDays(of: account).uncertainUnits(excluding: counts)
    }

    private func ledgerDays(of account: String) throws(StoreError) -> LedgerDays {
        let days = try connection.all(
            """
            SELECT l.day, c.feature, sum(l.state = 'settled'), sum(l.state = 'uncertain'),
                sum(l.state = 'reserved' OR l.state = 'sent')
            FROM ledger AS l JOIN recipe AS c USING (recipe_id)
            WHERE l.account_id = (SELECT account_id FROM account WHERE name = ?) GROUP BY l.day, c.feature
            """, .text(account)
        ) {
            LedgerDay(
                day: $0.text(0), feature: $0.text(1), settled: Int($0.integer(2)), uncertain: Int($0.integer(3)),
                open: Int($0.integer(4)))
        }
        return LedgerDays(days)
    }
}
