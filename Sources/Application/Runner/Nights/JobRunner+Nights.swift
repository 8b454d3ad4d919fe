internal import Planning
package import Platform
package import Storage
package import Domain

extension JobRunner {
    /// Does one night of a job: looks at its sources, queues what is not yet known, and works on its open runs until nothing is
    /// left that may run.
    ///
    /// - Parameters:
    ///   - acceptsMissing: whether any number of pictures may be gone.
    ///   - verdict: judges what was done; answers the exit status that the store keeps.
    /// - Throws: what ends the command: an error of the store.
    /// - Returns: who has a night of the job; nil where it was this process.
    package func night(
        of job: Job, manifest: FilePath, acceptsMissing: Bool, within limits: WorkLimits,
        verdict: (NightWork) throws(RunError) -> Int32
    ) throws(RunError) -> NightHolder? {
        let mark = try mark()
        let request = NightRequest(key: .random(), job: job.name, process: mark.process, hostName: hostName())
        let night: any NightSession
        switch try storing({ () throws(StoreError) in try store.night(request) }) {
        case .held(let holder): return holder
        case .begun(let session): night = session
        }
        var runner = self
        runner.hooks.night = request.key
        runner.hooks.tend = { () throws(StoreError) in night.isDue ? try night.renew() : nil }
        let work: NightWork
        do throws(RunError) {
            work = try runner.work(
                for: job, manifest: manifest, acceptsMissing: acceptsMissing, within: limits, since: mark, night.began)
        } catch {
            if case .nightTaken(let holder) = error { return holder }
            throw error
        }
        let status = try verdict(work)
        try storing { () throws(StoreError) in try night.end(exit: status) }
        return nil
    }

    private func work(
        for job: Job, manifest: FilePath, acceptsMissing: Bool, within limits: WorkLimits, since mark: WorkMark,
        _ began: Timestamp
    ) throws(RunError) -> NightWork {
        var night = NightWork(began: began)
        do throws(RunError) {
            night.submission = try submit(job, manifest: manifest, mountGuard: acceptsMissing ? nil : mark)
            night.queued = try reading { reports throws(StoreError) in
                try reports.queuedWork(ofJob: job.name, since: mark)
            }
            if night.submission.refusedMissing == nil, !night.submission.isInterrupted {
                night.worked = try work(on: nil, ofJob: job.name, within: limits)
            }
        } catch {
            switch error {
            case .store, .storeGone, .nightTaken: throw error
            default: night.problem = error
            }
        }
        night.isInterrupted = interruption.isDraining
        try close(&night, of: job, since: mark)
        return night
    }

    /// Reads what the store knows of a night at its end.
    private func close(_ night: inout NightWork, of job: Job, since mark: WorkMark) throws(RunError) {
        let end = try reading { reports throws(StoreError) in
            let newest = try reports.newestRun(ofJob: job.name)
            let caps = try newest.map { run throws(StoreError) in try reports.caps(of: run, job.budget) } ?? []
            return (
                run: try night.submission.run.map { run throws(StoreError) in try reports.totals(of: run) } ?? nil,
                receipt: try reports.receipt(ofJob: job.name, since: mark),
                caps: caps.filter { $0.scope != .run }, prices: try reports.prices(),
                present: night.submission.refusedMissing == nil
                    ? 0 : try reports.presentMembers(ofJob: job.name, before: mark)
            )
        }
        night.run = end.run
        night.receipt = end.receipt
        night.caps = end.caps
        night.prices = job.isBilled ? PriceList(end.prices) : .unbilled
        if night.submission.refusedMissing != nil { night.lostMount = MountGuard(known: end.present) }
    }
}
