internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// What a job's submissions could not take: each thing once, for as long as every submission finds it so.
///
/// What is as it was is not written again, night after night.
struct SubmissionProblems: Writer {
    let transaction: Transaction

    /// Keeps that a submission could not take a source, or a name that cannot be read; of a name what it finds first.
    func note(
        _ problem: SubmissionProblem, in submission: OpenSubmission, _ state: inout SubmissionState,
        _ scope: FolderScope
    ) throws(StoreError) {
        let name = problem.isName ? try markSeen(problem, &state.seen, scope) : nil
        let failure = problem.failure
        let source = problem.path.description
        if problem.isQuery { try forgetQueries(before: submission, source, failure.message) }
        guard let known = try known(name, source, failure.message, of: submission) else {
            try connection.run(
                """
                INSERT INTO submission_problem
                    (job_id, submission_id, path_id, source, stage, kind, code, message, noted_at, is_notice)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .integer(submission.job.value), .integer(submission.id.value), Value(name?.value), .text(source),
                .text(failure.stage.rawValue), .text(failure.kind.rawValue), Value(failure.code),
                .text(failure.message), .integer(now), .integer(problem.isNotice ? 1 : 0))
            state.noted.insert(connection.lastInsertedRow)
            return
        }
        // Two sources may give the same name.
        guard state.noted.insert(known.row) else { return }
        if known.kind != failure.kind.rawValue {
            try connection.run(
                """
                UPDATE submission_problem
                SET submission_id = ?, stage = ?, kind = ?, code = ?, message = ?, noted_at = ? WHERE problem_id = ?
                """, .integer(submission.id.value), .text(failure.stage.rawValue), .text(failure.kind.rawValue),
                Value(failure.code), .text(failure.message), .integer(now), .integer(known.row))
        } else if known.code != failure.code || known.message != failure.message {
            try connection.run(
                "UPDATE submission_problem SET code = ?, message = ? WHERE problem_id = ?", Value(failure.code),
                .text(failure.message), .integer(known.row))
        }
    }

    /// Forgets what queries of other manifests failed at, and in which other words this one did: a submission of which
    /// a query fails is never complete, and a query that was edited is told again.
    private func forgetQueries(before submission: OpenSubmission, _ source: String, _ message: String)
        throws(StoreError)
    {
        try connection.run(
            """
            DELETE FROM submission_problem WHERE job_id = ?1 AND path_id IS NULL AND code = ?2
            AND (source = ?3 AND message <> ?4 OR submission_id NOT IN (SELECT s.submission_id FROM submission AS s
                WHERE s.job_id = ?1 AND s.manifest_digest = ?5))
            """, .integer(submission.job.value), .text(SubmissionProblem.queryCode), .text(source), .text(message),
            .blob(submission.manifestDigest))
    }

    /// Forgets what a complete submission did not find.
    func forget(excluding noted: RowSet, of submission: OpenSubmission) throws(StoreError) {
        let rows = try connection.all(
            "SELECT problem_id FROM submission_problem WHERE job_id = ? ORDER BY problem_id",
            .integer(submission.job.value)
        ) { $0.integer(0) }
        for row in rows where !noted.contains(row) {
            try connection.run("DELETE FROM submission_problem WHERE problem_id = ?", .integer(row))
        }
    }

    /// The row of a problem: of a name that of the name, of a source that of the same message.
    private func known(_ name: PathID?, _ source: String, _ message: String, of submission: OpenSubmission)
        throws(StoreError) -> (row: Int64, kind: String, code: String?, message: String)?
    {
        let columns = "SELECT problem_id, kind, code, message FROM submission_problem WHERE job_id = ?"
        let job = Value.integer(submission.job.value)
        if let name {
            return try connection.first("\(columns) AND path_id = ?", job, .integer(name.value)) {
                ($0.integer(0), $0.text(1), $0.optionalText(2), $0.text(3))
            }
        }
        return try connection.first(
            "\(columns) AND source = ? AND message = ? AND path_id IS NULL", job, .text(source), .text(message)
        ) { ($0.integer(0), $0.text(1), $0.optionalText(2), $0.text(3)) }
    }

    /// Takes note of a name that could not be taken, and answers its row.
    private func markSeen(_ problem: SubmissionProblem, _ seen: inout SeenNames, _ scope: FolderScope)
        throws(StoreError) -> PathID
    {
        let (name, image) = try transaction.catalog.keepUnread(problem.path, in: scope)
        if problem.failure.kind == .missing {
            for each in try transaction.catalog.readings(of: name) { seen.miss(each) }
            // An address that the walk refuses names nothing that could be gone: `gs://bucket`.
            if problem.failure.stage != .find || !problem.path.isAddress { seen.absent.insert(name.value) }
        } else {
            seen.markSeen(unread: name, of: image)
        }
        return name
    }
}
