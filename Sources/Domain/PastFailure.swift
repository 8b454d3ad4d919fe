/// How a task failed, and what it takes to decide whether it is tried again.
package struct PastFailure: Equatable, Sendable {
    package let failure: Failure
    /// When the submission began that queued it, or the process that asked it, whichever was later.
    package let askedAt: Timestamp
    /// How many times in a row it was queued because the failure before might have passed.
    package let nights: Int

    /// A failure.
    package init(_ failure: Failure, askedAt: Timestamp, nights: Int = 0) {
        self.failure = failure
        self.askedAt = askedAt
        self.nights = nights
    }

    /// Whether it is tried again by itself, now or later.
    ///
    /// - Parameter limit: how many times in a row a failure that may pass is tried again, `retry.nights`.
    package func isOpen(limit: Int) -> Bool { failure.mayPass && nights < limit }

    /// Whether a submission that begins at a moment tries it again: not twice in a night, whenever the night begins.
    package func isDue(at moment: Timestamp) -> Bool {
        moment.milliseconds - askedAt.milliseconds >= PastFailure.wait.milliseconds
    }

    /// The time from the submission that asked it last.
    private static let wait = TimeSpan.seconds(18 * 3600)
}
