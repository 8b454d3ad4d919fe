internal import Manifest
internal import Platform
internal import Reporting
internal import Storage
internal import Submitting
internal import Working
internal import Domain

extension CommandContext {
    /// Sums up runs that were worked on, and answers the exit code.
    ///
    /// What failed and what stopped is said with `--quiet`, too.
    ///
    /// - Parameters:
    ///   - jobs: knows what the user asked by Ctrl-C, and what is in flight; nil: nothing was worked on.
    ///   - hasMore: whether other runs have work, which an interruption has kept from being begun.
    ///   - table: takes a row for each run, for --json.
    ///   - own: where only what this command did counts, how many images of its run had failed before, and what it did
    ///     since.
    func summarize(
        _ worked: [WorkedRun], _ store: any Store, by jobs: JobServices?, hasMore: Bool = false,
        since own: (failed: Int, receipt: WorkSummary)? = nil, into table: inout [[Cell]]
    ) throws(CommandFailure) -> ExitCode {
        let totals = worked.map(\.totals)
        for (run, stop) in worked.map({ ($0.totals, $0.stopReason) }) {
            let details = try details(of: run, in: store)
            // What was never worked on has noted no reason.
            let reason = details.stopReason ?? stop.map { StopMessage.reason(.reason($0), run) }
            table.append(StatusCommand.cells(of: run, details, stopReason: reason))
            let hasFailed = run.failed > own?.failed ?? 0
            if hasFailed {
                reporter.warn(summary(of: run, own), .failure)
            } else {
                reporter.say(summary(of: run, own))
            }
            reporter.say("  \(details.words(about: run))")
            if hasFailed { try reportFailures(of: run, own?.receipt, in: store) }
        }
        if let jobs, jobs.shutdown.isDraining, hasMore || totals.contains(where: { $0.hasImagesLeft }) || totals.isEmpty
        {
            reporter.warn("interrupted; continue with `cairn work`")
            if jobs.shutdown.isStopping, let words = jobs.worker.inFlight.last?.uncertainWords { reporter.warn(words) }
            return .interrupted
        }
        for run in worked {
            if let stop = run.stopReason {
                reporter.warn(StopMessage.sentence(about: stop, in: run.totals), StopMessage.mark(of: stop))
                try reportDoubt(about: stop, run.totals, in: store)
            }
        }
        return ExitCode(of: worked, failedBefore: own?.failed ?? 0)
    }

    /// Says how much of the cap that stopped a run is uncertain, and the command that closes it.
    private func reportDoubt(about stop: StopReason, _ run: RunTotals, in store: any Store) throws(CommandFailure) {
        guard case .cap(let reached) = stop else { return }
        let (caps, accounts) = try store.read { reports throws(StoreError) in
            let job = try reports.manifest(of: run.run).flatMap(CommandContext.job)
            return (
                try job.map { job throws(StoreError) in try reports.caps(of: run.run, job.budget) } ?? [],
                try reports.accounts(of: run.run)
            )
        }
        // The caps of an account are not the job's.
        let cap = caps.first { $0.scope == reached.scope && $0.period == reached.period }
        guard let doubt = cap.flatMap({ CapMessage.doubt(about: $0, of: accounts.last) }) else { return }
        reporter.warn("  \(doubt.words):")
        reporter.show(command: doubt.command)
    }

    /// Says how many images of a run failed in which way, with an example of each.
    ///
    /// - Parameter receipt: what this command did, where only that is reported.
    private func reportFailures(of run: RunTotals, _ receipt: WorkSummary?, in store: any Store) throws(CommandFailure)
    {
        var failures = (receipt?.failures ?? []).map {
            FailureCount(
                kind: $0.kind, code: $0.code, count: $0.count, example: $0.example,
                path: $0.paths.first?.description ?? "")
        }
        // Without any of its own it was another process that met them.
        if failures.isEmpty {
            failures = try store.read { reports throws(StoreError) in try reports.failures(of: run.run) }
        }
        for failure in failures { reporter.warn("  \(failure.words)", .failure) }
        let sql = "select path, message from failures where run_id = \(run.run.value)"
        reporter.warn("  list all with their reasons:")
        reporter.show(command: "cairn query \"\(sql)\"")
    }

    /// What belongs to a run beside its numbers.
    func details(of run: RunTotals, in store: any Store) throws(CommandFailure) -> RunDetails {
        let host = (try? ProcessIdentity.current())?.host
        return try store.read { reports throws(StoreError) in
            let job = try reports.manifest(of: run.run).flatMap(CommandContext.job)
            return try RunDetails(
                of: run, job: job, accounts: try reports.accounts(of: run.run), in: reports, host: host)
        }
    }

    /// The job of a manifest that a run is pinned to; nil where this program does not understand it.
    static func job(pinned: PinnedManifest) -> Job? {
        try? ManifestReader.read(pinned.text, file: pinned.path, workingDirectory: FilePath("/"))
    }

