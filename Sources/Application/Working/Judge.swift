internal import Storage
internal import Domain

/// Decides whether a failure stands or is tried again, and when.
struct Judge: Sendable {
    private let backoff: Backoff
    private let chance: @Sendable () -> Double

    /// A judge by a job's policy.
    ///
    /// - Parameter chance: evenly distributed in 0..<1.
    init(_ policy: RetryPolicy, chance: @escaping @Sendable () -> Double) {
        backoff = Backoff(policy)
        self.chance = chance
    }

    /// A draw for `ending`, evenly distributed in 0..<1.
    func draw() -> Double { chance() }

    /// How an attempt ends that failed so.
    ///
    /// - Parameters:
    ///   - least: what the service wants to be waited for at least.
    ///   - lot: one draw for all images of a request, so that what waits together is sent together again; nil: its own.
    func ending(
        of claim: Claim, failing failure: Failure, after least: TimeSpan? = nil, lot: Double? = nil
    ) -> AttemptOutcome {
        guard let wait = backoff.wait(after: failure, tries: claim.tries, chance: lot ?? draw()) else {
            return .failed(failure)
        }
        return .retry(failure, after: max(wait, least ?? wait))
    }
}
