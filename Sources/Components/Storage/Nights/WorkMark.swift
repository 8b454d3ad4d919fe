package import Platform
package import Domain

/// A point from which on the work of one process is counted; callers give it back and never look into it.
package struct WorkMark: Sendable {
    /// The process.
    package let process: ProcessIdentity
    /// The newest worker, attempt and submission then.
    package let worker: WorkerID, attempt: AttemptID, submission: SubmissionID
    /// The moment, by the store's clock.
    package let moment: Timestamp

    /// A point.
    package init(
        process: ProcessIdentity, worker: WorkerID, attempt: AttemptID, submission: SubmissionID, moment: Timestamp
    ) {
        self.process = process
        self.worker = worker
        self.attempt = attempt
        self.submission = submission
        self.moment = moment
    }
}
