package import Domain

/// How an attempt ended.
package enum AttemptOutcome: Sendable {
    /// With an answer to every recipe of the task.
    case answered
    /// With a failure that stands.
    case failed(Failure)
    /// With a failure that may pass: the task waits so long for its next try.
    case retry(Failure, after: TimeSpan)
    /// Without being a try: the work was stopped, or no service could be asked; the task waits so long, or not at all.
    case interrupted(Failure?, after: TimeSpan?)
}
