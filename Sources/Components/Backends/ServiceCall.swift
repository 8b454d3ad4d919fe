internal import Curl
internal import Domain

/// One call of a service, before anything is read of its images.
struct ServiceCall {
    /// How it ended.
    enum CallOutcome {
        /// With a response, in which secrets are hidden.
        case response(HTTPResponse)
        /// Without one.
        case unanswered(RequestRejection, charge: Charge)
    }

    /// How it ended.
    let outcome: CallOutcome
    /// Its figures; nil where nothing was asked.
    let metrics: CallMetrics?
    /// When it ended: what a wait that is given as a date is counted from.
    let endedAt: Timestamp

    init(_ outcome: CallOutcome, metrics: CallMetrics? = nil, endedAt: Timestamp) {
        self.outcome = outcome
        self.metrics = metrics
        self.endedAt = endedAt
    }
}
