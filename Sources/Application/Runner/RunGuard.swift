internal import Storage
internal import Domain

/// Judges by a run's numbers whether the work on it may go on: its limits, and what people have ordered meanwhile in other processes.
struct RunGuard {
    let limits: WorkLimits
    /// Where the time comes from.
    let clock: Clock
    /// Whether another run, which outranks it, may be worked on instead; nil: none may.
    let mayYield: ((RunID) -> Bool)?

    /// What keeps the run from going on; nil where nothing does.
    func obstacle(in outlook: RunOutlook) -> StopReason? {
        guard let totals = outlook.totals, totals.isOpen else { return nil }
        if totals.isSuperseded { return .superseded }
        if totals.isCancelled { return .cancelled }
        if totals.isPaused { return .paused }
        if let tooMany = totals.tooManyFailures(above: limits.failures) { return tooMany }
        if limits.isOver(at: clock.now()) { return .timeIsUp }
        if let mayYield, outlook.outrankedBy.contains(where: mayYield) { return .outranked }
        return nil
    }
}
