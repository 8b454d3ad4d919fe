internal import SQLite
internal import Storage
internal import Domain

/// The ended tasks that are queued again, as SQL; ?1 is a failure's code, or null.
struct RetrySelection {
    let filter: RetryFilter
    /// Only runs that ask what their job asks by now.
    let runs: [RunID]
    /// The job of which only those failures count that its rows show; nil: all failures of the runs do.
    let job: Int64?

    /// The value of ?1.
    var code: Value {
        if case .failures(_, let code) = filter { Value(code) } else { .null }
    }

    /// Rows of `task_id`, each once.
    var tasks: String {
        guard case .asked = filter else { return failed }
        return "SELECT t.task_id FROM \(answered) UNION \(failed)"
    }

    /// What follows FROM: the tasks `t` that are queued again because of the answers `r`, which their runs brought.
    var answered: String {
        """
        answer AS r INDEXED BY answer_by_run CROSS JOIN task AS t ON t.image_id = r.image_id AND t.run_id = r.run_id
        WHERE r.run_id IN (\(runList)) AND \(isSuperseded) AND t.state IN ('done', 'failed') AND \(isMember)
        """
    }

    /// The features that the task `t` is asked, with commas between them.
    var features: String {
        """
        ifnull((SELECT group_concat(c.feature) FROM run AS u JOIN recipe_set_member AS m USING (recipe_set_id)
            JOIN recipe AS c USING (recipe_id)
            WHERE u.run_id = t.run_id AND (\(lacksAnswer) OR EXISTS (SELECT 1 FROM answer AS r
                WHERE r.image_id = t.image_id AND r.recipe_id = m.recipe_id AND r.run_id = t.run_id
                AND \(isSuperseded)))), '')
        """
    }

    /// Tasks that failed, and whose images are still asked for.
    private var failed: String {
        var conditions = [
            "t.run_id IN (\(runList)) AND t.state = 'failed' AND (?1 IS NULL OR t.code = ?1)", isMember,
        ]
        switch filter {
        case .failures(let kind, _): if let kind { conditions.append("t.kind = \(literal(kind))") }
        case .tasks(let tasks): conditions.append("t.task_id IN (\(list(tasks.map(\.value))))")
        case .asked(let since):
            conditions.append("t.finished_at >= \(since.milliseconds)")
        }
        if let job {
            conditions.append(
                """
                t.task_id IN (SELECT f.task_id FROM failures AS f
                    WHERE f.job = (SELECT j.name FROM job AS j WHERE j.job_id = \(job)))
                """)
        }
        return "SELECT t.task_id FROM task AS t WHERE \(conditions.joined(separator: " AND "))"
    }

    /// Whether the answer `r` is asked for a second time.
    private var isSuperseded: String {
        guard case .asked(let since) = filter else { return "0" }
        return "r.is_newest = 1 AND r.annotated_at >= \(since.milliseconds)"
    }

    /// Whether the image of the task `t` is in the job's selection.
    private let isMember = """
        EXISTS (SELECT 1 FROM run AS u JOIN job_image AS i ON i.job_id = u.job_id AND i.image_id = t.image_id
            AND i.until_submission IS NULL WHERE u.run_id = t.run_id)
        """

    private var runList: String { list(runs.map(\.value)) }

    /// A selection among these runs.
    init(_ filter: RetryFilter, runs: [RunID], job: Int64?) {
        (self.filter, self.runs, self.job) = (filter, runs, job)
    }
}
