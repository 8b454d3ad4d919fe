internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// A night in a SQLite store: its row, and the worker's row by which its process is known to live.
final class SQLiteNight: NightSession {
    private let database: Database
    private let request: NightRequest
    private var worker: WorkerID
    /// Monotonic milliseconds from which on the lease is renewed.
    private var nextRenewal: Int64
    let began: Timestamp
    let killed: KilledNight?

    private init(
        _ request: NightRequest, in database: Database, worker: WorkerID, began: Timestamp, after killed: KilledNight?
    ) {
        self.request = request
        self.killed = killed
        self.database = database
        self.worker = worker
        self.began = began
        nextRenewal = monotonicMilliseconds() + renewalInterval
    }

    /// Begins a night, or finds the one of the request's key.
    static func begin(_ request: NightRequest, in database: Database) throws(StoreError) -> NightStart {
        var killed: KilledNight?
        let (worker, began, holder) = try database.write {
            transaction throws(StoreError) -> (WorkerID?, Timestamp, NightOwner?) in
            try transaction.clock.follow(lease: Lease.length)
            // A process that calls again lives, whatever its row says.
            if let open = try database.nights.open(of: request.job), open.key == request.key {
                return (open.worker, open.holder.since, nil)
            }
            _ = try transaction.workers.rescue(seenFrom: request.process.host)
            let now = Timestamp(milliseconds: database.now)
            if let open = try database.nights.open(of: request.job) {
                guard open.isOver else { return (nil, now, open.holder) }
                killed = try database.nights.killed(open, of: request.job)
                try transaction.nights.end(open.key, nil)
            }
            let worker = try transaction.workers.enter(request.process, lease: Lease.length)
            try transaction.nights.add(request, worker)
            return (worker, now, nil)
        }
        if let holder { return .held(by: holder) }
        guard let worker else { preconditionFailure("a night without a holder has a worker") }
        return .begun(SQLiteNight(request, in: database, worker: worker, began: began, after: killed))
    }

    var isDue: Bool { nextRenewal <= monotonicMilliseconds() }

    func renew() throws(StoreError) -> NightOwner? {
        let (own, holder) = try database.write { transaction throws(StoreError) -> (WorkerID, NightOwner?) in
            try transaction.clock.follow(lease: Lease.length)
            let open = try database.nights.open(of: request.job)
            if let open, open.key != request.key { return (worker, open.holder) }
            if open != nil, try transaction.workers.renew(worker, lease: Lease.length) { return (worker, nil) }
            // The process slept for longer than its lease; where no other has come meanwhile the night continues.
            let own = try transaction.workers.enter(request.process, lease: Lease.length)
            try transaction.nights.reopen(request, own)
            return (own, nil)
        }
        worker = own
        nextRenewal = monotonicMilliseconds() + renewalInterval
        return holder
    }

    func end(_ result: NightResult) throws(StoreError) {
        try database.write { transaction throws(StoreError) in
            try transaction.nights.end(request.key, result)
            _ = try transaction.workers.end(worker, as: .interrupted)
        }
    }
}

/// Milliseconds between renewals.
private let renewalInterval = Lease.renewal.milliseconds
