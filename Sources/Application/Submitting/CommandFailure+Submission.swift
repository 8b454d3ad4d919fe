internal import Domain

/// What ends a submission while a hosted model is fetched; nothing was queued, and the next one continues.
package enum SubmissionInterruption: Error {
    case signal
    /// The time given for it was over; in words.
    case timeIsUp(String)
}

/// Why a job cannot be submitted or planned; what was queued stays queued.
extension CommandFailure {
    /// What is asked is not what a pinned plan asks any more; nothing was queued.
    static let planMoved = CommandFailure(
        "the model has changed since the plan was compared; nothing was queued: make a new plan", .badInput)

    /// The fetching of a hosted model was interrupted.
    static func interrupted(_ interruption: SubmissionInterruption) -> CommandFailure {
        switch interruption {
        case .signal:
            CommandFailure(
                "interrupted before anything was queued; the same command continues", .interrupted, cause: interruption)
        case .timeIsUp(let reason): CommandFailure(reason, .capReached, cause: interruption)
        }
    }
}
