internal import Planning
internal import Platform
internal import Reporting
internal import Storage
internal import Submitting
internal import Working
internal import Domain

/// `cairn submit JOB`: queues what is not yet known, and writes the run's number.
enum SubmitCommand {
    struct Options: Sendable {
        var jobs: [FilePath] = []
        var makesNew = false
        var accepted = AcceptedChanges()
        var cacert: FilePath?
        var log: FilePath?
        var priority: Priority?
        var isDry = false
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "submit", "queues the images that have no answer yet and prints the run number",
            details: [
                "Submitting the same again queues nothing twice: only new and changed images are queued.",
                "Several jobs are submitted one after the other, and each run's number has a line of its own; "
                    + "if a manifest is invalid, no job starts. "
                    + "The exit code is that of the worst.",
            ],
            items: Option.acceptances.map { $0.inside(\.accepted) } + [
                .priority(\.priority), .newStore(\.makesNew), .certificates(\.cacert), .log(\.log),
                .flag("dry-run", \.isDry, "queue nothing; show the plan, as `cairn plan` does"),
                .rest(\.jobs, "JOB", "job manifests, such as holidays.yaml; - is standard input", atLeast: 1),
            ],
            defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let jobs = try context.jobs(at: call.options.jobs)
                return try context.onStore(of: jobs).submit(jobs, call.options)
            }
        }
    }

    static let columns = [
        "run_id", "found", "read", "queued", "answered", "already_queued", "copies", "failed_before", "unreadable",
        "broken_sources",
        "renamed", "missing", "removed", "interrupted",
        "backend", "account", "submitted_at", "finished_at", "duration_seconds", "stopped_at", "stop_reason",
        "symbols_read", "changed", "metadata_changed", "replaced", "awaiting_retry", "kept_answers", "other_files",
        "other_kinds", "apple_double", "idle_exclusions", "rows_without_image", "rows_repeated", "outside_share",
    ]
}

extension SubmissionResult {
    /// The values of `SubmitCommand.columns`.
    ///
    /// - Parameters:
    ///   - totals: the numbers of its run.
    ///   - details: what belongs to them.
    func cells(_ totals: RunTotals?, _ details: RunDetails?) -> [Cell] {
        [
            run.map { .integer($0.value) } ?? .null, Cell(found), Cell(read), Cell(queued), Cell(answered),
            Cell(alreadyQueued), Cell(copies),
            Cell(failedBefore), Cell(unreadable), Cell(brokenSources), Cell(counts.renamed), Cell(counts.missing),
            Cell(counts.removed), Cell(isInterrupted ? 1 : 0),
            Cell(details?.backend?.rawValue), Cell(details?.account), Cell(totals?.submittedAt.iso8601),
            Cell(totals?.finishedAt?.iso8601), details.map { .integer($0.duration.milliseconds / 1000) } ?? .null,
            Cell(details?.stoppedAt?.iso8601), Cell(details?.stopReason), Cell(symbolsRead),
            Cell(changed), Cell(metadataChanged), Cell(counts.replaced), Cell(awaitingRetry), Cell(keptAnswers),
            Cell(skipped.otherFiles), Cell(skipped.otherFiles > 0 ? skipped.kindsText : nil), Cell(skipped.appleDouble),
            Cell(idleExclusions.count), Cell(rowsWithoutImage), Cell(repeatedRows), Cell(outsideShare),
        ]
    }
}

