package import Domain

/// A request that is ready to be sent, as the ledger knows it.
package struct SendRequest: Sendable {
    /// The attempts of its images.
    package var attempts: [AttemptID]
    /// The place that it was given under `pace.requestsPerMinute`, once it was given one.
    package var place: PacePlace?
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
