internal import Backends
internal import Crypto
internal import Platform
internal import Storage
internal import Vocabulary

/// One process's work on one run, to its end: claims in, ends out, one writer.
///
/// The calling thread alone touches the store. Slots take claims from a bounded queue and put ends into another; each
/// commit records what has ended and claims what comes next, so the books are never further behind than one commit.
struct WorkSession {
    let store: Store
    let run: RunID
    let job: Job
    /// SHA-256 of the manifest that the job was read from.
    let manifestDigest: Digest
    let backend: Backend
    /// The backend's recipe of each number that a task can ask.
    let recipes: [RecipeID: Recipe]
    /// Whose bill it is; nil where nothing is billed.
    let billing: Billing?
    /// How files on the web are fetched.
    let web: Web
    let crew: Crew
    /// Whether the run may go on.
    let watch: RunWatch
    let interruption: Interruption
    let observer: Observer

    /// Works until nothing is left that may run, here or in other processes, or until the user stops it.
    ///
    /// - Returns: what keeps the rest waiting, where something does.
    func work() throws(RunError) -> Obstacle? {
        let hands = try Hands(backend, asked: recipes, job: job, web: web, clock: store.clock)
        defer { hands.stop() }
        do throws(RunError) {
            return try work(with: hands)
        } catch {
            // No answer is waited for: what comes back now cannot be kept, and what was not sent is not sent any more.
            guard case .store(.gone(let path, let loss)) = error else { throw error }
            throw .storeGone(path, loss, hands.inFlight)
        }
    }

    private func work(with hands: Hands) throws(RunError) -> Obstacle? {
        var obstacle: Obstacle?
        var meter = Meter()
        var isIdle = false
        while true {
            let events = hands.takeEvents(within: hands.isEmpty && !isIdle ? 0 : tick)
            // A thread without an answer by then, as nothing more is sent or the store has failed, must not wait for ever.
            defer { events.dismiss() }
            if interruption.isStopping {
                // What is in hand goes back when the crew leaves, without waiting for the slots.
                try storing { () throws(StoreError) in
                    try store.write { () throws(StoreError) in _ = try store.record(events.finished, in: run) }
                }
                hands.noteRecorded(events.finished)
                return nil
            }
            let isDraining = interruption.isDraining || hands.problem != nil || obstacle != nil
            if isDraining { hands.stopSending() } else { try answer(events.wanting) }
            meter.count(events.finished.count, at: monotonicMilliseconds())
            let claimed = try exchange(events, hands, meter, isDraining: isDraining)
            hands.give(claimed.claims)
            isIdle = hands.isEmpty
            // At a cap only the claims end: what is in hand has its units already.
            if case .cap = claimed.obstacle {} else { obstacle = obstacle ?? claimed.obstacle }
            if meter.takesReport(at: monotonicMilliseconds()) {
                let found = try look(meter)
                obstacle = obstacle ?? found
            }
            if hands.isEmpty {
                if let problem = hands.problem { throw .backend(problem) }
                if isDraining { return obstacle }
                if let obstacle = claimed.obstacle { return obstacle }
                if claimed.claims.isEmpty, try !hasWork() { return nil }
            }
        }
    }

    /// Gives further names of images none of whose first ones holds the content.
    private func answer(_ wanting: [FurtherNames]) throws(RunError) {
        for names in wanting {
            names.answer(
                try storing { () throws(StoreError) in try store.locations(of: names.claim, after: names.last) })
        }
    }

    /// Records what has ended, sends what is ready and claims as much as there is room for, in one transaction where there
    /// is any of these.
    private func exchange(
        _ events: Events, _ hands: Hands, _ meter: Meter, isDraining: Bool
    ) throws(RunError) -> Claimed {
        let room = isDraining ? 0 : hands.room(at: meter.imagesPerSecond)
        guard room > 0 || events.hasChanges || crew.isDue else { return Claimed() }
        let finished = events.finished
        var verdicts: [Departure.Verdict] = []
        var isOverdrawn = false
        let claimed = try storing { () throws(StoreError) in
            try store.write { () throws(StoreError) in
                try crew.followClock()
                try store.markMissing(events.missing)
                _ = try store.record(finished, in: run)
                if let billing {
                    for moment in finished.compactMap(\.holdsAccountUntil) {
                        try store.hold(billing.account, until: moment)
                    }
                }
                let worker = try crew.keep()
                var claimed = Claimed()
                claimed.obstacle = try store.order(about: run, workingBy: manifestDigest)
                if claimed.obstacle == nil { claimed.obstacle = try tooManyFailures(among: finished) }
                // What waits to be sent goes back when nothing more is to be begun.
                guard !isDraining, claimed.obstacle == nil else { return claimed }
                if let billing {
                    isOverdrawn = try store.isOverdrawn(run, on: billing)
                    for clearance in events.departing {
                        let departure = clearance.departure
                        verdicts.append(try store.depart(departure, on: billing, mayBeOverdrawn: isOverdrawn))
                    }
                }
                return try store.claim(room, of: run, by: worker, mayBeAlone: hands.isEmpty, on: billing)
            }
        }
        crew.committed()
        hands.noteRecorded(finished)
        // What was claimed under a cap that has no room for it any more goes back at once.
        if isOverdrawn { hands.takeBackUnbegun() }
        for (clearance, verdict) in zip(events.departing, verdicts) {
            if case .go(let attempts) = verdict { hands.noteSent(attempts) }
            if let billing, case .wait(let moment, start: nil) = verdict {
                observer(.held(account: billing.account, until: moment))
            }
            clearance.answer(verdict)
        }
        return claimed
    }

    /// The limit on failures, where some that came now have passed it.
    private func tooManyFailures(among finished: [Finished]) throws(StoreError) -> Obstacle? {
        guard watch.limits.failures != nil, finished.contains(where: \.hasFailed),
            let totals = try store.totals(of: run)
        else { return nil }
        return watch.tooManyFailures(at: totals)
    }

    /// Whether anything waits, or another process has a task of the run in hand.
    private func hasWork() throws(RunError) -> Bool {
        try storing { () throws(StoreError) in try store.hasWork(in: run, besides: crew.worker) }
    }

    /// Tells the run's numbers, and looks whether it may go on.
    private func look(_ meter: Meter) throws(RunError) -> Obstacle? {
        try storing { () throws(StoreError) in
            guard let totals = try store.totals(of: run) else { return nil }
            observer(.working(totals, imagesPerSecond: meter.imagesPerSecond, cap: job.budget.run?.microDollars))
            return try watch.obstacle(at: totals)
        }
    }
}

/// Milliseconds after which the loop looks round though nothing has ended.
private let tick: Int64 = 50
