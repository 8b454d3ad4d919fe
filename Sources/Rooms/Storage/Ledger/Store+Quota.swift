internal import SQLite
package import Vocabulary

/// What counts against an account's cap for the present day or month, and the cap where there is one.
package struct QuotaLine: Equatable, Sendable {
    /// The account.
    package let account: String
    /// `day` or `month`, the vendor's.
    package let period: Quota
    /// Which: `2026-11-21`, `2026-11`.
    package let key: String
    /// Settled, uncertain and reserved units.
    package let units: Int
    /// The most they can cost, in millionths of a US dollar.
    package let microDollars: Int64
    /// The cap; without units and money where none is set.
    package let cap: Budget.Cap
}

/// What an account-wide cap is for.
package enum Quota: String, Sendable, CaseIterable {
    case day, month
}

/// Which uncertain units are meant.
package struct UncertainUnits: Equatable, Sendable {
    /// The account.
    package var account: String
    /// The vendor's month, `2026-11`; nil: all.
    package var month: String?
    /// The feature; nil: all.
    package var feature: FeatureType?
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

    /// What counts against each account's caps today and this month, at the vendor's.
    package func quotaLines() throws(StoreError) -> [QuotaLine] {
        let today = VendorDay(of: clock.now())
        return try guarded { () throws(SQLiteError) in
            try connection.all(
                """
                SELECT a.name, p.period, p.key, ifnull(s.units, 0), ifnull(s.micro_usd, 0), q.cap_units, q.cap_micro_usd
                FROM account AS a CROSS JOIN (SELECT 'day' AS period, ?1 AS key UNION ALL SELECT 'month', ?2) AS p
                LEFT JOIN spent AS s ON s.scope = 'account ' || p.period AND s.subject = a.account_id AND s.period = p.key
                LEFT JOIN quota AS q ON q.account_id = a.account_id AND q.period = p.period
                ORDER BY a.name, p.period
                """, .text(today.dayKey), .text(today.monthKey)
            ) {
                QuotaLine(
                    account: $0.text(0), period: Quota(rawValue: $0.text(1)) ?? .month, key: $0.text(2),
                    units: Int($0.integer(3)), microDollars: $0.integer(4),
                    cap: Budget.Cap(units: $0.optionalInteger(5).map { Int($0) }, microDollars: $0.optionalInteger(6)))
            }
        }
    }

    /// Sets an account-wide cap, or takes it away; what is spent already is not undone.
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
                ON CONFLICT DO UPDATE SET cap_units = excluded.cap_units, cap_micro_usd = excluded.cap_micro_usd,
                    set_at = excluded.set_at
                """,
                .integer(number), .text(period.rawValue), Value(cap.units), Value(cap.microDollars), .integer(now))
        }
    }

    /// How many units of an account, month and feature are settled, and how many uncertain.
    package func counts(of units: UncertainUnits) throws(StoreError) -> (settled: Int, uncertain: Int) {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                """
                SELECT ifnull(sum(settled), 0), ifnull(sum(uncertain), 0) FROM tally AS t JOIN account AS a USING (account_id)
                WHERE a.name = ?1 AND (?2 IS NULL OR t.month = ?2) AND (?3 IS NULL OR t.feature = ?3)
                """, .text(units.account), Value(units.month), Value(units.feature?.rawValue)
            ) { (Int($0.integer(0)), Int($0.integer(1))) } ?? (0, 0)
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
