internal import Accounting
internal import Platform
internal import Schema
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    func mark(_ process: ProcessIdentity) throws(StoreError) -> WorkBaseline {
        let newest = try connection.first(
            """
            SELECT ifnull((SELECT max(worker_id) FROM worker), 0), ifnull((SELECT max(attempt_id) FROM attempt), 0),
                ifnull((SELECT max(submission_id) FROM submission), 0), ifnull((SELECT max(answer_id) FROM answer), 0)
            """
        ) { ($0.integer(0), $0.integer(1), $0.integer(2), $0.integer(3)) }
        let (worker, attempt, submission, answer) = newest ?? (0, 0, 0, 0)
        return WorkBaseline(
            process: process, worker: WorkerID(worker), attempt: AttemptID(attempt),
            submission: SubmissionID(submission), answer: ResultID(answer), moment: now)
    }

    func receipt(job name: String, since mark: WorkBaseline) throws(StoreError) -> WorkSummary {
        var receipt = WorkSummary()
        guard let job = try database.number(job: name) else { return receipt }
        let own = try ownAttempts(at: job, since: mark)
        receipt.done =
            try connection.first("SELECT count(DISTINCT a.task_id) FROM \(own) AND a.outcome = 'answered'") {
                Int($0.count(0))
            } ?? 0
        for sum in try units(of: own) {
            receipt.settled += sum.settled
            receipt.uncertain += sum.uncertain
            receipt.minMicroDollars += sum.low
            receipt.maxMicroDollars += sum.high
        }
        receipt.monthMicroDollars = try monthBill(of: job)
        receipt.failures = try failures(of: own, job, mark)
        try addProblems(to: &receipt, of: job, since: mark)
        receipt.failures.sort { ($1.count, $0.kind, $0.code ?? "") < ($0.count, $1.kind, $1.code ?? "") }
        return receipt
    }

    func answeredElsewhere(job name: String, since mark: WorkBaseline) throws(StoreError) -> [WorkSummary.Answered] {
        guard let job = try database.number(job: name) else { return [] }
        let own = try ownAttempts(at: job, since: mark)
        // Generations tell which answer is the newest; of several recipes one is enough to name who asked.
        return try connection.all(
            """
            SELECT ifnull((SELECT j.name FROM answer AS r JOIN run AS o USING (run_id) JOIN job AS j USING (job_id)
                    WHERE r.image_id = t.image_id AND r.recipe_id IN (SELECT m.recipe_id FROM recipe_set_member AS m
                        WHERE m.recipe_set_id = u.recipe_set_id)
                    ORDER BY r.is_newest DESC, r.recipe_id LIMIT 1), ''), count(*)
            FROM run AS u CROSS JOIN task AS t USING (run_id)
            WHERE u.job_id = ?1 AND t.state = 'done' AND t.finished_at >= ?2
                AND t.task_id NOT IN (SELECT a.task_id FROM \(own) AND a.outcome = 'answered')
            GROUP BY 1 ORDER BY 2 DESC, 1
            """, .integer(job), .integer(mark.moment.milliseconds)
        ) { WorkSummary.Answered(job: $0.text(0), images: Int($0.count(1))) }
    }

    /// SQL for the attempts `a` at a job's runs that workers of a process made since a mark: what follows FROM.
    private func ownAttempts(at job: Int64, since mark: WorkBaseline) throws(StoreError) -> String {
        return """
            attempt AS a NOT INDEXED JOIN run AS r USING (run_id) WHERE a.attempt_id > \(mark.attempt.value)
            AND a.worker_id IN (\(try workers(since: mark))) AND r.job_id = \(job)
            """
    }

    /// The numbers of a process's workers since a mark, as a list in SQL.
    func workers(since mark: WorkBaseline) throws(StoreError) -> String {
        list(
            try connection.all(
                "SELECT worker_id FROM worker WHERE worker_id > ? AND host = ? AND pid = ? AND pid_started = ?",
                .integer(mark.worker.value), .text(mark.process.host), .integer(Int64(mark.process.pid)),
                .integer(mark.process.started)
            ) { $0.integer(0) })
    }

    private typealias FeatureUnitSum = (settled: Int, uncertain: Int, low: Int64, high: Int64)

    /// The units of some attempts by account, month and feature.
    ///
    /// What they cost at the least is what the month costs with them, less what it costs without.
    private func units(of attempts: String) throws(StoreError) -> [FeatureUnitSum] {
        try connection.all(
            """
            WITH own AS (
                SELECT l.account_id, \(month(of: "l.day")) AS month, c.feature,
                    count(*) FILTER (WHERE l.state = 'settled') AS settled,
                    count(*) FILTER (WHERE l.state = 'settled' AND l.micro_usd > 0) AS paid,
                    count(*) FILTER (WHERE l.state <> 'settled') AS uncertain, sum(l.micro_usd) AS micro_usd
                FROM ledger AS l JOIN recipe AS c USING (recipe_id)
                WHERE l.attempt_id IN (SELECT a.attempt_id FROM \(attempts)) AND l.state IN ('settled', 'uncertain',
                    'sent')
                GROUP BY 1, 2, 3),
            month AS (
                SELECT o.*, (SELECT sum(t.settled_paid) FROM ledger_total AS t WHERE t.account_id = o.account_id
                    AND t.month = o.month AND t.feature = o.feature) AS total FROM own AS o)
            SELECT m.settled, m.uncertain, m.micro_usd, max(0, ifnull(
                \(StoreSchema.monthCost(of: "m.total")) - \(StoreSchema.monthCost(of: "(m.total - m.paid)")), 0))
            FROM month AS m LEFT JOIN price AS p USING (feature)
            """
        ) { (Int($0.count(0)), Int($0.count(1)), $0.count(3), $0.count(2)) }
    }

    /// The most that a job's present month costs; nil where it never had a bill.
    private func monthBill(of job: Int64) throws(StoreError) -> Int64? {
        let bill = try connection.first(
            """
            SELECT count(*), ifnull(sum(micro_usd) FILTER (WHERE period = ?2), 0) FROM cap_usage
            WHERE scope = 'job_month' AND subject = ?1
            """, .integer(job), .text(CapScope.jobMonth.period(on: VendorDay(of: now)).key)
        ) { (periods: $0.integer(0), microDollars: $0.count(1)) }
        guard let bill, bill.periods > 0 else { return nil }
        return bill.microDollars
    }
}
