package import Curl
package import Domain

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

/// What proves to a service who asks; one for all slots of a run, asked from any thread.
///
/// Obligations of every implementation:
/// - What is there to be read, signed or asked for is so only when it is needed, and once for all slots: one asks, the
///   others wait for what it gets.
/// - No error holds a secret.
package protocol Credentials: Sendable {
    /// The cloud project the credentials belong to, where they or their environment say; sends no request.
    var project: String? { get }

    /// Header fields that are valid now, for `HTTPRequest.credentials`; renewed before they end.
    func headers() throws(BackendError) -> [HTTPHeader]

    /// Looks for something better after the service refused what `headers` gave (status 401).
    ///
    /// Of several slots that were refused the same, one renews, and the others learn that it did.
    ///
    /// - Parameter refused: the header fields the refused request carried.
    /// - Returns: whether `headers` now gives something else, so that asking once more makes sense.
    func renew(after refused: [HTTPHeader]) throws(BackendError) -> Bool
}

/// A source with its newest grant, which is given again until it is time for another.
struct CachedToken<Source: TokenProvider>: Sendable {
    private var source: Source
    private var grant: Token?
    private var due: Timestamp?

    init(_ source: Source) { self.source = source }

    /// The grant at hand, or another where it is due or was refused.
    mutating func grant(at now: Timestamp, isRefused: Bool) throws(BackendError) -> Token {
        if !isRefused, let grant, due.map({ now < $0 }) ?? true { return grant }
        let next = try source.grant(at: now, instead: isRefused ? grant : nil)
        grant = next
        due = next.due(after: now, margin: source.margin)
        return next
    }
}
