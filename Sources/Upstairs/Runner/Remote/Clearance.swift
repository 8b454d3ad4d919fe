internal import Platform
internal import Storage

/// A request that waits for the books before it may be sent; the sender asks, the writer answers once it has committed.
final class Clearance: Sendable {
    /// The request.
    let departure: Departure
    private let verdict = Monitor<Departure.Verdict??>(nil)

    /// A question.
    init(_ departure: Departure) {
        self.departure = departure
    }

    /// Gives the verdict, of which the first stands; nil: nothing more is sent.
    func answer(_ given: Departure.Verdict?) {
        verdict.with { if case .none = $0 { $0 = .some(given) } }
    }

    /// The verdict, waiting for it.
    func wait() -> Departure.Verdict? {
        verdict.wait { $0 }
    }
}
