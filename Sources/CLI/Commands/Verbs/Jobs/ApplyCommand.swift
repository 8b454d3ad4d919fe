internal import Manifest
internal import Planning
internal import Platform
internal import Storage
internal import Submitting
internal import Working
internal import Domain

/// `cairn apply FILE`: carries out a saved plan, or refuses and lists what changed.
enum ApplyCommand {
    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "apply", "carries out a plan that `cairn plan --out` saved, or refuses and lists what changed",
            details: [
                "Compares the plan with the present state: the manifest, the models, the recipes, the prices, the account, and each image with its reason. "
                    + "If anything changed, does nothing and lists the changes.",
                "--only-plan carries the plan out where new files are all that has come since; these are left for later.",
            ],
            items: [.flag("only-plan", \.leavesNewFiles, "leave files that came since the plan was made for later")]
                + RunOptions.items("FILE", "the plan", atMost: 1, accepting: [.acceptMissing(\.missing)]),
            defaults: RunOptions()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let name = call.options.files.first ?? FilePath("")
                let pinned = try context.plan(at: name)
                let job = try context.job(at: pinned.manifest.path)
                return try context.onStore(of: [job]).apply(pinned, from: name, to: job, call.options)
            }
        }
    }
}

extension CommandContext {
    /// Compares a plan with what it would be now, and works on it where nothing has moved.
    fileprivate func apply(
        _ pinned: PlanFile, from name: FilePath, to job: JobFile, _ options: RunOptions
    ) throws(CommandFailure) -> ExitCode {
        let limits = try limits(options.work)
        try checkOutputs([OutputFile(options.log, .log)], of: [job])
        let (now, changes) = try withJobs(
            on: try open(for: .preview), certificates: options.cacert, until: limits.time, sends: false
        ) { jobs throws(CommandFailure) in
            try jobs.submitter.changes(since: pinned, of: job.job, manifest: job.file)
        }
        if now.found.isInterrupted {
            reporter.warn("\(now.found.lateness ?? "interrupted"): nothing was queued")
            return now.found.exitOfInterruption
        }
        // What a pinned plan asks, and what leaves, was seen; a disk may have been lost since.
        var accepted = AcceptedChanges()
        (accepted.removed, accepted.again, accepted.missing) = (true, true, options.accepted.missing)
        if let lost = now.refusals(without: accepted).first { throw failure(lost, of: now.job) }
        let others = options.leavesNewFiles ? changes.filter { !$0.isNewImage } : changes
        guard others.isEmpty else {
            report(others, since: name, of: pinned, onlyNew: changes.allSatisfy(\.isNewImage))
            return .badInput
        }
        if !changes.isEmpty {
            reporter.say("\(HumanFormat.count(changes.count, "image")) came since the plan was made, left for later")
        }
        var options = options
        options.accepted = accepted
        return try run([job], options, within: limits, pinned: pinned)
    }

    /// Lists what changed since a plan was made, and the way to go on.
    private func report(_ changes: [PlanChange], since name: FilePath, of pinned: PlanFile, onlyNew: Bool) {
        let count = HumanFormat.count(changes.count, "change")
        reporter.warn("cairn: the plan \(name) is out of date: \(count) since it was made. Nothing was done:")
        for change in changes { reporter.warn("  \(change)") }
        reporter.warn("make a new plan:")
        reporter.show(command: "cairn plan \(Hints.quoted(pinned.manifest.path)) --out \(Hints.quoted(name))")
        guard onlyNew else { return }
        reporter.warn("or carry this one out, and leave what is new for later:")
        reporter.show(command: typed(with: "--only-plan"))
    }

    /// A plan from its file.
    fileprivate func plan(at path: FilePath) throws(CommandFailure) -> PlanFile {
        let buffer = FileBuffer()
        let bytes = try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) in
            try buffer.read(path, limit: maxPlanBytes)
            return buffer.copy
        }
        do throws(PlanFileError) {
            return try PlanFile(reading: bytes)
        } catch {
            if (try? examination(at: path))?.job != nil {
                throw CommandFailure(
                    "\(path) is a manifest, not a plan; this makes a plan of it:", .badInput,
                    steps: ["cairn plan \(Hints.quoted(path)) --out plan.json"])
            }
            for diagnostic in error.diagnostics { reporter.warn("\(path): \(diagnostic)") }
            throw CommandFailure("\(path) is not a plan that can be applied; nothing was done", .badInput)
        }
    }

    /// Works on what was submitted, sums up and answers the exit code.
    ///
    /// - Parameters:
    ///   - mark: from when on what this command did is counted.
    ///   - rows: takes those of the runs.
    func work(
        on submission: SubmissionResult, of job: Job, _ jobs: JobServices, _ store: any Store,
        within limits: WorkLimits,
        since mark: WorkBaseline, into rows: inout [[Cell]]
    ) throws(CommandFailure) -> ExitCode {
        let problems = submission.unreadable + submission.brokenSources
        // A name that could not be read the last time either is not a failure of this command.
        let isWhole = try problems == receipt(job: job, jobs, since: mark).problemsBefore
        try report(submission, of: job, in: store, isFailure: !isWhole)
        guard !submission.isInterrupted else { return submission.exitOfInterruption }
        guard let run = submission.run else {
            try reportNothingNew(submission, of: job, in: store)
            return isWhole ? try summarize([], store, by: nil, into: &rows) : .someFailed
        }
        let before = try failed(in: run, store)
        let worked: [WorkedRun]
        do throws(CommandFailure) {
            worked = try jobs.worker.work(on: run, within: limits)
        } catch {
            rows += stoppedRows([run], by: error, store)
            throw error
        }
        let receipt = try receipt(job: job, jobs, since: mark)
        let code = try summarize(worked, store, by: jobs, since: (before, receipt), into: &rows)
        return code == .done && !isWhole ? .someFailed : code
    }

    private func receipt(job: Job, _ jobs: JobServices, since mark: WorkBaseline) throws(CommandFailure)
        -> WorkSummary
    {
        try jobs.worker.receipt(job: job.name, since: mark)
    }
}

/// The most bytes of a plan: of some millions of images.
private let maxPlanBytes: Int64 = 1 << 31
