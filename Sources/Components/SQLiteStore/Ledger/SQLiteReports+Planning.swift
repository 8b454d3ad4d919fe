internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    func prices() throws(StoreError) -> [FeaturePrice] {
        try connection.all(
            "SELECT feature, free_units, first, first_tier, second, free_with FROM price ORDER BY feature"
        ) { row in
            FeatureType(rawValue: row.text(0)).map { feature in
                FeaturePrice(
                    feature: feature, freeUnits: Int(row.count(1)), first: row.count(2),
                    firstTier: Int(row.count(3)), second: row.count(4),
                    freeWith: row.optionalText(5).flatMap { FeatureType(rawValue: $0) })
            }
        }.compactMap(\.self)
    }

    func use(of account: String, month: String) throws(StoreError) -> [FeatureUse] {
        try connection.all(
            """
            SELECT feature, sum(settled), sum(settled_paid), sum(uncertain), sum(reserved)
            FROM ledger_total JOIN account USING (account_id) WHERE name = ? AND month = ?
            GROUP BY feature ORDER BY feature
            """, .text(account), .text(month)
        ) { row in
            FeatureType(rawValue: row.text(0)).map { feature in
                FeatureUse(
                    feature: feature, settled: Int(row.count(1)), settledPaid: Int(row.count(2)),
                    uncertain: Int(row.count(3)), reserved: Int(row.count(4)))
            }
        }.compactMap(\.self)
    }

    func caps(job name: String, joining run: RunID?, on billing: Billing) throws(StoreError) -> [CapUsage] {
        let day = VendorDay(of: now)
        let job = try database.number(job: name)
        let account = try connection.first(
            "SELECT account_id FROM account WHERE name = ?", .text(billing.account)
        ) { $0.integer(0) }
        let quotas = try account.map { account throws(StoreError) in try self.quotas(of: account) } ?? [:]
        let scopes: [(CapScope, String, Int64?, Budget.Cap?)] = [
            (.run, name, run?.value, billing.budget.run), (.jobDay, name, job, billing.budget.day),
            (.jobMonth, name, job, billing.budget.month),
            (.accountDay, billing.account, account, quotas["day"]),
            (.accountMonth, billing.account, account, quotas["month"]),
        ]
        var caps: [CapUsage] = []
        for case (let scope, let owner, let subject, let cap?) in scopes {
            let (period, opensAt) = scope.period(on: day)
            let spent =
                try subject.map { subject throws(StoreError) in
                    try connection.first(
                        "SELECT units, micro_usd FROM cap_usage WHERE scope = ? AND subject = ? AND period = ?",
                        .text(scope.rawValue), .integer(subject), .text(period)
                    ) { (units: Int($0.count(0)), microDollars: $0.count(1)) }
                } ?? nil
            caps.append(
                CapUsage(
                    scope: scope, owner: owner, period: period, units: spent?.units ?? 0,
                    microDollars: spent?.microDollars ?? 0, cap: cap, opensAt: opensAt))
        }
        return caps
    }
}
