internal import Logging
internal import Planning
internal import Storage
internal import Domain

extension JobRunner {
    /// Tells the log how the work on a run has ended.
    func tellLog(_ totals: RunTotals?, _ obstacle: StopReason?) {
        guard let log = hooks.log, let totals else { return }
        if case .cap(let cap) = obstacle { log(.cap(job: totals.job, run: totals.run, cap)) }
        if totals.isOpen || obstacle != nil {
            let reason = obstacle?.word ?? (interruption.isDraining ? "interrupted" : "waiting")
            log(.stopped(job: totals.job, run: totals.run, reason: reason, queued: totals.waiting))
        } else {
            var sums = LogEvent.Sums()
            (sums.done, sums.failed, sums.cancelled) = (totals.done, totals.failed, totals.cancelled)
            sums.units = totals.cost.settled + totals.cost.uncertain
            sums.uncertain = totals.cost.uncertain
            sums.microDollars = totals.cost.mostMicroDollars
            log(.finished(job: totals.job, run: totals.run, sums))
        }
    }

    /// What units cost.
    func prices(isBilled: Bool) throws(RunError) -> PriceList {
        guard isBilled else { return .unbilled }
        return PriceList(try reading { reports throws(StoreError) in try reports.prices() })
    }
}
