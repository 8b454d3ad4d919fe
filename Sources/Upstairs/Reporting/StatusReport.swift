internal import Platform
package import Storage
package import Vocabulary

/// How a store's runs and accounts stand at one moment.
package struct StatusReport: Sendable {
    /// The moment.
    package let at: Timestamp
    /// The runs, the newest first.
    package let runs: [RunStatus]
    /// The accounts, by name.
    package let accounts: [AccountStatus]
    /// Processes that work.
    package let workers: Int

    /// Whether nothing is left to do in any of the runs.
    package var isOver: Bool { runs.allSatisfy { !$0.isOpen } }

    /// Reads how things stand, all of one moment.
    ///
    /// - Parameters:
    ///   - only: the one run that is wanted; nil: the newest ten, and older ones that have work.
    ///   - host: this host's name in the store, by which dead workers are told from living ones; nil where it is not known.
    ///   - inFull: whether failures are counted by kind, which takes time where there are very many, and the caps of runs
    ///     that have ended are told, too.
    ///   - job: reads the manifest that a run is pinned to, for its budget; nil where it cannot be read.
    /// - Returns: no runs where there is none of that number.
    package init(
        of only: RunID?, in store: Store, host: String?, inFull: Bool = true, job: (PinnedManifest) -> Job?
    ) throws(StoreError) {
        at = store.clock.now()
        let at = at
        (runs, accounts, workers) = try store.snapshot { () throws(StoreError) in
            let living = try store.livingWorkers().filter { worker in
                worker.leaseEnds > at && !(host.map { worker.identity.isDead(seenFrom: $0) } ?? false)
            }
            let ends = try store.recentEnds(within: .seconds(60))
            var runs: [RunStatus] = []
            for totals in try StatusReport.totals(of: only, in: store) {
                let pinned = try store.manifest(of: totals.run)
                runs.append(
                    try RunStatus(
                        totals, ends: ends[totals.run], workers: living.count, job: pinned.flatMap(job), in: store,
                        host: host, inFull: inFull))
            }
            return (runs, try AccountStatus.all(in: store), living.count)
        }
    }

    private static func totals(of only: RunID?, in store: Store) throws(StoreError) -> [RunTotals] {
        if let only { return [try store.totals(of: only)].compactMap { $0 } }
        var totals = try store.recentRuns(limit: 10)
        let older = try store.openRuns() + store.pausedRuns()
        for run in older.sorted(by: { $1 < $0 }) where !totals.contains(where: { $0.run == run }) {
            if let one = try store.totals(of: run) { totals.append(one) }
        }
        return totals
    }
}
