internal import SQLite
internal import Vocabulary

extension Store {
    /// A bill for a run's claims of this moment; call it within the transaction that claims.
    func openBill(_ billing: Billing, run: RunID) throws(SQLiteError) -> Bill {
        let account = try accountID(of: billing.account)
        let day = VendorDay(of: clock.now())
        let job =
            try connection.first("SELECT job_id FROM run WHERE run_id = ?", .integer(run.value)) { $0.integer(0) } ?? 0
        let quotas = try quotas(of: account)
        let scopes: [(CapScope, Int64, String, Budget.Cap?, Timestamp?)] = [
            (.run, run.value, "", billing.budget.run, nil),
            (.jobDay, job, day.dayKey, billing.budget.day, day.end),
            (.jobMonth, job, day.monthKey, billing.budget.month, day.endOfMonth),
            (.accountDay, account, day.dayKey, quotas["day"], day.end),
            (.accountMonth, account, day.monthKey, quotas["month"], day.endOfMonth),
        ]
        var lines: [Bill.Line] = []
        for (scope, subject, period, cap, until) in scopes {
            let spent = try connection.first(
                "SELECT units, micro_usd FROM cap_usage WHERE scope = ? AND subject = ? AND period = ?",
                .text(scope.rawValue),
                .integer(subject), .text(period)
            ) { (Int($0.count(0)), $0.count(1)) }
            lines.append(
                .init(
                    scope: scope, subject: subject, period: period, units: spent?.0 ?? 0, microDollars: spent?.1 ?? 0,
                    cap: cap ?? Budget.Cap(), until: until))
        }
        return Bill(run: run.value, account: account, day: day, lines: lines)
    }

    /// The most that each of an image's recipes can cost when they are asked together; what has no price counts as 0.
    func costs(of recipes: [RecipeID]) throws(SQLiteError) -> [UnitCost] {
        if let known = costs[recipes] { return known }
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
        costs[recipes] = found
        return found
    }

    /// Writes a unit down for each recipe of each of some attempts.
    func reserve(_ asked: [RecipeID], of part: Stretch, on bill: Bill) throws(SQLiteError) {
        for cost in try costs(of: asked) {
            try connection.run(
                """
                INSERT OR ROLLBACK INTO ledger (attempt_id, recipe_id, account_id, day, micro_usd, state, changed_at)
                SELECT attempt_id, ?, ?, ?, ?, 'reserved', ? FROM attempt WHERE attempt_id BETWEEN ? AND ? ORDER BY attempt_id
                """,
                .integer(cost.recipe.value), .integer(bill.account), .text(bill.day.dayKey),
                .integer(cost.microDollars), .integer(now), .integer(part.attempt), .integer(part.lastAttempt))
        }
    }

    /// Adds what a bill has taken to the sums; the database refuses what passes a cap.
    func close(_ bill: Bill) throws(SQLiteError) {
        guard bill.units > 0 else { return }
        for line in bill.lines {
            try connection.run(
                """
                INSERT INTO cap_usage (scope, subject, period, units, micro_usd, cap_units, cap_micro_usd)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO UPDATE SET units = units + excluded.units,
                    micro_usd = micro_usd + excluded.micro_usd, cap_units = excluded.cap_units,
                    cap_micro_usd = excluded.cap_micro_usd
                """,
                .text(line.scope.rawValue), .integer(line.subject), .text(line.period), Value(bill.units),
                .integer(bill.microDollars), Value(line.cap.units), Value(line.cap.microDollars))
        }
        for (feature, taken) in bill.features.sorted(by: { $0.key < $1.key }) {
            try connection.run(
                """
                INSERT INTO ledger_total (run_id, account_id, month, feature, reserved, micro_usd) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET reserved = reserved + excluded.reserved, micro_usd = micro_usd + excluded.micro_usd
                """,
                .integer(bill.run), .integer(bill.account), .text(bill.day.monthKey), .text(feature),
                Value(taken.units), .integer(taken.microDollars))
        }
    }

    /// The number of an account; a new one is kept.
    func accountID(of name: String) throws(SQLiteError) -> Int64 {
        if let known = try connection.first(
            "SELECT account_id FROM account WHERE name = ?", .text(name), read: { $0.integer(0) })
        {
            return known
        }
        try connection.run("INSERT INTO account (name) VALUES (?)", .text(name))
        return connection.lastInsertedRow
    }

    /// The account-wide caps by period.
    private func quotas(of account: Int64) throws(SQLiteError) -> [String: Budget.Cap] {
        let rows = try connection.all(
            "SELECT period, cap_units, cap_micro_usd FROM quota WHERE account_id = ?", .integer(account)
        ) {
            ($0.text(0), $0.cap(1))
        }
        return Dictionary(rows) { first, _ in first }
    }
}
