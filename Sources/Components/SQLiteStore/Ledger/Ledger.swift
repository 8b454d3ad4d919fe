internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

/// The units that cost money: reserved, sent, settled, and summed against caps.
struct Ledger: Writer {
    let transaction: Transaction

    /// Sets an account-wide cap, or takes it away; what is spent already is not undone.
    ///
    /// - Parameter cap: of units and money the one that is not given stays as it is; nil: neither has a cap any more.
    func setCap(_ cap: Budget.Cap?, of account: String, for period: CapPeriod) throws(StoreError) {
        let number = try accountID(of: account)
        guard let cap else {
            return try connection.run(
                "DELETE FROM quota WHERE account_id = ? AND period = ?", .integer(number), .text(period.rawValue))
        }
        try connection.run(
            """
            INSERT INTO quota (account_id, period, cap_units, cap_micro_usd, set_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET cap_units = ifnull(excluded.cap_units, cap_units),
                cap_micro_usd = ifnull(excluded.cap_micro_usd, cap_micro_usd), set_at = excluded.set_at
            """,
            .integer(number), .text(period.rawValue), Value(cap.units), Value(cap.microDollars), .integer(now))
    }

    /// Closes uncertain units: as billed or as not billed.
    ///
    /// - Returns: how many.
    func settle(_ units: UncertainUnits, areBilled: Bool) throws(StoreError) -> Int {
        let found = try uncertain(units)
        try move(found) { _ in areBilled ? .settled : .released }
        return found.count
    }

    /// The number of an account; a new one is kept.
    func accountID(of name: String) throws(StoreError) -> Int64 {
        if let known = try connection.first(
            "SELECT account_id FROM account WHERE name = ?", .text(name), read: { $0.integer(0) })
        {
            return known
        }
        try connection.run("INSERT INTO account (name) VALUES (?)", .text(name))
        return connection.lastInsertedRow
    }
}
