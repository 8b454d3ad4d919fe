internal import Backends
internal import Platform
internal import Vocabulary

/// When requests to a service may go out: held back after a 429 or while it cannot be reached, by all senders together.
///
/// Several requests that fail together are one sign of trouble and not several: only one that began after the last sign is
/// a new one. The waits double from sign to sign, with jitter, and end with the first success.
final class Throttle: Sendable {
    /// What a request began under; it goes back with how the request ended.
    struct Pass: Sendable {
        fileprivate let sign: Int
    }

    private struct State {
        /// Signs of trouble so far.
        var signs = 0
        /// Signs since the last success.
        var inRow = 0
        /// Monotonic milliseconds from which requests may go out.
        var opensAt: Int64 = 0
        var isStopped = false
    }

    private let monitor = Monitor(State())
    private let policy: RetryPolicy
    private let chance: @Sendable () -> Double

    /// An open throttle, by a job's policy.
    init(_ policy: RetryPolicy, chance: @escaping @Sendable () -> Double) {
        self.policy = policy
        self.chance = chance
    }

    /// Waits until a request may go out; nil when it may not any more.
    func enter() -> Pass? {
        while true {
            let (pass, rest) = monitor.with { state -> (Pass?, Int64) in
                if state.isStopped { return (nil, 0) }
                return (Pass(sign: state.signs), state.opensAt - monotonicMilliseconds())
            }
            guard let pass, rest > 0 else { return pass }
            // Woken by a stop, or by another sign; then it looks again.
            _ = monitor.wait(within: rest) { state -> Bool? in
                state.isStopped || state.signs != pass.sign ? true : nil
            }
        }
    }

    /// Waits as long as said, or until nothing more may go out.
    func wait(for span: TimeSpan) {
        let _: Bool? = monitor.wait(within: span.milliseconds) { $0.isStopped ? true : nil }
    }

    /// Says that a request was answered.
    func succeeded() {
        monitor.with { $0.inRow = 0 }
    }

    /// Holds everything back after a sign of trouble.
    ///
    /// - Parameter wanted: as long as the service says; nil: by backoff.
    /// - Returns: how long, and how many signs have come in a row.
    func holdBack(_ pass: Pass, for wanted: TimeSpan?) -> (wait: TimeSpan, inRow: Int) {
        let (policy, chance) = (policy, chance())
        return monitor.with { state in
            let now = monotonicMilliseconds()
            if pass.sign == state.signs {
                state.signs += 1
                state.inRow += 1
                let base = Double(max(1, policy.base.milliseconds))
                let longest = min(Double(max(policy.cap.milliseconds, 1)), base * Double(1 << min(state.inRow - 1, 40)))
                // At least the base: a service that says "too much" wants a pause and not a coin toss.
                state.opensAt = now + (wanted?.milliseconds ?? Int64(max(base, longest * chance)))
            } else if let wanted {
                state.opensAt = max(state.opensAt, now + wanted.milliseconds)
            }
            return (TimeSpan(milliseconds: max(0, state.opensAt - now)), state.inRow)
        }
    }

    /// Lets nothing more out, and nobody wait.
    func stop() {
        monitor.with { $0.isStopped = true }
    }
}
