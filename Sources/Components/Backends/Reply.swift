package import Domain

/// What became of one entry of a request.
package struct Reply: Sendable {
    /// How it ended.
    package enum Outcome: Sendable {
        /// Everything asked is answered.
        case answered
        /// It failed; what was answered all the same stands beside it. Transient: it may be tried again.
        case failed(Failure)
        /// The service could not fetch the image by its reference, and asks for the bytes in its place.
        case wantsContent(Failure)
        /// The account has asked for too much at once: no try, and every request of the account waits as long as said,
        /// or by the caller's own backoff.
        case throttled(Failure, retryAfter: TimeSpan?)
        /// Nothing left this machine: no try; every request to the service waits by the caller's own backoff.
        case unreachable(Failure)
        /// What would fail every image: no try, and the run stops. The failure is what the attempt keeps; nil where no
        /// service answered.
        case stop(BackendError, Failure? = nil)
        /// It was not sent any more, as the caller let no further request go: no try.
        case returned
    }

    /// How it ended.
    package var outcome: Outcome
    /// What was answered: to every recipe asked, or beside a failure to some of them.
    package var answers: [Answer] = []
    /// The service's words about this image, where it said anything of it.
    package var raw: RawResponse?
    /// Whether the vendor bills for it.
    package var charge: Charge
    /// How long the service asks to be left alone, where it says so of a failure that may pass.
    package var retryAfter: TimeSpan?
    /// The figures of the call that held it; nil where the service was not asked.
    package var metrics: CallMetrics?

    /// A reply.
    package init(_ outcome: Outcome, charge: Charge) {
        self.outcome = outcome
        self.charge = charge
    }
}
