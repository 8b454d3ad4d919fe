internal import Domain

/// A source with its newest grant, which is given again until it is time for another.
struct KeptGrant<Source: TokenProvider>: Sendable {
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