    /// What --json shows of work that an error has stopped: a row for each run, or one without a run where none was
    /// made; its reason is the error.
    func stoppedRows(
        _ runs: [RunID], job name: String? = nil, by error: CommandFailure, _ store: any Store
    ) -> [[Cell]] {
        let reason = StopMessage.reason(error)
        // A store that fails has no numbers to tell.
        let rows = runs.compactMap { run -> [Cell]? in
            guard let totals = try? store.read({ reports throws(StoreError) in try reports.totals(of: run) }),
                let details = try? details(of: totals, in: store)
            else { return nil }
            return StatusCommand.cells(of: totals, details, stopReason: details.stopReason ?? reason)
        }
        guard rows.isEmpty else { return rows }
        let known = ["job": Cell(name), "stop_reason": Cell(reason)]
        return [StatusCommand.columns.map { known[$0] ?? .null }]
    }

    /// The runs that have work and are not paused.
    func openRuns(_ store: any Store) throws(CommandFailure) -> [RunID] {
        try store.read { reports throws(StoreError) in try reports.openRuns() }
    }

    /// The runs whose images wait because they are paused.
    func pausedRuns(excluding told: [RunID], _ store: any Store) throws(CommandFailure) -> [WorkedRun] {
        try store.read { reports throws(StoreError) in
            var paused: [WorkedRun] = []
            for run in try reports.pausedRuns() where !told.contains(run) {
                if let totals = try reports.totals(of: run) {
                    paused.append(WorkedRun(totals: totals, stopReason: .paused))
                }
            }
            return paused
        }
    }

    /// How many images of a run have failed.
    func failed(in run: RunID, _ store: any Store) throws(CommandFailure) -> Int {
        try store.read { reports throws(StoreError) in try reports.totals(of: run)?.failed ?? 0 }
    }

    /// Says that a submission has queued nothing, and what failed before.
    func reportNothingNew(_ submission: SubmissionResult, of job: Job, in store: any Store) throws(CommandFailure) {
        var parts = [HumanFormat.count(submission.found, "file")]
        if submission.answered > 0 { parts.append("\(HumanFormat.grouped(submission.answered)) answered") }
        if submission.copies > 0 { parts.append(HumanFormat.count(submission.copies, "copy", "copies")) }
        if submission.outsideShare > 0 {
            parts.append("\(HumanFormat.grouped(submission.outsideShare)) outside of the share")
        }
        if submission.failedBefore > 0 {
            let examples = try store.read { reports throws(StoreError) in
                try reports.failing(job: job.name, limit: examplesToTell)
            }
            let more = submission.failedBefore > examples.count ? "; ..." : ""
            let words = examples.map { "\($0.path): \($0.message)" }.joined(separator: "; ")
            parts.append("\(HumanFormat.grouped(submission.failedBefore)) failed before (\(words)\(more))")
        }
        if submission.awaitingRetry > 0 {
            parts.append("\(HumanFormat.grouped(submission.awaitingRetry)) failed before and asked again later")
        }
        let empty = submission.emptySourcesText.map { " \($0)" } ?? ""
        let isBroken = submission.brokenSources > 0
        reporter.say(
            "\(isBroken ? "nothing was queued" : "nothing to do"): \(parts.joined(separator: ", ")). No cost.\(empty)")
    }

    private func summary(of run: RunTotals, _ own: (failed: Int, receipt: WorkSummary)?) -> String {
        var parts = ["\(HumanFormat.grouped(run.done)) of \(HumanFormat.count(run.total, "image")) done"]
        let earlier = min(run.failed, own?.failed ?? 0)
        let counts = [
            (run.failed - earlier, "failed"), (earlier, "failed before"), (run.queued, "queued"),
            (run.running, "running in other processes"),
            (run.cancelled, "cancelled"),
        ]
        for (count, words) in counts where count > 0 { parts.append("\(HumanFormat.grouped(count)) \(words)") }
        let cost = own.map { RunCost($0.receipt) } ?? run.cost
        if cost.settled + cost.uncertain > 0 { parts.append(words(about: cost)) }
        return "run \(run.run.value) of \(run.job): \(parts.joined(separator: ", "))"
    }

    /// `48 units, 2 of them uncertain, up to $0.07 ($0.00 if the month's free units are yours)`.
    private func words(about cost: RunCost) -> String {
        let units = HumanFormat.count(cost.settled + cost.uncertain, "unit")
        let doubt = cost.uncertain > 0 ? ", \(HumanFormat.grouped(cost.uncertain)) of them uncertain" : ""
        return "\(units)\(doubt), \(HumanFormat.cost(low: cost.minMicroDollars, high: cost.maxMicroDollars))"
    }
}

/// The most images that failed before whose reason is shown.
private let examplesToTell = 3

extension ExitCode {
    /// What a command ends with that was not interrupted: too many failures come before a cap or an order.
    ///
    /// - Parameter failedBefore: how many images of each run do not count as failed.
    init(of worked: [WorkedRun], failedBefore: Int) {
        let stops = worked.compactMap(\.stopReason)
        if stops.contains(where: { if case .tooManyFailures = $0 { true } else { false } }) {
            self = .someFailed
        } else if !stops.isEmpty {
            self = .capReached
        } else {
            self = worked.contains { $0.totals.failed > failedBefore } ? .someFailed : .done
        }
    }
}

extension RunCost {
    /// What a process spent.
    fileprivate init(_ receipt: WorkSummary) {
        self.init()
        settled = receipt.settled
        uncertain = receipt.uncertain
        minMicroDollars = receipt.minMicroDollars
        maxMicroDollars = receipt.maxMicroDollars
    }
}
