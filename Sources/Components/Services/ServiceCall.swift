package import Curl
package import Domain

/// One call of a service, before anything is read of its images.
package struct ServiceCall {
    /// How it ended.
    package enum CallOutcome {
        /// With a response, in which secrets are hidden.
        case response(HTTPResponse)
        /// Without one.
        case unanswered(RequestRejection, charge: Charge)
    }

    /// How it ended.
    package let outcome: CallOutcome
    /// Its figures; nil where nothing was asked.
    package let metrics: CallMetrics?
    /// When it ended: what a wait that is given as a date is counted from.
    package let endedAt: Timestamp

    /// A call that ended.
    init(_ outcome: CallOutcome, metrics: CallMetrics? = nil, endedAt: Timestamp) {
        self.outcome = outcome
        self.metrics = metrics
        self.endedAt = endedAt
    }
}
