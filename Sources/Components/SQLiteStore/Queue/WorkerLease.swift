internal import Platform
internal import Storage
internal import Domain

/// A session's place among the workers of a store: its row, and when it renews its lease and looks for dead workers.
struct WorkerLease {
    /// The worker's row; nil before the session's first exchange is committed.
    var worker: WorkerID?
    /// Monotonic milliseconds from which on the lease is renewed.
    private var nextRenewal: Int64 = 0
    /// Monotonic milliseconds from which on dead workers are looked for.
    private var nextRescue: Int64 = 0

    /// Whether the lease must be renewed.
    var needsRenewal: Bool { nextRenewal <= monotonicMilliseconds() }
    /// Whether it is time to look for dead workers.
    var needsRescue: Bool { nextRescue <= monotonicMilliseconds() }

    /// Says that the lease was renewed.
    mutating func noteRenewal() { nextRenewal = monotonicMilliseconds() + WorkerLease.length.milliseconds / 3 }
    /// Says that dead workers were looked for.
    mutating func noteRescue() { nextRescue = monotonicMilliseconds() + rescueInterval }

    /// How long a worker may be silent.
    ///
    /// It renews after a third, and a store that stays locked ends its work 30 seconds later: a worker that cannot
    /// renew has stopped before another one claims what it held.
    static let length = TimeSpan.seconds(60)
}

extension WorkerRecord {
    /// How a worker has ended without leaving, as far as this host can tell; nil while it lives.
    ///
    /// On another host a lease that has ended is all that can be known of a death; on this host the process only
    /// sleeps. A lease that is longer than any was never written by a worker.
    func exit(seenFrom host: String, at now: Timestamp) -> WorkerExit? {
        if isDead(seenFrom: host) { return .died }
        guard leaseEnds < now || leaseEnds > now + WorkerLease.length + clockTolerance else { return nil }
        return identity.host == host ? .lapsed : .died
    }
}

/// By how much a clock may be ahead of ours before `StoreClock` sets right what it wrote, and more.
private let clockTolerance = TimeSpan.seconds(5)
/// Milliseconds between looks for dead workers.
private let rescueInterval: Int64 = 500

/// How a worker has ended.
enum WorkerExit: String, Sendable {
    /// The process is dead; what it processed may have killed it.
    case died
    /// The process may live and has not renewed its lease; nothing is held against the images.
    case lapsed
    /// The worker gave its work back.
    case interrupted
}

/// What a store has written down of a session.
struct WorkerState {
    /// The session's worker.
    let worker: WorkerID
    /// Whether it has neither left nor been given up.
    let isLiving: Bool
    /// The number of its last exchange that is committed.
    let exchanges: Int
    /// The newest attempt before that exchange: what the worker holds above it came with it.
    let claimsAfter: Int64
}
