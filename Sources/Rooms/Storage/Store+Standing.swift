internal import SQLite
package import Vocabulary

/// How many tasks of a run ended lately, and over what time.
package struct RecentEnds: Equatable, Sendable {
    /// Tasks whose attempt answered or failed them.
    package let count: Int
    /// From the start of the first of those attempts, or of the span that was asked for, until now; a second at least.
    package let span: TimeSpan

    /// Images a second.
    package var imagesPerSecond: Double { Double(count) * 1000 / Double(span.milliseconds) }
}

/// How many more images a cap leaves room for.
package struct CapRoom: Equatable, Sendable {
    /// So many; 0 where it is reached.
    package let images: Int
    /// The cap that leaves the least.
    package let cap: CapReached
}

/// What was asked of an account for one feature, in units.
package struct FeatureUnits: Equatable, Sendable {
    /// The account.
    package let account: String
    /// The feature, as the ledger has it.
    package let feature: String
    /// Units of all time, by state.
    package let settled, uncertain, reserved: Int
    /// The least that this month's units cost, in US dollars.
    package let monthLeastDollars: Double
    /// The most; nil where there is no price.
    package let monthMostDollars: Double?
}

extension Store {
    /// Reads several things as they were at one moment, whatever others write meanwhile.
    package func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try guarded { () throws(SQLiteError) in try connection.run("BEGIN") }
        // What is remembered of the store stays: nothing was written that could be undone.
        defer { try? connection.run("ROLLBACK") }
        return try body()
    }

    /// What ended within a time before now, by run; taken from what is committed, so that it holds after a crash, too.
    ///
    /// Attempts are numbered in the order of their starts. Of more than a thousand some are looked at, evenly spread, and
    /// stand for the others. Where there are few, those are found that took up to ten times as long as the time asked for.
    package func recentEnds(within span: TimeSpan) throws(StoreError) -> [RunID: RecentEnds] {
        let now = now
        return try guarded { () throws(SQLiteError) in
            let last = try connection.first("SELECT max(attempt_id) FROM attempt") { $0.integer(0) } ?? 0
            var first = try firstAttempt(since: now - 10 * span.milliseconds, upTo: last)
            if last - first >= mostSamples { first = try firstAttempt(since: now - span.milliseconds, upTo: last) }
            let stride = (last - first) / mostSamples + 1
            let rows = try connection.all(
                """
                WITH RECURSIVE sample (id) AS (SELECT ?1 UNION ALL SELECT id + ?2 FROM sample WHERE id + ?2 <= ?3)
                SELECT t.run_id, count(*), min(a.started_at) FROM sample CROSS JOIN attempt AS a ON a.attempt_id = sample.id
                    CROSS JOIN task AS t ON t.task_id = a.task_id
                WHERE a.ended_at BETWEEN ?4 AND ?5 AND a.outcome IN ('done', 'failed') GROUP BY t.run_id
                """, .integer(first), .integer(stride), .integer(last), .integer(now - span.milliseconds), .integer(now)
            ) { (run: RunID($0.integer(0)), count: Int($0.integer(1) * stride), since: $0.integer(2)) }
            var ends: [RunID: RecentEnds] = [:]
            for row in rows {
                let length = min(span.milliseconds, max(1000, now - row.since))
                ends[row.run] = RecentEnds(count: row.count, span: TimeSpan(milliseconds: length))
            }
            return ends
        }
    }

    /// The first attempt that was started at a moment or later; the one after the last where none was.
    private func firstAttempt(since moment: Int64, upTo last: Int64) throws(SQLiteError) -> Int64 {
        var (low, high) = (Int64(1), last + 1)
        while low < high {
            let middle = (low + high) / 2
            let started = try connection.first(
                "SELECT started_at FROM attempt WHERE attempt_id >= ? ORDER BY attempt_id LIMIT 1", .integer(middle)
            ) { $0.integer(0) }
            if let started, started < moment { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// When the first task of a run that waits may run; nil where none waits.
    package func nextDue(in run: RunID) throws(StoreError) -> Timestamp? {
        try guarded { () throws(SQLiteError) in
            let moments = try [0, 1].map { alone throws(SQLiteError) in
                try connection.first(
                    """
                    SELECT not_before FROM task WHERE run_id = ? AND state = 'queued' AND isolated = \(alone)
                    ORDER BY not_before LIMIT 1
                    """, .integer(run.value)
                ) { Timestamp(milliseconds: $0.integer(0)) }
            }
            return moments.compactMap { $0 }.min()
        }
    }

    /// How many more images of a run the caps leave room for, if each asks for what the next one does; nil where no cap says.
    package func room(for run: RunID, on billing: Billing) throws(StoreError) -> CapRoom? {
        try guarded { () throws(SQLiteError) in
            guard
                try connection.first(
                    "SELECT 1 FROM account WHERE name = ?", .text(billing.account), read: { _ in true })
                    != nil
            else { return nil }
            let asked = try connection.all(
                """
                SELECT m.recipe_id FROM (SELECT task_id, image_id, run_id FROM task
                    WHERE run_id = ? AND state = 'queued' AND isolated IN (0, 1) ORDER BY isolated, not_before LIMIT 1) AS t
                JOIN run AS u ON u.run_id = t.run_id JOIN recipe_set_member AS m ON m.recipe_set_id = u.recipe_set_id
                WHERE \(lacksAnswer) ORDER BY m.recipe_id
                """, .integer(run.value)
            ) { RecipeID($0.integer(0)) }
            guard !asked.isEmpty else { return nil }
            let costs = try costs(of: asked)
            let sum = costs.reduce(0) { $0 + $1.microDollars }
            let isPriced = costs.allSatisfy(\.hasPrice)
            return try openBill(billing, run: run).lines.compactMap { line in
                let byUnits = line.cap.units.map { max(0, $0 - line.units) / costs.count }
                let byMoney: Int? = line.cap.microDollars.flatMap {
                    if !isPriced { return 0 }
                    return sum > 0 ? Int(max(0, $0 - line.microDollars) / sum) : nil
                }
                return [byUnits, byMoney].compactMap { $0 }.min().map { images in
                    CapRoom(
                        images: images,
                        cap: CapReached(
                            scope: line.scope, units: line.units, microDollars: line.microDollars, cap: line.cap,
                            until: line.until))
                }
            }.min { $0.images < $1.images }
        }
    }

    /// The accounts that a run's units are booked on, by name.
    package func accounts(of run: RunID) throws(StoreError) -> [String] {
        try guarded { () throws(SQLiteError) in
            try connection.all(
                "SELECT DISTINCT a.name FROM ledger_total JOIN account AS a USING (account_id) WHERE run_id = ? ORDER BY 1",
                .integer(run.value)
            ) { $0.text(0) }
        }
    }

    /// Until when a service has told an account to wait; nil where it has not, or the time is over.
    package func heldUntil(_ account: String) throws(StoreError) -> Timestamp? {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                "SELECT opens_at FROM account WHERE name = ? AND opens_at > ?", .text(account), .integer(now)
            ) { Timestamp(milliseconds: $0.integer(0)) }
        }
    }

    /// Units by account and feature; books with a figure that cannot be are damaged.
    package func featureUnits() throws(StoreError) -> [FeatureUnits] {
        let month = VendorDay(of: clock.now()).monthKey
        return try guarded { () throws(SQLiteError) in
            try connection.all(
                """
                SELECT account, feature, sum(units_settled), sum(units_uncertain), sum(units_reserved),
                    ifnull(sum(usd_low) FILTER (WHERE month = ?1), 0.0), max(usd_high) FILTER (WHERE month = ?1),
                    count(usd_high), min(min(units_settled, units_uncertain, units_reserved, usd_low, ifnull(usd_high, 0)))
                FROM spending GROUP BY account, feature ORDER BY account, feature
                """, .text(month)
            ) { row in
                if row.real(8) < 0 {
                    row.refuse("a figure of \(row.text(1)) on account \(row.text(0)) is below 0")
                }
                return FeatureUnits(
                    account: row.text(0), feature: row.text(1), settled: Int(row.count(2)),
                    uncertain: Int(row.count(3)), reserved: Int(row.count(4)), monthLeastDollars: row.real(5),
                    monthMostDollars: row.integer(7) > 0 ? row.real(6) : nil)
            }
        }
    }
}

/// So many attempts are looked at for the rate.
private let mostSamples: Int64 = 1000
