internal import Planning
internal import Platform
internal import Storage
internal import Submitting
internal import Working
internal import Domain

/// What `cairn run` and `cairn apply` are given: a file, and how its job is submitted and worked on.
struct RunOptions: Sendable {
    /// The manifests, or the plan.
    var files: [FilePath] = []
    var makesNew = false
    var accepted = AcceptedChanges()
    var isDry = false
    /// Of a plan: whether files that came since it was made are left for later.
    var leavesNewFiles = false
    var cacert: FilePath?
    var log: FilePath?
    var report: FilePath?
    var priority: Priority?
    var work = WorkOptions()

    /// The options, and the files as the arguments.
    ///
    /// - Parameter acceptances: those that the command knows.
    static func items(
        _ argument: String, _ words: String, atMost: Int = .max, accepting acceptances: [Option<AcceptedChanges>]
    ) -> [Option<RunOptions>] {
        WorkOptions.items.map { $0.inside(\.work) } + acceptances.map { $0.inside(\.accepted) } + [
            .priority(\.priority), .newStore(\.makesNew), .certificates(\.cacert), .log(\.log),
            .report(\.report),
            .rest(\.files, argument, words, atLeast: 1, atMost: atMost),
        ]
    }
}

extension CommandContext {
    /// Submits jobs, works on them and sums up, one after the other; one that fails keeps none of the others from being
    /// done.
    ///
    /// - Parameters:
    ///   - limits: those of the options, from when the command began.
    ///   - pinned: a plan beyond which nothing is queued; nil: all that lacks something is.
    func run(
        _ jobs: [JobFile], _ options: RunOptions, within limits: WorkLimits, pinned: PlanFile? = nil
    ) throws(CommandFailure) -> ExitCode {
        try checkOutputs([OutputFile(options.log, .log)], of: jobs)
        try checkReport(options.report, of: jobs)
        // With --json the reason is in the row of the run, which is read from the store.
        if !common.json { try checkBackends(of: jobs) }
        let store = try openToSubmit(jobs, makesNew: options.makesNew)
        let jobs = try inReadingOrder(jobs, in: store)
        try warnAboutNewAccounts(of: jobs.map(\.job), in: store)
        try warnAboutClock(store)
        var rows: [[Cell]] = []
        defer { if common.json { write(StatusCommand.columns, rows) } }
        return try reporting(jobs, to: options.report, in: store) { () throws(CommandFailure) in
            try work(on: jobs, options, within: limits, pinned: pinned, in: store, into: &rows)
        }
    }

    private func work(
        on jobs: [JobFile], _ options: RunOptions, within limits: WorkLimits, pinned: PlanFile?, in store: any Store,
        into rows: inout [[Cell]]
    ) throws(CommandFailure) -> ExitCode {
        try withJobs(
            on: store, certificates: options.cacert, until: limits.time, sends: true, trusting: trust(in: jobs),
            log: options.log
        ) { services throws(CommandFailure) in
            try forEachJob(jobs, services.shutdown) { job throws(CommandFailure) in
                let mark = try services.worker.mark()
                let submission: SubmissionResult
                do throws(CommandFailure) {
                    submission = try submit(
                        job, services, priority: options.priority, pinned: pinned,
                        guards: ChangeGuards(before: mark, accepting: options.accepted))
                } catch {
                    rows += stoppedRows([], job: job.job.name, by: error, store)
                    throw error
                }
                let code = try work(
                    on: submission, of: job.job, services, store, within: limits, since: mark, into: &rows)
                return report(submission.refusal, of: job, after: code)
            }
        }
    }

    /// Does something for each of some jobs; answers the exit code of the worst.
    ///
    /// A job's own error is said and ends that job; a store that fails ends them all, and so does an interruption.
    func forEachJob(
        _ jobs: [JobFile], _ shutdown: ShutdownRequest, _ body: (JobFile) throws(CommandFailure) -> ExitCode
    ) throws(CommandFailure) -> ExitCode {
        var codes: [ExitCode] = []
        for job in jobs {
            let left = jobs[codes.count...].map(\.job.name).joined(separator: ", ")
            if shutdown.mustEnd {
                reporter.warn("\(left) not begun; run the same command again")
                break
            }
            if shutdown.isDraining, !codes.isEmpty {
                reporter.warn("interrupted: \(left) not begun")
                codes.append(.interrupted)
                break
            }
            do throws(CommandFailure) {
                codes.append(try body(job))
            } catch {
                guard jobs.count > 1, error.exit != .store else { throw error }
                reporter.report(error)
                codes.append(error.exit)
            }
        }
        return ExitCode.worst(of: codes)
    }
}
