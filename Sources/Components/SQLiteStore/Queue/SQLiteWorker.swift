internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The work of one process on one run, in a SQLite store.
///
/// A write returns what the session remembers, and the session remembers it once the transaction is committed.
final class SQLiteWorker: WorkerSession {
    let recipes: [RecipeID: Recipe]
    private let database: Database
    private let request: WorkerRequest
    private var lease = WorkerLease()

    /// A session that has not entered the store yet; nil where the run asks for other recipes, or is not there.
    init?(_ request: WorkerRequest, in database: Database) throws(StoreError) {
        let found = try database.write { transaction throws(StoreError) -> [RecipeID: Recipe]? in
            guard let recipes = try database.recipes.numbers(of: request.recipes, ifAskedBy: request.run) else {
                return nil
            }
            try transaction.runs.clearStop(of: request.run)
            return recipes
        }
        guard let found else { return nil }
        recipes = found
        self.request = request
        self.database = database
    }

    /// Queues again what dead workers held, in all runs.
    static func rescue(
        in database: Database, seenFrom process: ProcessIdentity, _ records: [CrashRecord]
    ) throws(StoreError) -> Rescue {
        guard try !database.workers.living().isEmpty else { return Rescue() }
        return try database.write { transaction throws(StoreError) in
            try transaction.clock.follow(lease: Lease.length)
            return try transaction.workers.rescue(seenFrom: process.host, records)
        }
    }

    var isDue: Bool { lease.needsRenewal || lease.needsRescue }

    func exchange(_ report: WorkReport) throws(StoreError) -> WorkOrder {
        let lease = lease
        let (order, next) = try database.write { transaction throws(StoreError) in
            let status = try database.workers.status(of: request.key)
            if let status, status.exchanges >= report.number {
                var found = lease
                found.worker = status.worker
                return (try repeated(report, status, in: transaction), found)
            }
            return try perform(report, lease, status, in: transaction)
        }
        self.lease = next
        return order
    }

    func locations(of claim: Claim, after last: PathID) throws(StoreError) -> [FileLocation] {
        try database.names.locations(of: claim, after: last, on: request.volume)
    }

    func outlook() throws(StoreError) -> RunOutlook {
        try database.snapshot { () throws(StoreError) in
            RunOutlook(
                totals: try database.reports.totals(of: request.run),
                outrankedBy: try database.reports.outranking(request.run))
        }
    }

    func hasWork() throws(StoreError) -> Bool {
        try database.reports.hasWork(in: request.run, excluding: lease.worker, on: request.volume)
    }

    func leave() throws(StoreError) {
        // A look without the write lock: most sessions that leave twice, or have claimed nothing, wait for no other
        // writer.
        guard let status = try database.workers.status(of: request.key), status.isLiving else { return }
        _ = try database.write { transaction throws(StoreError) in
            try transaction.workers.end(status.worker, as: .interrupted)
        }
        lease = WorkerLease()
    }

    /// Records, sends and claims for a report whose number is new.
    private func perform(
        _ report: WorkReport, _ lease: WorkerLease, _ status: WorkerState?, in transaction: Transaction
    )
        throws(StoreError) -> (WorkOrder, WorkerLease)
    {
        let before = database.connection.totalChanges
        try transaction.clock.follow(lease: Lease.length)
        try transaction.catalog.markMissing(report.missing, on: request.volume)
        _ = try transaction.queue.record(report.results, in: request.run)
        if let billing = request.billing {
            for span in report.results.compactMap(\.hold) {
                try transaction.ledger.hold(billing.account, for: span)
            }
        }
        let (next, rescue) = try renewLease(lease, status, report.crashes, in: transaction)
        var order = try order(after: report, for: next.worker, in: transaction)
        order.rescue = rescue
        // One that changed nothing may as well be made again. Idle workers ask many times a second, and each commit
        // that writes waits for the disk.
        if let worker = next.worker, database.connection.totalChanges != before {
            try transaction.workers.noteExchange(report.number, of: worker)
        }
        return (order, next)
    }

    /// What a worker gets for a report whose results are recorded.
    private func order(after report: WorkReport, for worker: WorkerID?, in transaction: Transaction)
        throws(StoreError) -> WorkOrder
    {
        var order = WorkOrder()
        order.stopReason = try stopReason(after: report, in: transaction)
        guard order.stopReason == nil else { return order }
        if let billing = request.billing {
            order.isOverdrawn = try transaction.ledger.isOverdrawn(request.run, on: billing)
            for request in report.requests {
                order.decisions.append(
                    try transaction.ledger.requestSend(request, on: billing, mayBeOverdrawn: order.isOverdrawn))
            }
        }
        if let worker {
            let claimed = try transaction.queue.claim(
                report.wanted, of: request.run, by: worker, mayBeAlone: report.mayIsolate, on: request.billing,
                from: request.volume)
            order.claims = claimed.claims
            order.stopReason = claimed.stopReason
        }
        return order
    }

    /// Looks for dead workers and renews the lease, each when it is due; enters where the session has no living worker.
    private func renewLease(
        _ lease: WorkerLease, _ status: WorkerState?, _ crashes: [CrashRecord], in transaction: Transaction
    ) throws(StoreError) -> (WorkerLease, Rescue?) {
        var next = lease
        var rescue: Rescue?
        // Given up by others, whose clock may have jumped, a worker may claim no more: its death would not be noticed.
        let living = status.flatMap { $0.isLiving ? $0.worker : nil }
        if lease.needsRescue {
            try transaction.clock.boundWaits(of: request.run, to: request.maxWait)
            rescue = try transaction.workers.rescue(seenFrom: request.process.host, crashes, excluding: living)
            next.noteRescue()
        }
        if living == nil || lease.needsRenewal { next.noteRenewal() }
        let worker: WorkerID
        if let living {
            worker = living
            if lease.needsRenewal { _ = try transaction.workers.renew(worker, lease: Lease.length) }
        } else {
            worker = try transaction.workers.enter(request.process, session: request.key, lease: Lease.length)
        }
        next.worker = worker
        return (next, rescue)
    }

    /// What keeps the run from continuing: an order of the user, or too many failures among what was reported now.
    private func stopReason(after report: WorkReport, in transaction: Transaction) throws(StoreError) -> StopReason? {
        if let reason = try database.reports.order(about: request.run, workingBy: request.manifest) { return reason }
        guard request.failureLimit != nil, report.results.contains(where: \.hasFailed) else { return nil }
        return try transaction.totals(of: request.run)?.tooManyFailures(above: request.failureLimit)
    }

    /// The order of an exchange that is committed already, as far as its worker still holds what it got.
    ///
    /// Nothing is changed. A request whose decision is not to be seen any more asks again.
    private func repeated(_ report: WorkReport, _ status: WorkerState, in transaction: Transaction)
        throws(StoreError) -> WorkOrder
    {
        var order = WorkOrder()
        order.stopReason = try stopReason(after: report, in: transaction)
        if status.isLiving, status.exchanges == report.number {
            order.claims = try transaction.queue.claims(
                of: status.worker, after: status.claimsAfter, in: request.run, from: request.volume)
        }
        guard let billing = request.billing else { return order }
        order.isOverdrawn = try transaction.ledger.isOverdrawn(request.run, on: billing)
        for request in report.requests {
            // A further request for images that were sent before shows no more than that they were.
            let isFirst = request.images == request.attempts.count
            let sent = isFirst ? try database.workers.sent(request.attempts, by: status.worker) : []
            order.decisions.append(sent.isEmpty ? .wait(.seconds(0), slot: request.slot) : .send(sent))
        }
        return order
    }
}
