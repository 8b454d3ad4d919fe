internal import Storage
internal import Vocabulary

/// Decides whether a failure stands or is tried again, and when.
struct Judge: Sendable {
    /// Where the time comes from.
    let clock: Clock
    private let backoff: Backoff
    private let chance: @Sendable () -> Double

    /// A judge by a job's policy.
    ///
    /// - Parameter chance: evenly distributed in 0..<1.
    init(_ policy: RetryPolicy, clock: Clock, chance: @escaping @Sendable () -> Double) {
        backoff = Backoff(policy)
        self.clock = clock
        self.chance = chance
    }

    /// A draw for `ending`, evenly distributed in 0..<1.
    func draw() -> Double { chance() }

    /// How an attempt ends that failed so.
    ///
    /// - Parameters:
    ///   - least: what the service wants to be waited for at least.
    ///   - lot: one draw for all images of a request; nil: its own.
    ///   - now: one moment for all of them, so that what waits together is sent together again; nil: its own.
    func ending(
        of claim: Claim, failing failure: Failure, after least: TimeSpan? = nil, lot: Double? = nil,
        at now: Timestamp? = nil
    ) -> AttemptEnding {
        guard let wait = backoff.wait(after: failure, tries: claim.tries, chance: lot ?? draw()) else {
            return .failed(failure)
        }
        return .retry(failure, at: (now ?? clock.now()) + max(wait, least ?? wait))
    }
}
