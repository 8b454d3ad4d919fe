internal import Storage
internal import Domain

extension JobRunner {
    /// Notes why the work on a run stops, unless all of the run is done or failed.
    ///
    /// - Returns: the run's numbers and the words that were noted; nil where nothing is left to do.
    @discardableResult
    func noteStop(
        of run: RunID, _ cause: StopCause
    ) throws(RunError) -> (totals: RunTotals, reason: String)? {
        guard let totals = try totals(of: run) else { return nil }
        let isCut = (totals.isCancelled || totals.isSuperseded) && totals.cancelled > 0
        guard totals.isOpen || isCut else { return nil }
        let reason = wording(cause, totals)
        try storing { () throws(StoreError) in try store.control.noteStop(of: run, reason: reason) }
        return (totals, reason)
    }

    /// Whether others have cancelled what was left of a run, before this process looked or while it had nothing left to do.
    ///
    /// - Parameter before: the run's numbers from which on a cancellation counts; nil: any does.
    func isCancelled(_ run: RunID, since before: RunTotals?) throws(RunError) -> Bool {
        guard let totals = try totals(of: run), totals.isCancelled, !totals.isOpen else { return false }
        return totals.cancelled > before?.cancelled ?? 0
    }

    /// Forgets why another worker stopped, once the run is finished all the same.
    func clearStop(of run: RunID) throws(RunError) {
        guard try reading({ reports throws(StoreError) in try reports.lastStop(of: run) }) != nil else { return }
        try storing { () throws(StoreError) in try store.control.clearStop(of: run) }
    }
}
