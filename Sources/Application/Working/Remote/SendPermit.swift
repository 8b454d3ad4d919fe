internal import Platform
internal import Storage

/// A request that waits for the books before it may be sent; the sender asks, the writer answers once it has committed.
final class SendPermit: Sendable {
    /// The request.
    let departure: SendRequest
    private let verdict = Monitor<SendDecision??>(nil)

    /// A question.
    init(_ departure: SendRequest) {
        self.departure = departure
    }

    /// Gives the verdict, of which the first stands; nil: nothing more is sent.
    func answer(_ given: SendDecision?) {
        verdict.with { if case .none = $0 { $0 = .some(given) } }
    }

    /// The verdict, waiting for it.
    func wait() -> SendDecision? {
        verdict.wait { $0 }
    }
}
