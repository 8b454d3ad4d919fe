internal import Backends
package import Domain

/// When a failed attempt is tried again: exponential, capped, with full jitter
/// (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
package struct Backoff: Sendable {
    private let policy: RetryPolicy

    /// By a manifest's policy.
    package init(_ policy: RetryPolicy) {
        self.policy = policy
    }

    /// The wait before the next try; nil when there is none left or the failure stands.
    ///
    /// - Parameters:
    ///   - tries: attempts that counted before the one that failed now.
    ///   - chance: evenly distributed in 0..<1.
    package func wait(after failure: Failure, tries: Int, chance: Double) -> TimeSpan? {
        // A service that refuses an image may err once under load, and is paid for each further look.
        let most = failure.kind == .refused ? min(2, policy.attempts) : policy.attempts
        // To send it in the form that is wanted is no second try, and there is nothing to wait for.
        if failure.code == Failure.wantsContent, tries + 1 < max(2, policy.attempts) {
            return TimeSpan(milliseconds: 0)
        }
        guard failure.isTransient, tries + 1 < most else { return nil }
        let base = Double(max(1, policy.base.milliseconds))
        let longest = min(Double(policy.cap.milliseconds), base * Double(1 << min(tries, 40)))
        return TimeSpan(milliseconds: Int64(longest * chance))
    }
}
