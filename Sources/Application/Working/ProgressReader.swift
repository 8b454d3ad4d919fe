internal import Platform
internal import Storage
internal import Domain

/// Reads how far a run is: its numbers each time, and what takes more than a look at its row once a second.
struct ProgressReader {
    let store: any Store
    let run: RunID
    /// The job's name.
    let job: String
    /// Whose bill it is; nil where nothing is billed.
    let billing: Billing?
    private let clock: MonotonicClock
    private var latest: (cost: RunCost?, rate: Double, room: CapHeadroom?, wait: RunProgress.Wait?) = (nil, 0, nil, nil)
    private var readAt: Int64?

    init(_ store: any Store, of run: RunID, job: String, billing: Billing?, clock: MonotonicClock) {
        self.clock = clock
        self.store = store
        self.run = run
        self.job = job
        self.billing = billing
    }

    /// How far the run with these numbers is.
    ///
    /// - Parameter trouble: that the service answers nothing at present.
    mutating func read(_ totals: RunTotals, _ trouble: ServiceTrouble? = nil) throws(StoreError) -> RunProgress {
        let now = clock.now()
        if now - (readAt ?? .min / 2) >= minInterval {
            readAt = now
            let reader = self
            latest = try store.snapshot { reports throws(StoreError) in
                // The run's units and those of the cap stand beside each other: they are of one moment.
                (
                    try reports.totals(of: reader.run)?.cost,
                    try reports.recentEnds(within: .seconds(60))[reader.run]?
                        .imagesPerSecond(with: totals.queued + totals.running) ?? 0,
                    try reader.tightestRoom(reports), try reader.wait(totals, reports)
                )
            }
        }
        var totals = totals
        totals.cost = latest.cost ?? totals.cost
        var wait = latest.wait
        if let trouble, wait == nil { wait = .trouble(trouble) }
        return RunProgress(
            totals: totals, imagesPerSecond: latest.rate, cap: latest.room?.cap,
            imagesToCap: latest.room.flatMap { $0.images < totals.queued ? $0.images : nil }, wait: wait)
    }

    /// The cap that ends the run first; where nothing is queued any more the one of which the greatest part is used.
    private func tightestRoom(_ reports: any Reports) throws(StoreError) -> CapHeadroom? {
        guard let billing else { return nil }
        if let room = try reports.room(for: run, on: billing) { return room }
        return try reports.caps(job: job, joining: run, on: billing).max { $0.usedPart < $1.usedPart }
            .map { CapHeadroom(images: .max, cap: $0) }
    }

    private func wait(_ totals: RunTotals, _ reports: any Reports) throws(StoreError) -> RunProgress.Wait? {
        if let account = billing?.account, let until = try reports.holdEnds(account) { return .onHold(until: until) }
        guard totals.running == 0, let due = try reports.nextDue(in: run), due > reports.now else { return nil }
        return .retry(at: due)
    }
}

/// Milliseconds between reads.
private let minInterval: Int64 = 1000
