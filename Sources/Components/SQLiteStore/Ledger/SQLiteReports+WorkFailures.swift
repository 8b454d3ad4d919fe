internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// What failed in the work of one process.
extension SQLiteReports {
    /// The failures of some attempts by kind and code, and images that were quarantined since a mark: the processes
    /// that they killed do not tell of them.
    ///
    /// - Parameter attempts: SQL for the attempts `a` and their runs `r`, as it follows FROM.
    func failures(of attempts: String, _ job: Int64, _ mark: WorkBaseline) throws(StoreError) -> [WorkSummary.Failures]
    {
        let tasks = """
            SELECT a.task_id FROM \(attempts) AND a.outcome = 'failed'
            UNION SELECT t.task_id FROM task AS t WHERE t.run_id IN (SELECT run_id FROM run WHERE job_id = \(job))
                AND t.state = 'failed' AND t.kind = \(literal(.quarantined))
                AND t.finished_at >= \(mark.moment.milliseconds)
            """
        var groups: [WorkSummary.Failures] = []
        try connection.all(
            """
            SELECT t.kind, t.code, t.nights, count(*) FROM task AS t NOT INDEXED WHERE t.task_id IN (\(tasks))
                AND t.state = 'failed'
            GROUP BY t.kind, t.code, t.nights ORDER BY t.kind, t.code
            """
        ) { (kind: $0.text(0), code: $0.optionalText(1), nights: Int($0.integer(2)), count: Int($0.count(3))) }
        .forEach { part in
            if groups.last?.kind != part.kind || groups.last?.code != part.code {
                groups.append(WorkSummary.Failures(kind: part.kind, code: part.code, count: 0, paths: []))
            }
            groups[groups.count - 1].count += part.count
            groups[groups.count - 1].nights?[part.nights] = part.count
        }
        return try groups.map { group throws(StoreError) in
            let names = try connection.all(
                """
                SELECT \(pathBytes), t.message FROM task AS t NOT INDEXED JOIN path AS p USING (path_id)
                WHERE t.task_id IN (\(tasks)) AND t.state = 'failed' AND t.kind = ? AND t.code IS ?
                ORDER BY t.task_id LIMIT \(maxNames)
                """, .text(group.kind), Value(group.code)
            ) { (path: FilePath(bytes: $0.blob(0)), message: $0.text(1)) }
            var group = group
            group.paths = names.map(\.path)
            group.example = names.first?.message ?? ""
            return group
        }
    }

    func failing(job name: String, limit: Int) throws(StoreError) -> [FailingImage] {
        try connection.all(
            "SELECT ifnull(path, ''), message FROM failures WHERE job = ? LIMIT ?", .text(name), Value(limit)
        ) { FailingImage(path: FilePath($0.text(0)), message: $0.text(1)) }
    }

    func failingRuns(job name: String) throws(StoreError) -> [RunID] {
        try connection.all(
            """
            SELECT DISTINCT run_id FROM failures WHERE job = ? AND run_id IS NOT NULL ORDER BY run_id DESC LIMIT 3
            """, .text(name)
        ) { RunID($0.integer(0)) }
    }

    /// Adds the names and sources that a submission since a mark could not take; those of which the submission before
    /// said the same are only counted.
    func addProblems(to receipt: inout WorkSummary, of job: Int64, since mark: WorkBaseline) throws(StoreError) {
        let (job, mark) = (Value.integer(job), Value.integer(mark.submission.value))
        let isNew = try connection.first(
            "SELECT 1 FROM submission WHERE job_id = ?1 AND submission_id > ?2 LIMIT 1", job, mark
        ) { _ in true }
        guard isNew != nil else { return }
        receipt.problemsBefore =
            try connection.first(
                "SELECT count(*) FROM submission_problem WHERE job_id = ?1 AND submission_id <= ?2 AND is_notice = 0",
                job, mark
            ) { Int($0.count(0)) } ?? 0
        receipt.emptySources = try connection.all(
            """
            SELECT source FROM submission_problem WHERE job_id = ?1 AND submission_id > ?2 AND is_notice = 1
            ORDER BY problem_id
            """, job, mark
        ) { $0.text(0) }
        let found = "submission_problem AS q WHERE q.job_id = ?1 AND q.submission_id > ?2 AND q.is_notice = 0"
        let groups = try connection.all(
            """
            SELECT q.kind, q.code, count(*), count(*) FILTER (WHERE q.path_id IS NULL) FROM \(found)
            GROUP BY q.kind, q.code ORDER BY min(q.problem_id)
            """, job, mark
        ) { (kind: $0.text(0), code: $0.optionalText(1), count: Int($0.count(2)), sources: Int($0.count(3))) }
        for group in groups {
            let names = try connection.all(
                """
                SELECT ifnull((SELECT \(pathBytes) FROM path AS p WHERE p.path_id = q.path_id),
                    CAST(q.source AS BLOB)), q.message FROM \(found) AND q.kind = ?3 AND q.code IS ?4
                ORDER BY q.problem_id LIMIT \(maxNames)
                """, job, mark, .text(group.kind), Value(group.code)
            ) { (path: FilePath(bytes: $0.blob(0)), message: $0.text(1)) }
            receipt.brokenSources += group.sources
            receipt.failures.append(
                WorkSummary.Failures(
                    kind: group.kind, code: group.code, count: group.count, paths: names.map(\.path),
                    example: names.first?.message ?? "", nights: nil))
        }
    }
}

/// Names of failed images that are told of one kind and code.
private let maxNames = 4
