internal import Backends
internal import Platform
internal import Storage
internal import Domain

/// Where senders wait until a request may go out: a lock and the waiting around a `ServiceHealth`, which decides.
final class RequestGate: Sendable {
    private struct State {
        var health: ServiceHealth
        var isStopped = false
    }

    private let monitor: Monitor<State>
    private let clock: MonotonicClock
    private let chance: @Sendable () -> Double

    /// A gate before a service.
    ///
    /// - Parameter chance: evenly distributed in 0..<1.
    init(_ health: ServiceHealth, clock: MonotonicClock, chance: @escaping @Sendable () -> Double) {
        monitor = Monitor(State(health: health))
        self.clock = clock
        self.chance = chance
    }

    /// Waits until a request may go out; nil when nothing more may.
    ///
    /// A permit that was handed out comes back by `returnPermit` or `decide`.
    func enter() -> ServiceHealth.Permit? {
        var nap: Int64 = 0
        while true {
            // A stop and the end of each request look for it; the time is looked at when the nap is over.
            let answer = monitor.wait(within: nap) { state -> ServiceHealth.Permit?? in
                if state.isStopped { return .some(nil) }
                switch state.health.admit(at: clock.now()) {
                case .send(let permit): return .some(permit)
                case .wait(let wait):
                    nap = min(wait ?? maxNap, maxNap)
                    return nil
                }
            }
            if let answer { return answer }
        }
    }

    /// Takes back the permit of a request that was not sent, or whose end says nothing of the service.
    func returnPermit(_ permit: ServiceHealth.Permit) {
        monitor.with { $0.health.returnPermit(permit) }
    }

    /// Decides what the replies to a request mean; where the run stops, nothing more goes out from then on.
    func decide(
        on replies: [Reply], to claims: [Claim], under permit: ServiceHealth.Permit
    ) -> ServiceHealth.Decision {
        let chances = ServiceHealth.Chances(retry: chance(), pause: chance())
        return monitor.with { state in
            let decision = state.health.decide(on: replies, to: claims, under: permit, at: clock.now(), chances)
            // At once, or a request that waits for this one to end would go out.
            if decision.stop != nil { state.isStopped = true }
            return decision
        }
    }

    /// That the service answers nothing at present; nil where it does, and where nothing more goes out.
    var trouble: ServiceTrouble? {
        monitor.with { $0.isStopped ? nil : $0.health.trouble(at: clock.now()) }
    }

    /// Whether nothing more may go out.
    var isStopped: Bool { monitor.with { $0.isStopped } }

    /// Waits as long as said, or until nothing more may go out.
    func wait(for span: TimeSpan) {
        let _: Bool? = monitor.wait(within: span.milliseconds) { $0.isStopped ? true : nil }
    }

    /// Sends nothing more, and ends every wait.
    func stop() {
        monitor.with { $0.isStopped = true }
    }
}

/// The most milliseconds that a sender waits before it looks again: the clock may have been set otherwise meanwhile.
private let maxNap: Int64 = 1000
