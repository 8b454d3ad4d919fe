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
    mutating func noteRenewal() { nextRenewal = monotonicMilliseconds() + Lease.renewal.milliseconds }
    /// Says that dead workers were looked for.
    mutating func noteRescue() { nextRescue = monotonicMilliseconds() + rescueInterval }
}

extension WorkerRecord {
    /// How a worker has ended without leaving, for a rescue; nil while it lives.
    ///
    /// `StoreClock.follow` has set the leases right by then, so that one that is longer than any was never written by a
    /// worker. A report only reads: to it such a lease may be one of before the clock was set back, and it lasts.
    func exit(seenFrom host: String, at now: Timestamp) -> WorkerExit? {
        fate(seenFrom: host, hasLapsed: leaseEnds < now || leaseEnds > now + Lease.length + clockTolerance)
    }
}

/// By how much a clock may be ahead of ours before `StoreClock` sets right what it wrote, and more.
private let clockTolerance = TimeSpan.seconds(5)
/// Milliseconds between looks for dead workers.
private let rescueInterval: Int64 = 500

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
