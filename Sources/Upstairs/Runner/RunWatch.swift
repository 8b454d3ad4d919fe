internal import Storage
internal import Vocabulary

/// Looks now and then whether a run may go on: its limits, and what people have ordered meanwhile in other processes.
struct RunWatch {
    let store: Store
    let run: RunID
    let limits: WorkLimits
    /// Whether another run, which outranks it, may be worked on instead; nil: none may.
    let mayYield: ((RunID) -> Bool)?

    /// What keeps the run from going on; nil where nothing does.
    ///
    /// - Parameter totals: the run's numbers as they are now.
    func obstacle(at totals: RunTotals) throws(StoreError) -> Obstacle? {
        guard totals.isOpen else { return nil }
        if totals.isSuperseded { return .superseded }
        if totals.isCancelled { return .cancelled }
        if totals.isPaused { return .paused }
        if let tooMany = tooManyFailures(at: totals) { return tooMany }
        if limits.isOver(at: store.clock.now()) { return .timeIsUp }
        if let mayYield, try store.runs(outranking: run).contains(where: mayYield) { return .outranked }
        return nil
    }

    /// The limit on failures, where a run that has work and is not paused has passed it.
    func tooManyFailures(at totals: RunTotals) -> Obstacle? {
        guard totals.isOpen, !totals.isPaused, let limit = limits.failures,
            limit.isPassed(by: totals.failed, of: totals.total)
        else { return nil }
        return .tooManyFailures(limit)
    }
}
