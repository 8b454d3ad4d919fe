internal import SQLite
internal import Storage
internal import Domain

extension SQLiteExportRows {
    func overview(of job: String) throws(StoreError) -> JobOverview? {
        guard let number = try database.number(job: job) else { return nil }
        let cost = try connection.first(
            """
            SELECT ifnull(sum(units_settled + units_uncertain), 0), ifnull(sum(units_uncertain), 0),
                ifnull(sum(usd_low), 0.0), ifnull(sum(usd_high), 0.0) FROM runs WHERE job = ?
            """, .text(job)
        ) { (units: Int($0.integer(0)), uncertain: Int($0.integer(1)), low: $0.real(2), high: $0.real(3)) }
        return JobOverview(
            job: job, recipes: try recipes(of: job), units: cost?.units ?? 0, uncertainUnits: cost?.uncertain ?? 0,
            minDollars: cost?.low ?? 0, maxDollars: cost?.high ?? 0, days: try days(of: number),
            failures: try failures(of: job))
    }

    private func days(of job: Int64) throws(StoreError) -> [JobOverview.DayCount] {
        try connection.all(
            """
            SELECT strftime('%Y-%m-%d', a.ended_at / 1000, 'unixepoch'), count(*),
                count(*) FILTER (WHERE a.outcome = 'failed'), sum(\(maxCost))
            FROM attempt AS a NOT INDEXED JOIN run AS u ON u.run_id = a.run_id
            WHERE u.job_id = ? AND a.outcome IN ('done', 'failed', 'retry') GROUP BY 1 ORDER BY 1
            """, .integer(job)
        ) { row in
            JobOverview.DayCount(
                date: row.text(0), asked: Int(row.integer(1)), failed: Int(row.integer(2)),
                maxMicroDollars: row.integer(3))
        }
    }

    private func failures(of job: String) throws(StoreError) -> [JobOverview.FailureGroup] {
        try connection.all(
            """
            SELECT kind, code, count(*), count(*) FILTER (WHERE image_id IS NULL), message, min(ifnull(path, ''))
            FROM failures WHERE job = ? GROUP BY kind, code ORDER BY 3 DESC, 1, 2
            """, .text(job)
        ) { row in
            JobOverview.FailureGroup(
                kind: row.text(0), code: row.optionalText(1), count: Int(row.count(2)), unreadable: Int(row.count(3)),
                message: row.text(4), path: row.text(5))
        }
    }
}
