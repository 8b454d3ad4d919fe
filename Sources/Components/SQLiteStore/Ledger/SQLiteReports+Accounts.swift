internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    func accounts() throws(StoreError) -> [String] {
        try connection.all("SELECT name FROM account ORDER BY name") { $0.text(0) }
    }

    func accounts(of run: RunID) throws(StoreError) -> [String] {
        try connection.all(
            "SELECT DISTINCT a.name FROM ledger_total JOIN account AS a USING (account_id) WHERE run_id = ? ORDER BY 1",
            .integer(run.value)
        ) { $0.text(0) }
    }

    func holdEnds(_ account: String) throws(StoreError) -> Timestamp? {
        try connection.first(
            "SELECT opens_at FROM account WHERE name = ? AND opens_at > ?", .text(account), .integer(now.milliseconds)
        ) { Timestamp(milliseconds: $0.integer(0)) }
    }

    func featureUnits() throws(StoreError) -> [FeatureUnits] {
        let month = VendorDay(of: now).monthKey
        return try connection.all(
            """
            SELECT account, feature, sum(units_settled), sum(units_uncertain), sum(units_reserved),
                ifnull(sum(usd_low) FILTER (WHERE month = ?1), 0.0), max(usd_high) FILTER (WHERE month = ?1),
                count(usd_high), min(min(units_settled, units_uncertain, units_reserved, usd_low, ifnull(usd_high,
                    0)))
            FROM spending GROUP BY account, feature ORDER BY account, feature
            """, .text(month)
        ) { row in
            if row.real(8) < 0 {
                row.refuse("a figure of \(row.text(1)) on account \(row.text(0)) is below 0")
            }
            return FeatureUnits(
                account: row.text(0), feature: row.text(1), settled: Int(row.count(2)),
                uncertain: Int(row.count(3)), reserved: Int(row.count(4)), monthMinDollars: row.real(5),
                monthMaxDollars: row.integer(7) > 0 ? row.real(6) : nil)
        }
    }

    func spending(of account: String?) throws(StoreError) -> [Spending] {
        let month = VendorDay(of: now).monthKey
        return try connection.all(
            """
            SELECT s.account, s.month, s.feature, s.units_settled, s.units_uncertain, s.units_reserved, s.usd_low,
                s.usd_high,
                iif(s.month = ?1, max(0, p.free_units - s.units_settled - s.units_uncertain - s.units_reserved),
                    NULL)
            FROM spending AS s LEFT JOIN price AS p USING (feature)
            WHERE ?2 IS NULL OR s.account = ?2 ORDER BY s.account, s.month, s.feature
            """, .text(month), Value(account)
        ) { row in
            let (lower, limit) = (row.real(6), row.isNull(7) ? nil : row.real(7))
            if (Int32(3)...5).contains(where: { row.integer($0) < 0 }) || min(lower, limit ?? 0) < 0 {
                row.refuse("a figure of \(row.text(2)) on account \(row.text(0)) is below 0")
            }
            return Spending(
                account: row.text(0), month: row.text(1), feature: row.text(2), settled: Int(row.count(3)),
                uncertain: Int(row.count(4)), reserved: Int(row.count(5)), minDollars: lower, maxDollars: limit,
                freeUnitsLeft: row.isNull(8) ? nil : Int(row.count(8)))
        }
    }
}
