internal import Storage
internal import Domain

/// Tells by a run's numbers whether the work on it must stop: its limits, and what users have ordered in other
/// processes.
struct RunGuard {
    let limits: WorkLimits
    /// Where the time comes from.
    let clock: Clock
    /// Measures the time that the work takes.
    let monotonic: MonotonicClock
    /// Whether another run, which outranks it, may be worked on instead; nil: none may.
    let canPreempt: ((RunID) -> Bool)?

    /// Whether nothing more is begun, whatever the run's numbers are.
    var isTimeUp: Bool { limits.time.isOver(at: clock.now(), monotonic.now()) }

    /// Why the work on the run must stop; nil where it need not.
    func stopReason(in outlook: RunOutlook) -> StopReason? {
        guard let totals = outlook.totals, totals.hasImagesLeft else { return nil }
        if totals.isSuperseded { return .superseded }
        if totals.isCancelled { return .cancelled }
        if totals.isPaused { return .paused }
        if let tooMany = totals.tooManyFailures(above: limits.failures) { return tooMany }
        if isTimeUp { return .timeIsUp }
        if let canPreempt, outlook.outrankedBy.contains(where: canPreempt) { return .preempted }
        return nil
    }
}