extension CommandContext {
    /// Submits jobs one after the other, or only plans them, and answers the exit code.
    fileprivate func submit(_ jobs: [JobFile], _ options: SubmitCommand.Options) throws(CommandFailure) -> ExitCode {
        if options.isDry {
            return try plan(jobs, PlanCommand.Options(accepted: options.accepted, cacert: options.cacert))
        }
        try checkOutputs([OutputFile(options.log, .log)], of: jobs)
        try checkBackends(of: jobs)
        let store = try openToSubmit(jobs, makesNew: options.makesNew)
        let jobs = try inReadingOrder(jobs, in: store)
        try warnAboutNewAccounts(of: jobs.map(\.job), in: store)
        try warnAboutClock(store)
        var rows: [[Cell]] = []
        let code = try withJobs(on: store, certificates: options.cacert, sends: false, log: options.log) {
            services throws(CommandFailure) in
            try forEachJob(jobs, services.shutdown) { job throws(CommandFailure) in
                let mark = try services.worker.mark()
                let submission = try submit(
                    job, services, priority: options.priority,
                    guards: ChangeGuards(before: mark, accepting: options.accepted))
                rows.append(try report(submission, of: job.job, in: store))
                if submission.isInterrupted { return .interrupted }
                let isWhole = submission.unreadable + submission.brokenSources == 0
                return report(submission.refusal, of: job, after: isWhole ? .done : .someFailed)
            }
        }
        if common.json { write(SubmitCommand.columns, rows) }
        return code
    }

    /// Says what came of a submission and how its run stands, and writes the run's number; answers the row for --json.
    private func report(_ submission: SubmissionResult, of job: Job, in store: any Store) throws(CommandFailure)
        -> [Cell]
    {
        try report(
            submission, of: job, in: store, isFailure: submission.unreadable + submission.brokenSources > 0)
        var totals: RunTotals?
        if let run = submission.run {
            totals = try store.read { reports throws(StoreError) in try reports.totals(of: run) }
        }
        var details: RunDetails?
        if let totals {
            let found = try self.details(of: totals, in: store)
            details = found
            reporter.say("  \(found.words(about: totals))")
            if let stop = found.stopPredicate(about: totals) { reporter.say("  \(stop)") }
            if totals.isPaused {
                reporter.say("the run is paused; continue with `cairn resume \(totals.run.value)`")
            }
        }
        if !common.json, let run = submission.run { console.write("\(run.value)\n") }
        return submission.cells(totals, details)
    }

    /// Says what came of a submission.
    ///
    /// - Parameter isFailure: whether the exit code is not 0 because of it, so that `--quiet` does not silence it.
    func report(_ submission: SubmissionResult, of job: Job, in store: any Store, isFailure: Bool)
        throws(CommandFailure)
    {
        let run = submission.run.map { "run \($0.value) of " } ?? ""
        let sentence = "\(run)\(job.name): \(submission.text)"
        isFailure ? reporter.warn(sentence) : reporter.say(sentence)
        if !submission.reasons.isEmpty {
            reporter.say("  asks \(submission.reasons.map(\.words).joined(separator: ", "))")
        }
        if submission.symbolsRead > 0 {
            reporter.say(
                "  \(HumanFormat.count(submission.symbolsRead, "kept response")) read again for symbols, without a call and at no cost"
            )
        }
        if submission.keptAnswers > 0 { reporter.say("  \(PlanReport.kept(submission.keptAnswers))") }
        if let idle = submission.idleExclusionsText { reporter.say("  exclude: \(idle)") }
        for problem in submission.problemLines { reporter.warn("  \(problem)") }
        if submission.hasMoreProblems {
            let sql = "select path, message from failures where job = '\(job.name)'"
            reporter.say("  list all with their reasons:")
            reporter.say(command: "cairn query \"\(sql)\"")
        }
        if submission.failedBefore > 0 {
            let runs = try store.read { reports throws(StoreError) in try reports.failingRuns(job: job.name) }
            let sql = "select run_id, path, message from failures where job = '\(job.name)'"
            reporter.say(
                "what failed before is left alone; this names it\(runs.isEmpty ? "" : ", and this asks it again"):")
            reporter.say(command: "cairn query \"\(sql)\"")
            if !runs.isEmpty { reporter.say(command: "cairn retry \(job.name)") }
        }
        if submission.isInterrupted {
            reporter.warn("\(submission.lateness ?? "interrupted"): submit again to find the rest")
        }
    }
}
