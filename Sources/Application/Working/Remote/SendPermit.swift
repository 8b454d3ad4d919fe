internal import Platform
internal import Storage

/// A request that waits until its units are recorded as sent: a sender asks, and the thread that writes answers once it
/// has committed.
final class SendPermit: Sendable {
    /// The request.
    let request: SendRequest
    private let decision = Monitor<SendDecision??>(nil)

    /// A question about a request.
    init(_ request: SendRequest) {
        self.request = request
    }

    /// Answers; the first answer stands.
    ///
    /// - Parameter given: nil where nothing more is sent.
    func answer(_ given: SendDecision?) {
        decision.with { if case .none = $0 { $0 = .some(given) } }
    }

    /// The answer, waiting for it.
    func wait() -> SendDecision? {
        decision.wait { $0 }
    }
}
