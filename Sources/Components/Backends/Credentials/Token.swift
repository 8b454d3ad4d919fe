internal import Curl
internal import Domain

/// What was obtained to prove who asks, and how long it holds.
struct Token: Equatable, Sendable {
    /// The header fields that requests carry.
    var headers: [HTTPHeader]
    /// When it ends; nil: it says nothing of an end.
    var ends: Timestamp?

    /// When the next one is fetched; nil: never by itself.
    ///
    /// What lives no longer than the margin is kept for half its life; it must not be fetched for each request.
    func due(after now: Timestamp, margin: TimeSpan) -> Timestamp? {
        ends.map { ends in
            let early = Timestamp(milliseconds: ends.milliseconds - margin.milliseconds)
            let half = Timestamp(milliseconds: now.milliseconds + (ends - now).milliseconds / 2)
            return early > now ? early : half
        }
    }
}

/// A way to come by a grant; used by one thread at a time.
protocol TokenProvider: Sendable {
    /// How long before a grant ends another is fetched.
    var margin: TimeSpan { get }

    /// A grant that holds now.
    ///
    /// - Parameter refused: the grant the service refused; the same again where there is no other.
    mutating func grant(at now: Timestamp, instead refused: Token?) throws(BackendError) -> Token
}
