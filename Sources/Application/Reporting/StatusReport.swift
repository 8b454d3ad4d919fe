internal import Platform
package import Storage
package import Domain

/// How a store's runs and accounts stand at one moment.
package struct StatusReport: Sendable {
    /// The moment.
    package let at: Timestamp
    /// The runs, the newest first.
    package let runs: [RunStatus]
    /// The accounts, by name.
    package let accounts: [AccountStatus]
    /// When a night last ended well, of each job of which one did.
    package let successes: [NightSuccess]
    /// Processes that work; none where the store is a copy.
    package let workers: Int
    /// What the store is a copy of; nil in a store of its own.
    package let copy: StoreCopy?

    /// Which runs are wanted.
    package enum RunChoice: Equatable, Sendable {
        /// The newest ten, and older ones that have work.
        case newest
        /// All of them.
        case all
        /// All of one job.
        case job(String)
        /// One.
        case run(RunID)
    }

    /// Whether nothing is left to do in any of the runs.
    package var isOver: Bool { runs.allSatisfy { !$0.hasImagesLeft } }

    /// Reads how things stand.
    ///
    /// - Parameters:
    ///   - selection: the runs that are wanted.
    ///   - host: this host's name in the store, by which dead workers are told from living ones; nil where it is not
    ///     known.
    ///   - inFull: whether failures are counted by kind, which takes time where there are very many, and the caps of
    ///     runs that have ended are told, too.
    ///   - job: reads the manifest that a run is pinned to, for its budget; nil where it cannot be read.
    /// - Returns: no runs where there is none of that number.
    package init(
        of selection: RunChoice, in reports: any Reports, host: String?, inFull: Bool = true,
        job: (PinnedManifest) -> Job?
    ) throws(StoreError) {
        at = reports.now
        let now = at
        let copy = try reports.copyMark()
        self.copy = copy
        workers = copy != nil ? 0 : try reports.workers().count { $0.isAlive(seenFrom: host, at: now) }
        successes = try reports.nightSuccesses()
        let ends = try reports.recentEnds(within: .seconds(60))
        var runs: [RunStatus] = []
        for totals in try StatusReport.totals(of: selection, in: reports) {
            let pinned = try reports.manifest(of: totals.run)
            runs.append(
                try RunStatus(
                    totals, ends: ends[totals.run], workers: workers, job: pinned.flatMap(job), in: reports,
                    host: host, inFull: inFull, isCopy: copy != nil))
        }
        self.runs = runs
        accounts = try AccountStatus.all(in: reports)
    }

    private static func totals(of selection: RunChoice, in reports: any Reports) throws(StoreError) -> [RunTotals] {
        switch selection {
        case .run(let run): return [try reports.totals(of: run)].compactMap { $0 }
        case .all: return try reports.recentRuns(limit: .max)
        case .job(let name): return try reports.recentRuns(limit: .max).filter { $0.job == name }
        case .newest: break
        }
        var totals = try reports.recentRuns(limit: 10)
        let older = try reports.openRuns() + reports.pausedRuns()
        for run in older.sorted(by: { $1 < $0 }) where !totals.contains(where: { $0.run == run }) {
            if let one = try reports.totals(of: run) { totals.append(one) }
        }
        return totals
    }
}
