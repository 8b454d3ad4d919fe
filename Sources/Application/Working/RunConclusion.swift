internal import Storage
internal import Domain

/// What follows once the work on a run has returned: why its rest is left, and whether the command returns to it.
struct RunConclusion: Equatable {
    /// Why what is left of the run is left; nil where nothing stopped the work.
    let stop: StopReason?
    /// Whether a signal alone ended the work.
    let isInterrupted: Bool
    /// Whether the command does not return to the run.
    let isOver: Bool
    /// The stop reason for the command's summary.
    let reportedStop: StopReason?

    /// The conclusion from how the work ended and the run's numbers before and after it.
    ///
    /// - Parameters:
    ///   - stop: why the work stopped, as the session says it.
    ///   - isOnly: whether the command works on this run alone.
    ///   - isDraining: whether the user has asked the command to end.
    init(_ stop: StopReason?, before: RunTotals, after: RunTotals, isOnly: Bool, isDraining: Bool) {
        var stop = stop
        // Others have cancelled what was left, before this process looked or while it had nothing left to do.
        let cancelledBefore = isOnly ? 0 : before.cancelled
        if stop == nil, after.isCancelled, !after.hasImagesLeft, after.cancelled > cancelledBefore { stop = .cancelled }
        // A stop that arrives after the last image finished did not stop anything.
        if stop?.canArriveLate == true, !after.hasImagesLeft, after.cancelled == 0 { stop = nil }
        self.stop = stop
        isInterrupted = stop == nil && isDraining
        // What did not change waits for workers on other volumes.
        isOver = isOnly || stop != nil || after == before
        // The place of a superseded run was taken by another run of the job, which is worked on next.
        reportedStop = stop == .superseded && !isOnly ? nil : stop
    }

    /// What the store keeps of the stop; nil where nothing stopped the work.
    var cause: StopCause? { stop.map { .reason($0) } ?? (isInterrupted ? .interrupted : nil) }
}

extension RunTotals {
    /// Whether a stop of the work on the run is worth noting: not where all of it is done or failed.
    var canNoteStop: Bool { hasImagesLeft || (isCancelled || isSuperseded) && cancelled > 0 }
}
