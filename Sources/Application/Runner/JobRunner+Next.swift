internal import Storage
internal import Domain

extension JobRunner {
    /// The run to work on next.
    func nextRun(
        _ only: RunID?, ofJob name: String?, besides left: Set<RunID>
    ) throws(RunError) -> RunID? {
        if let only { return left.contains(only) ? nil : only }
        return try reading { reports throws(StoreError) in
            for run in try reports.openRuns() where !left.contains(run) {
                guard let name else { return run }
                if try reports.totals(of: run)?.job == name { return run }
            }
            return nil
        }
    }
}
