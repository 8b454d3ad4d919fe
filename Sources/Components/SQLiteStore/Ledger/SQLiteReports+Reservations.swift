internal import Accounting
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    /// What counts at this moment against the caps of a run and of the account it is billed to, with nothing reserved
    /// yet.
    func reservation(_ billing: Billing, account: Int64, run: RunID) throws(StoreError) -> Reservation {
        let day = VendorDay(of: now)
        let (job, name) =
            try connection.first(
                "SELECT job_id, name FROM run JOIN job USING (job_id) WHERE run_id = ?", .integer(run.value),
                read: { ($0.integer(0), $0.text(1)) }) ?? (0, "")
        let quotas = try quotas(of: account)
        let scopes: [(CapScope, String, Int64, Budget.Cap?)] = [
            (.run, name, run.value, billing.budget.run), (.jobDay, name, job, billing.budget.day),
            (.jobMonth, name, job, billing.budget.month),
            (.accountDay, billing.account, account, quotas["day"]),
            (.accountMonth, billing.account, account, quotas["month"]),
        ]
        var lines: [Reservation.CapRow] = []
        for (scope, owner, subject, cap) in scopes {
            let (period, opensAt) = scope.period(on: day)
            let spent = try connection.first(
                "SELECT units, micro_usd FROM cap_usage WHERE scope = ? AND subject = ? AND period = ?",
                .text(scope.rawValue),
                .integer(subject), .text(period)
            ) { (Int($0.count(0)), $0.count(1)) }
            // What this transaction has changed so far is written at its end.
            let pending = database.sums[CapKey(scope: scope, subject: subject, period: period)]
            lines.append(
                .init(
                    subject: subject,
                    usage: CapUsage(
                        scope: scope, owner: owner, period: period, units: (spent?.0 ?? 0) + pending.sum.units,
                        microDollars: (spent?.1 ?? 0) + pending.sum.microDollars, cap: cap ?? Budget.Cap(),
                        opensAt: opensAt
                    )))
        }
        return Reservation(run: run.value, account: account, day: day, lines: lines)
    }

    /// The most that each of an image's recipes can cost when they are asked together; what has no price counts as 0.
    func costs(of recipes: [RecipeID]) throws(StoreError) -> [UnitCost] {
        if let known = database.caches.costs[recipes] { return known }
        var features: [String] = []
        for recipe in recipes {
            let feature = try connection.first(
                "SELECT feature FROM recipe WHERE recipe_id = ?", .integer(recipe.value), read: { $0.text(0) })
            features.append(feature ?? "")
        }
        var found: [UnitCost] = []
        for (recipe, feature) in zip(recipes, features) {
            let price = try connection.first("SELECT first, free_with FROM price WHERE feature = ?", .text(feature)) {
                (first: $0.count(0), freeWith: $0.isNull(1) ? nil : $0.text(1))
            }
            let isFree = price?.freeWith.map(features.contains) ?? false
            found.append(
                UnitCost(
                    recipe: recipe, feature: feature, microDollars: isFree ? 0 : price?.first ?? 0,
                    hasPrice: price != nil))
        }
        database.caches.costs[recipes] = found
        return found
    }

    /// The account-wide caps by period.
    func quotas(of account: Int64) throws(StoreError) -> [String: Budget.Cap] {
        let rows = try connection.all(
            "SELECT period, cap_units, cap_micro_usd FROM quota WHERE account_id = ?", .integer(account)
        ) {
            ($0.text(0), $0.cap(1))
        }
        return Dictionary(rows) { first, _ in first }
    }

    func room(for run: RunID, on billing: Billing) throws(StoreError) -> CapHeadroom? {
        // An account that has no row has no units and no caps; those of the run and the job hold all the same.
        let account =
            try connection.first(
                "SELECT account_id FROM account WHERE name = ?", .text(billing.account), read: { $0.integer(0) })
            ?? 0
        let asked = try connection.all(
            """
            SELECT m.recipe_id FROM (SELECT task_id, image_id, run_id FROM task
                WHERE run_id = ? AND state = 'queued' AND isolated IN (0, 1) ORDER BY isolated, not_before LIMIT 1)
                    AS t
            JOIN run AS u ON u.run_id = t.run_id JOIN recipe_set_member AS m ON m.recipe_set_id = u.recipe_set_id
            WHERE \(lacksAnswer) ORDER BY m.recipe_id
            """, .integer(run.value)
        ) { RecipeID($0.integer(0)) }
        guard !asked.isEmpty else { return nil }
        return try reservation(billing, account: account, run: run).room(forImagesOf: try costs(of: asked))
    }
}
