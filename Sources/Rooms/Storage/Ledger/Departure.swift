package import Vocabulary

/// A request that is ready to be sent, as the books know it.
package struct Departure: Sendable {
    /// The attempts of its images.
    package var attempts: [AttemptID]
    /// The start it was given under `pace.requestsPerMinute`, once it was given one.
    package var start: Timestamp?
    /// How many images it holds.
    package let images: Int

    /// A request.
    package init(attempts: [AttemptID]) {
        self.attempts = attempts
        images = attempts.count
    }

    /// A further request for some images of one that has gone: its units are sent already, and it waits for a start of its own.
    ///
    /// - Parameter attempts: those of all images of the first request.
    package init(furtherImages images: Int, of attempts: [AttemptID]) {
        self.attempts = attempts
        self.images = images
    }

    /// Whether it may go.
    package enum Verdict: Equatable, Sendable {
        /// Its units are written down as sent: send it now. Attempts that are not among these belong to others by now.
        case go([AttemptID])
        /// A cap was lowered since its units were reserved and has no room for them: it is not sent, and its tasks go back.
        case withdrawn
        /// Nothing is written down as sent: ask again then, with this start.
        case wait(until: Timestamp, start: Timestamp?)
    }
}
