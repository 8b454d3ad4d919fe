package import Domain

/// A request that is ready to be sent, as the ledger knows it.
package struct SendRequest: Sendable {
    /// The attempts of its images.
    package var attempts: [AttemptID]
    /// The place that it was given under `pace.requestsPerMinute`, once it was given one.
    package var slot: PaceSlot?
    /// How many images it holds.
    package let images: Int

    /// A request.
    package init(attempts: [AttemptID]) {
        self.attempts = attempts
        images = attempts.count
    }

    /// A further request for some images of one that has gone: its units are sent already, and it waits for a start of
    /// its own.
    ///
    /// - Parameter attempts: those of all images of the first request.
    package init(furtherImages images: Int, of attempts: [AttemptID]) {
        self.attempts = attempts
        self.images = images
    }
}

/// Whether a request may be sent.
package enum SendDecision: Equatable, Sendable {
    /// Its units are recorded as sent: send it now. Attempts that are not among these belong to other workers by now.
    case send([AttemptID])
    /// A cap was lowered since its units were reserved and has no room for them: it is not sent, and its tasks are
    /// queued again.
    case withdrawn
    /// Nothing is recorded as sent: ask again after so long, with this place in the pace.
    case wait(TimeSpan, slot: PaceSlot?)
}

/// A request's place in the pace of its account, which the store gives and takes back; it means nothing to others.
package struct PaceSlot: Equatable, Sendable {
    /// When the request may start, by the store's clock.
    package let start: Timestamp

    /// A place.
    package init(start: Timestamp) {
        self.start = start
    }
}
