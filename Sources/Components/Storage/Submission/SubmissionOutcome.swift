package import Domain

/// What came of completing a submission.
package enum SubmissionOutcome: Equatable, Sendable {
    /// It is complete; the run is the one that has the job's queued images, where there is one.
    case completed(SubmissionCounts, run: RunID?)
    /// It has ended before, and nothing was changed.
    case ended(SubmissionEnd)
    /// More members would be marked as missing than is allowed; their number is given, and nothing was changed.
    case refused(missing: Int)
}
