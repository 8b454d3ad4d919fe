package import Storage
package import Domain

/// The status of a run: its numbers, its speed, the time left or why it is unknown, its caps, and what
/// failed.
package struct RunStatus: Sendable {
    /// Why a run that has work does not proceed, or why the time left is unknown.
    package enum WaitReason: Equatable, Sendable {
        /// A user has paused it.
        case paused
        /// No process works on this store.
        case noWorker
        /// The store is a copy: what became of the run since is known to its original alone.
        case copy
        /// The service has told the account to wait.
        case onHold(account: String, until: Timestamp)
        /// A cap leaves no room for the next image.
        case capReached(CapUsage)
        /// A cap leaves room for only this many of the queued images.
        case capAhead(images: Int, CapUsage)
        /// All queued images failed for a while; the first is tried again then.
        case retry(at: Timestamp)
        /// A worker is running, and no image of this run has finished for some time.
        case nothingEnded
    }

    /// The numbers.
    package let totals: RunTotals
    /// Images that ended in a second, over the last minute; 0 where none has, or not for longer than that explains.
    package let imagesPerSecond: Double
    /// The time since the last end, a minute at the most.
    package let silence: TimeSpan
    /// Failures by kind, the most first.
    package let failures: [FailureCount]
    /// The caps of its job.
    package let caps: [CapUsage]
    /// The accounts that its units are booked on, by name.
    package let accounts: [String]
    /// The backend, the account, how long the run took, why it last stopped.
    package let details: RunDetails
    /// Why it does not proceed; nil where it does or has ended.
    package let waitReason: WaitReason?

    /// What the run is at, as in the view `runs`, and `stopped` where what the view calls running was a dead worker's.
    package var state: String {
        if case .workerDied = details.stop, totals.state == "running" { "stopped" } else { totals.state }
    }

    /// Whether it has work, queued or running.
    package var hasImagesLeft: Bool { totals.hasImagesLeft }

    /// The time until it is finished, at the present speed; nil where that cannot be known.
    package var remaining: TimeSpan? { waitReason == nil ? totals.remaining(at: imagesPerSecond) : nil }

    /// The time until a cap is reached, at the present speed; nil where none is ahead.
    package var remainingToCap: TimeSpan? {
        guard case .capAhead(let images, _) = waitReason else { return nil }
        var reachable = totals
        reachable.queued = images
        return reachable.remaining(at: imagesPerSecond)
    }

    /// Reads what belongs to a run's numbers.
    ///
    /// - Parameters:
    ///   - ends: what ended of it lately.
    ///   - workers: how many processes work.
    ///   - job: its manifest, where it is understood.
    ///   - host: this host's name in the store; nil where it is not known.
    ///   - inFull: whether failures are counted, and caps of a run that has ended are told.
    ///   - isCopy: whether the store is a copy, of which nothing is said about workers.
    init(
        _ totals: RunTotals, ends: RecentEnds?, workers: Int, job: Job?, in reports: any Reports, host: String?,
        inFull: Bool, isCopy: Bool
    ) throws(StoreError) {
        self.totals = totals
        let hasImagesLeft = totals.hasImagesLeft
        let speed = ends?.imagesPerSecond(with: totals.queued + totals.running) ?? 0
        imagesPerSecond = hasImagesLeft && !isCopy ? speed : 0
        silence = ends?.silence ?? .seconds(60)
        failures = totals.failed > 0 && inFull ? try reports.failures(of: totals.run) : []
        caps =
            if let job, totals.finishedAt == nil || inFull { try reports.caps(of: totals.run, job.budget) } else { [] }
        accounts = try reports.accounts(of: totals.run)
        details = try RunDetails(of: totals, job: job, accounts: accounts, in: reports, host: host)
        waitReason =
            isCopy && hasImagesLeft
            ? .copy
            : hasImagesLeft
                ? try RunStatus.waitReason(
                    of: totals, workers: workers, hasEnds: speed > 0, job: job,
                    accounts: details.account.map { [$0] } ?? accounts, in: reports)
                : nil
    }

    /// What keeps a run that has work; what a person must mend comes first.
    ///
    /// - Parameter accounts: those that its next units may be billed to; none where they are unknown.
    private static func waitReason(
        of totals: RunTotals, workers: Int, hasEnds: Bool, job: Job?, accounts: [String], in reports: any Reports
    ) throws(StoreError) -> WaitReason? {
        if totals.isPaused { return .paused }
        let room = try tightestRoom(of: totals, job, accounts, in: reports)
        if let room, room.images == 0 { return .capReached(room.cap) }
        guard workers > 0 else { return .noWorker }
        for account in accounts {
            if let until = try reports.holdEnds(account) { return .onHold(account: account, until: until) }
        }
        if totals.running == 0, let due = try reports.nextDue(in: totals.run), due > reports.now {
            return .retry(at: due)
        }
        if let room, room.images < totals.queued { return .capAhead(images: room.images, room.cap) }
        return hasEnds ? nil : .nothingEnded
    }

    /// The cap that leaves the least room for what is queued; nil where no cap says, or nothing is billed.
    private static func tightestRoom(
        of totals: RunTotals, _ job: Job?, _ accounts: [String], in reports: any Reports
    ) throws(StoreError) -> CapHeadroom? {
        guard let job, job.backend.isBilled, totals.queued > 0 else { return nil }
        var rooms: [CapHeadroom] = []
        // Where only the credentials name the account, and nothing was asked yet, the caps of the run and the job still
        // hold.
        for account in accounts.isEmpty ? [""] : accounts {
            let billing = Billing(account: account, budget: job.budget)
            if let room = try reports.room(for: totals.run, on: billing) { rooms.append(room) }
        }
        return rooms.min { $0.images < $1.images }
    }
}
