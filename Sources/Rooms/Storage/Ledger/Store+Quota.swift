internal import SQLite
package import Vocabulary

/// Which uncertain units are meant.
package struct UncertainUnits: Equatable, Sendable {
    /// The account.
    package var account: String
    /// The vendor's month, `2026-11`; nil: all.
    package var month: String?
    /// The feature; nil: all.
    package var feature: FeatureType?
    /// The vendor's days, `2026-11-21`, the first and the last; nil: all.
    package var days: ClosedRange<String>?
    /// The attempt they belong to; nil: all.
    package var attempt: AttemptID?
    /// At most so many, the oldest first; nil: all.
    package var most: Int?

    /// All of an account.
    package init(account: String) {
        self.account = account
    }
}

extension Store {
    /// The accounts that ever had a bill or a cap, by name.
    package func accounts() throws(StoreError) -> [String] {
        try guarded { () throws(SQLiteError) in
            try connection.all("SELECT name FROM account ORDER BY name") { $0.text(0) }
        }
    }

    /// Sets an account-wide cap, or takes it away; what is spent already is not undone.
    ///
    /// - Parameter cap: of units and money the one that is not given stays as it is; nil: neither has a cap any more.
    package func setQuota(_ cap: Budget.Cap?, of account: String, for period: Quota) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
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
    }

    /// Closes uncertain units: as billed or as not billed.
    ///
    /// - Returns: how many.
    package func settle(_ units: UncertainUnits, areBilled: Bool) throws(StoreError) -> Int {
        try guarded { () throws(SQLiteError) in
            let found = try uncertain(units)
            try move(found) { _ in areBilled ? .settled : .released }
            return found.count
        }
    }
}
