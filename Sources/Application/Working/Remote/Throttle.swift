internal import Backends
internal import Platform
internal import Domain

/// When requests to a service may go out: held back after a 429, while it cannot be reached, and while it fails whatever it
/// is asked, by all senders together.
///
/// Several requests that fail together are one sign of trouble and not several: only one that began after the last sign is
/// a new one. The waits double from sign to sign, with jitter, and end with the first success.
final class Throttle: Sendable {
    /// What a request began under; it goes back with how the request ended.
    struct Pass: Sendable {
        fileprivate let sign: Int
        fileprivate let isProbe: Bool
    }

    /// What a request that failed for no image's sake means for all.
    struct Trouble: Sendable {
        /// Until when everything waits, while the service seems to fail whatever it is asked; nil while it may be chance.
        let wait: TimeSpan?
        /// Signs of this trouble in a row.
        let inRow: Int
    }

    private struct State {
        /// Signs of trouble so far.
        var signs = 0
        /// Signs since the last success that the service asked for a pause or could not be reached.
        var inRow = 0
        var circuit = Circuit()
        var refusals = Refusals()
        /// Monotonic milliseconds from which requests may go out.
        var opensAt: Int64 = 0
        var isStopped = false
    }

    private let monitor = Monitor(State())
    private let policy: RetryPolicy
    private let clock: MonotonicClock
    private let chance: @Sendable () -> Double

    /// An open throttle, by a job's policy.
    init(_ policy: RetryPolicy, clock: MonotonicClock, chance: @escaping @Sendable () -> Double) {
        self.policy = policy
        self.clock = clock
        self.chance = chance
    }

    /// Waits until a request may go out; nil when it may not any more.
    ///
    /// A pass that was given goes back by one of the calls below.
    func enter() -> Pass? {
        while true {
            let (pass, rest) = monitor.with { state -> (Pass?, Int64) in
                if state.isStopped { return (nil, 0) }
                var rest = state.opensAt - clock.now()
                if state.circuit.isProbing { rest = max(rest, longestNap) }
                return (Pass(sign: state.signs, isProbe: rest <= 0 && state.circuit.begin()), rest)
            }
            guard let pass, rest > 0 else { return pass }
            // Woken by a stop, by another sign, or when the one request that asks for all has ended; then it looks again.
            _ = monitor.wait(within: min(rest, longestNap)) { state -> Bool? in
                let mayAsk = !state.circuit.isProbing && state.opensAt <= clock.now()
                return state.isStopped || state.signs != pass.sign || mayAsk ? true : nil
            }
        }
    }

    /// Gives a pass back that nothing was sent under, or whose request says nothing of the service.
    func leave(_ pass: Pass) {
        monitor.with { $0.circuit.end(isProbe: pass.isProbe) }
    }

    /// Whether nothing more may go out.
    var isStopped: Bool { monitor.with { $0.isStopped } }

    /// Waits as long as said, or until nothing more may go out.
    func wait(for span: TimeSpan) {
        let _: Bool? = monitor.wait(within: span.milliseconds) { $0.isStopped ? true : nil }
    }

    /// Says that a request was answered.
    func succeeded(_ pass: Pass) {
        monitor.with { state in
            state.circuit.end(isProbe: pass.isProbe)
            state.circuit.close()
            state.refusals.take()
            state.inRow = 0
        }
    }

    /// Says that a request failed for no image's sake.
    ///
    /// - Parameter wanted: as long as the service wants to be left alone, where it says so.
    func troubled(_ pass: Pass, over tasks: [TaskID], wanted: TimeSpan?) -> Trouble {
        let chance = chance()
        return monitor.with { state in
            state.circuit.end(isProbe: pass.isProbe)
            let now = clock.now()
            if let wanted { state.opensAt = max(state.opensAt, now + wanted.milliseconds) }
            let isNew = pass.sign == state.signs
            guard state.circuit.fail(tasks, isNew: isNew) else { return Trouble(wait: nil, inRow: 0) }
            if isNew {
                state.signs += 1
                let wait = state.circuit.isOpen ? backoff(state.circuit.openings - 1, chance) : 0
                state.opensAt = max(state.opensAt, now + wait)
            }
            let rest = TimeSpan(milliseconds: max(0, state.opensAt - now))
            return Trouble(wait: state.circuit.isOpen ? rest : nil, inRow: state.circuit.signs)
        }
    }

    /// Says that the service refused images in some words; answers how many it has refused so before it ever took one.
    func refused(_ pass: Pass, _ images: Int, saying words: String) -> Int {
        monitor.with { state in
            state.circuit.end(isProbe: pass.isProbe)
            return state.refusals.refuse(images, saying: words)
        }
    }

    /// Holds everything back after a sign of trouble.
    ///
    /// - Parameter wanted: as long as the service says; nil: by backoff.
    /// - Returns: how long, and how many signs have come in a row.
    func holdBack(_ pass: Pass, for wanted: TimeSpan?) -> (wait: TimeSpan, inRow: Int) {
        let chance = chance()
        return monitor.with { state in
            state.circuit.end(isProbe: pass.isProbe)
            let now = clock.now()
            if pass.sign == state.signs {
                state.signs += 1
                state.inRow += 1
                state.opensAt = max(state.opensAt, now + (wanted?.milliseconds ?? backoff(state.inRow - 1, chance)))
            } else if let wanted {
                state.opensAt = max(state.opensAt, now + wanted.milliseconds)
            }
            return (TimeSpan(milliseconds: max(0, state.opensAt - now)), state.inRow)
        }
    }

    /// Milliseconds to wait after so many signs before.
    private func backoff(_ before: Int, _ chance: Double) -> Int64 {
        let base = Double(max(1, policy.base.milliseconds))
        let longest = min(Double(max(policy.cap.milliseconds, 1)), base * Double(1 << min(before, 40)))
        // At least the base: a service that says "too much" wants a pause and not a coin toss.
        return Int64(max(base, longest * chance))
    }

    /// Lets nothing more out, and nobody wait.
    func stop() {
        monitor.with { $0.isStopped = true }
    }
}

/// Milliseconds that no wait takes at a stretch.
private let longestNap: Int64 = 1000
