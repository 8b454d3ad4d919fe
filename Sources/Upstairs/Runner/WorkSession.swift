internal import Backends
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
    let backend: Backend
    /// The backend's recipe of each number that a task can ask.
    let recipes: [RecipeID: Recipe]
    /// Whose bill it is; nil where nothing is billed.
    let billing: Billing?
    /// How files on the web are fetched.
    let web: Web
    let crew: Crew
    let interruption: Interruption
    let observer: Observer

    /// Works until nothing is left that may run, here or in other processes, or until the user stops it.
    ///
    /// - Returns: the cap that keeps the rest waiting, where one does.
    func work() throws(RunError) -> CapReached? {
        let hands = try Hands(backend, asked: recipes, job: job, web: web, clock: store.clock)
        defer { hands.stop() }
        var meter = Meter()
        var isIdle = false
        while true {
            let (finished, departing) = hands.takeEvents(within: hands.isEmpty && !isIdle ? 0 : tick)
            if interruption.isStopping {
                // What is in hand goes back when the crew leaves, without waiting for the slots.
                try storing { () throws(StoreError) in
                    try store.write { () throws(StoreError) in _ = try store.record(finished, in: run) }
                }
                for clearance in departing { clearance.answer(nil) }
                return nil
            }
            let isDraining = interruption.isDraining || hands.problem != nil
            if isDraining { hands.takeBackUnbegun() }
            meter.count(finished.count, at: monotonicMilliseconds())
            let claimed = try exchange(finished, departing, hands, meter, isDraining: isDraining)
            hands.give(claimed.claims)
            isIdle = hands.isEmpty
            try report(&meter)
            if hands.isEmpty {
                if let problem = hands.problem { throw .backend(problem) }
                if isDraining { return nil }
                if let obstacle = claimed.obstacle { return obstacle }
                if claimed.claims.isEmpty, try isOver() { return nil }
            }
        }
    }

    /// Records what has ended, lets go what is ready and claims as much as there is room for, in one transaction where there
    /// is any of these.
    private func exchange(
        _ finished: [Finished], _ departing: [Clearance], _ hands: Hands, _ meter: Meter, isDraining: Bool
    ) throws(RunError) -> Claimed {
        let room = isDraining ? 0 : hands.room(at: meter.imagesPerSecond)
        guard room > 0 || !finished.isEmpty || !departing.isEmpty || crew.isDue else { return Claimed() }
        var verdicts: [Departure.Verdict] = []
        let claimed = try storing { () throws(StoreError) in
            try store.write { () throws(StoreError) in
                _ = try store.record(finished, in: run)
                if let billing {
                    for moment in finished.compactMap(\.holdsAccountUntil) {
                        try store.hold(billing.account, until: moment)
                    }
                    for clearance in departing { verdicts.append(try store.depart(clearance.departure, on: billing)) }
                }
                let worker = try crew.keep(imagesPerSecond: meter.imagesPerSecond)
                return try store.claim(room, of: run, by: worker, mayBeAlone: hands.isEmpty, on: billing)
            }
        }
        crew.committed()
        for (clearance, verdict) in zip(departing, verdicts) { clearance.answer(verdict) }
        guard claimed.claims.allSatisfy({ $0.asked.allSatisfy { recipes[$0] != nil } }) else {
            throw .modelChanged(run)
        }
        return claimed
    }

    /// Whether nothing waits and no other process has a task of the run in hand.
    private func isOver() throws(RunError) -> Bool {
        try storing { () throws(StoreError) in
            guard let totals = try store.totals(of: run) else { return true }
            return totals.waiting + totals.running == 0
        }
    }

    /// Tells the run's numbers, a few times a second.
    private func report(_ meter: inout Meter) throws(RunError) {
        guard meter.takesReport(at: monotonicMilliseconds()) else { return }
        let totals = try storing { () throws(StoreError) in try store.totals(of: run) }
        if let totals {
            observer(.working(totals, imagesPerSecond: meter.imagesPerSecond, cap: job.budget.run?.microDollars))
        }
    }
}

/// Milliseconds after which the loop looks round though nothing has ended.
private let tick: Int64 = 50
