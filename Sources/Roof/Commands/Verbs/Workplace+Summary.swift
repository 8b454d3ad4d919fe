internal import Manifest
internal import Platform
internal import Reporting
internal import Runner
internal import Storage
internal import Vocabulary

extension Workplace {
    /// Sums up runs that were worked on, and answers the exit code.
    ///
    /// What failed and what stopped is said with `--quiet`, too.
    ///
    /// - Parameter hasMore: whether other runs have work, which an interruption has kept from being begun.
    func conclude(
        _ worked: [WorkedRun], _ store: Store, isInterrupted: Bool, hasMore: Bool = false
    ) throws(RunError) -> ExitCode {
        let totals = worked.map(\.totals)
        var rows: [[Cell]] = []
        for run in totals {
            let details = try details(of: run, in: store)
            rows.append(StatusCommand.cells(of: run, details))
            run.failed > 0 ? narrator.warn(summary(of: run)) : narrator.say(summary(of: run))
            narrator.say("  \(details.words(about: run))")
            if run.failed > 0 { try tellFailures(of: run, in: store) }
        }
        if common.json { write(StatusCommand.columns, rows) }
        if isInterrupted, hasMore || totals.contains(where: { $0.isOpen }) || totals.isEmpty {
            narrator.warn("interrupted; continue with `cairn work`")
            return .interrupted
        }
        for run in worked {
            if let obstacle = run.obstacle { narrator.warn(StopText.sentence(about: obstacle, in: run.totals)) }
        }
        if worked.contains(where: { if case .tooManyFailures = $0.obstacle { true } else { false } }) {
            return .someFailed
        }
        if worked.contains(where: { $0.obstacle != nil }) { return .capReached }
        return totals.contains { $0.failed > 0 } ? .someFailed : .done
    }

    /// Says how many images of a run failed in which way, with an example of each.
    func tellFailures(of run: RunTotals, in store: Store) throws(RunError) {
        let failures: [FailureCount]
        do throws(StoreError) { failures = try store.failures(of: run.run) } catch { throw .store(error) }
        for failure in failures { narrator.warn("  \(failure.words)") }
        narrator.warn(
            "  every one with its reason: cairn query \"select path, message from failures where run_id = \(run.run.value)\""
        )
    }

    /// What belongs to a run beside its numbers.
    func details(of run: RunTotals, in store: Store) throws(RunError) -> RunDetails {
        do throws(StoreError) {
            let job = try store.manifest(of: run.run).flatMap(Workplace.job)
            return try RunDetails(
                of: run, job: job, accounts: try store.accounts(of: run.run), in: store,
                host: (try? ProcessIdentity.current())?.host)
        } catch {
            throw .store(error)
        }
    }

    /// The job of a manifest that a run is pinned to; nil where this program does not understand it.
    static func job(pinned: PinnedManifest) -> Job? {
        try? ManifestReader.read(pinned.text, file: pinned.path, workingDirectory: FilePath("/"))
    }

    /// Whether any run has work and is not paused.
    func hasOpenRuns(_ store: Store) throws(RunError) -> Bool {
        do throws(StoreError) { return try !store.openRuns().isEmpty } catch { throw .store(error) }
    }

    /// The paused runs that still have work.
    func pausedRuns(besides told: [RunID], _ store: Store) throws(RunError) -> [RunID] {
        do throws(StoreError) {
            return try store.pausedRuns().filter { !told.contains($0) }
        } catch {
            throw .store(error)
        }
    }

    private func summary(of run: RunTotals) -> String {
        var parts = ["\(Figures.grouped(Int64(run.done))) of \(Figures.count(Int64(run.total), "image")) done"]
        let counts = [
            (run.failed, "failed"), (run.waiting, "queued"), (run.running, "running in other processes"),
            (run.cancelled, "cancelled"),
        ]
        for (count, words) in counts where count > 0 { parts.append("\(Figures.grouped(Int64(count))) \(words)") }
        if run.cost.settled + run.cost.uncertain > 0 { parts.append(words(about: run.cost)) }
        return "run \(run.run.value) of \(run.job): \(parts.joined(separator: ", "))"
    }

    /// `48 units, 2 of them uncertain, $0.00 to $0.07`.
    private func words(about cost: RunCost) -> String {
        let units = Figures.count(Int64(cost.settled + cost.uncertain), "unit")
        let doubt = cost.uncertain > 0 ? ", \(Figures.grouped(Int64(cost.uncertain))) of them uncertain" : ""
        let (low, high) = (Figures.dollars(cost.leastMicroDollars), Figures.dollars(cost.mostMicroDollars))
        return "\(units)\(doubt), \(low == high ? low : "\(low) to \(high)")"
    }
}
