internal import Platform
internal import Storage
internal import Vocabulary

/// This process among the workers of a store: enters, renews its lease, and takes up what dead ones have left.
///
/// Its calls belong inside the transactions of a session.
final class Crew {
    private let store: Store
    private let identity: ProcessIdentity
    private let run: RunID
    /// No task of the run waits longer than this for its next try.
    private let longestWait: TimeSpan
    /// This process's number; nil before it has entered and after it has left.
    private(set) var worker: WorkerID?
    /// Entered in a transaction that is not committed yet: its number may still become another's.
    private var entering: WorkerID?
    private var nextRenewal: Int64 = 0
    private var nextRescue: Int64 = 0

    /// A process that has not entered yet.
    init(store: Store, identity: ProcessIdentity, run: RunID, policy: RetryPolicy) {
        self.store = store
        self.identity = identity
        self.run = run
        // Services ask for minutes at times; what is longer goes on the account and not on the task.
        longestWait = max(policy.cap, .seconds(600))
    }

    /// Whether the lease or the look for the dead is due.
    var isDue: Bool { min(nextRenewal, nextRescue) <= monotonicMilliseconds() }

    /// Sets right what lies in the future because the clock was set back, before anything else goes by it.
    func followClock() throws(StoreError) { try store.followClock(lease: lease) }

    /// Enters or renews and looks for dead workers, each when it is due.
    ///
    /// - Returns: the worker to claim for; a new one after this one was given up by others.
    func keep() throws(StoreError) -> WorkerID {
        let now = monotonicMilliseconds()
        if now >= nextRescue {
            try rescue()
            nextRescue = now + rescueInterval
        }
        if let worker {
            // Given up by others, whose clock may have jumped, it may claim no more: nobody would miss it at its death.
            if now < nextRenewal, try store.isLiving(worker) { return worker }
            nextRenewal = now + lease.milliseconds / 3
            if try store.renew(worker, lease: lease) { return worker }
        }
        let entered = try store.enter(identity, lease: lease)
        entering = entered
        nextRenewal = now + lease.milliseconds / 3
        return entered
    }

    /// Says that the transaction of the last `keep` is committed.
    func committed() {
        if let entering { worker = entering }
        entering = nil
    }

    /// Ends this worker; whatever it still had in hand goes back.
    func leave() throws(StoreError) {
        guard let worker else { return }
        self.worker = nil
        _ = try store.write { () throws(StoreError) in try store.end(worker, as: .interrupted) }
    }

    /// Puts back what dead workers had in hand: a dead process of this host at once, any other when its lease has ended.
    private func rescue() throws(StoreError) {
        try store.boundWaits(of: run, to: longestWait)
        try Crew.rescue(in: store, seenFrom: identity.host, besides: worker)
    }

    /// Puts back what dead workers had in hand before any run is worked on: what they had of paused runs nobody else would.
    static func rescue(in store: Store, seenFrom host: String) throws(StoreError) {
        try store.followClock(lease: lease)
        try rescue(in: store, seenFrom: host, besides: nil)
    }

    private static func rescue(in store: Store, seenFrom host: String, besides own: WorkerID?) throws(StoreError) {
        for other in try store.livingWorkers() where other.id != own {
            if other.identity.isDead(seenFrom: host) {
                _ = try store.end(other.id, as: .died)
            } else if other.leaseEnds < store.clock.now() || other.leaseEnds > store.clock.now() + lease + hurry {
                // On another host a lease that has ended is all that can be known of a death; here it only sleeps. A lease that
                // goes on for longer than any does was never written by a worker.
                _ = try store.end(other.id, as: other.identity.host == host ? .lapsed : .died)
            }
        }
    }
}

/// How long a worker may be silent.
///
/// It renews after a third, and a store that stays locked ends its work 30 seconds later: a worker that cannot renew has stopped
/// before anybody takes up what it had.
private let lease = TimeSpan.seconds(60)
/// By how much a clock may go before ours without a look at what it has written (see `Store.followClock`), and more.
private let hurry = TimeSpan.seconds(5)
/// Milliseconds between looks for the dead.
private let rescueInterval: Int64 = 500
