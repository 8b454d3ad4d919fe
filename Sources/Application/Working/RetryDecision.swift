internal import Storage
internal import Domain

/// Whether a failed attempt is tried again, and after how long.
///
/// The wait grows exponentially up to a cap, with full jitter
/// (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
enum RetryDecision: Equatable, Sendable {
    /// The task is queued again and waits so long.
    case retry(after: TimeSpan)
    /// The failure stands.
    case fail

    /// Decides on a failure.
    ///
    /// - Parameters:
    ///   - attemptCount: attempts that counted before the one that failed now.
    ///   - isNightRetry: whether the image failed in an earlier night: what may have been billed is tried once then.
    ///   - retryAfter: how long the service asks to be left alone; nil where it asks for nothing.
    ///   - chance: evenly distributed in 0..<1. The images of one request share one, so that they are sent together
    ///     again.
    init(
        on failure: Failure, attemptCount: Int, policy: RetryPolicy, isNightRetry: Bool = false,
        retryAfter: TimeSpan? = nil, chance: Double
    ) {
        let mayBeBilled = failure.kind == .lost || failure.isUnreadableResponse
        // A service that refuses an image may err once under load, and is paid for each further look.
        let limit =
            isNightRetry && mayBeBilled ? 1 : failure.kind == .refused ? min(2, policy.attempts) : policy.attempts
        guard failure.isTransient, attemptCount + 1 < limit else {
            self = .fail
            return
        }
        let wait = TimeSpan(milliseconds: policy.backoff(after: attemptCount, chance: chance))
        self = .retry(after: max(wait, retryAfter ?? wait))
    }

    /// Decides on an image that the service could not fetch: its content is sent without a wait.
    ///
    /// It is sent once even where the policy allows a single attempt: the other form is not a repetition.
    init(sendingContentAfter attemptCount: Int, policy: RetryPolicy, retryAfter: TimeSpan? = nil) {
        self =
            attemptCount + 1 < max(2, policy.attempts)
            ? .retry(after: max(.seconds(0), retryAfter ?? .seconds(0))) : .fail
    }

    /// How the attempt ends that failed so.
    func outcome(of failure: Failure) -> AttemptOutcome {
        switch self {
        case .retry(let wait): .retry(failure, after: wait)
        case .fail: .failed(failure)
        }
    }
}

extension AttemptResult {
    /// The end of an attempt that failed before any service was asked.
    init(
        claim: Claim, failing failure: Failure, policy: RetryPolicy, retryAfter: TimeSpan? = nil, chance: Double,
        workTime: TimeSpan
    ) {
        let decision = RetryDecision(
            on: failure, attemptCount: claim.attemptCount, policy: policy, retryAfter: retryAfter, chance: chance)
        self.init(claim: claim, outcome: decision.outcome(of: failure), workTime: workTime)
    }
}

extension RetryPolicy {
    /// Milliseconds to wait before the next try.
    ///
    /// - Parameters:
    ///   - attemptCount: failures before the one that is waited for now.
    ///   - chance: evenly distributed in 0..<1.
    func backoff(after attemptCount: Int, chance: Double) -> Int64 {
        let doubled = Double(minPause) * Double(1 << min(attemptCount, 40))
        return Int64(min(Double(cap.milliseconds), doubled) * chance)
    }

    /// Milliseconds for which all requests to a service pause, after a number of pauses before.
    ///
    /// At least the base: a service that says "too much" wants a pause and not a random share of one.
    func pause(after pauses: Int, chance: Double) -> Int64 {
        max(minPause, backoff(after: pauses, chance: chance))
    }

    private var minPause: Int64 { max(1, base.milliseconds) }
}
