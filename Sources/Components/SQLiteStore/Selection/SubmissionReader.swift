internal import Crypto
internal import SQLite
internal import Storage
internal import Domain

/// Submissions and what bears on them, as they are written down.
struct SubmissionReader: Reader {
    let database: Database

    /// Whether a newer submission of the same job goes by another manifest or asks other recipes, such as those of a
    /// changed model file: this one changes nothing more.
    func isOvertaken(_ submission: OpenSubmission) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                """
                SELECT 1 FROM submission WHERE job_id = ? AND submission_id > ?
                AND (manifest_digest <> ? OR recipe_set_id <> ?) LIMIT 1
                """, .integer(submission.job.value), .integer(submission.id.value), .blob(submission.manifestDigest),
                .integer(submission.set.value)
            ) { _ in true } ?? false
        }
    }

    /// The run that new tasks of a submission join; nil where one would have to be opened.
    func openRun(for submission: OpenSubmission) throws(StoreError) -> RunID? {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                """
                SELECT run_id FROM run WHERE job_id = ? AND recipe_set_id = ? AND \(isOpen())
                ORDER BY run_id DESC LIMIT 1
                """, .integer(submission.job.value), .integer(submission.set.value)
            ) { RunID($0.integer(0)) }
        }
    }
}
