internal import Planning
internal import Platform
internal import Storage
internal import Submitting
internal import Domain

/// `cairn plan JOB`: what submitting would do, why, and what it would cost.
enum PlanCommand {
    struct Options: Sendable {
        var jobs: [FilePath] = []
        var out: FilePath?
        var isFast = false
        var tellsWork = false
        var accepted = AcceptedChanges()
        var cacert: FilePath?

        /// What is wanted of the plan beside its numbers.
        var detail: PlanDetail { isFast ? .fast : out == nil ? .numbers : .images }

        /// Why a plan of these manifests cannot be written out; nil where it can, or need not be.
        func refusal(of manifests: [FilePath]) -> CommandFailure? {
            guard out != nil else { return nil }
            if isFast { return CommandFailure("--out needs the digest of every image; leave --fast out", .badInput) }
            if manifests.count > 1 {
                return CommandFailure("--out writes the plan of one job; plan the others by themselves", .badInput)
            }
            guard manifests == [FilePath("-")] else { return nil }
            return CommandFailure(
                "--out needs a manifest file: a plan from standard input could not be applied later", .badInput)
        }

        /// Why a plan is not written out: once the jobs that it waits for are answered, it would ask other images.
        func refusal(of plan: JobPlan) -> CommandFailure? {
            guard out != nil, let wait = plan.wait else { return nil }
            let names = wait.jobs.joined(separator: " and ")
            return CommandFailure(
                "\(plan.job) waits for \(names), so that its plan cannot be written out; run \(names) first", .badInput)
        }

        /// What the command ends with, where the number of missing pictures is not refused.
        func exit(of plan: JobPlan) -> ExitCode {
            if plan.found.isInterrupted { return .interrupted }
            if plan.problems > 0 { return .someFailed }
            return tellsWork && plan.hasWork ? .changes : .done
        }
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "plan", "shows what a job would send, why, what it would cost, and which cap would stop it",
            details: [
                "Queues nothing, changes nothing in the store and sends no picture. "
                    + "Reads new and changed files to recognize copies; "
                    + "--fast skips that and counts them as new.",
                "The service of a hosted model is asked for its version as `submit` does, unless the manifest forbids it; "
                    + "a version that is not in the cache is downloaded there, since only its bytes tell what would be asked again.",
                "--out writes each image by its digest, the recipes and the prices to a file; "
                    + "`cairn apply FILE` carries it out, or refuses.",
                "Several jobs are planned one after the other, each behind those that it reads (`from`).",
            ],
            items: [
                .option("out", \.out, "FILE", "write the plan to a file for `cairn apply`"),
                .flag("fast", \.isFast, "do not read new and changed files; count them as new"),
                .flag("exit-code", \.tellsWork, "exit with 8 when there is something to do"),
                .certificates(\.cacert),
                .rest(\.jobs, "JOB", "job manifests, such as holidays.yaml; - is standard input", atLeast: 1),
            ] + Option.acceptances.map { $0.inside(\.accepted) },
            defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let jobs = try context.jobs(at: call.options.jobs)
                return try context.onStore(of: jobs).plan(jobs, call.options)
            }
        }
    }
}

extension CommandContext {
    /// Makes the plans of jobs one after the other, and answers the exit code of the worst.
    func plan(_ jobs: [JobFile], _ options: PlanCommand.Options) throws(CommandFailure) -> ExitCode {
        if let refusal = options.refusal(of: jobs.map(\.name)) { throw refusal }
        try checkOutputs([OutputFile(options.out, .plan)], of: jobs)
        try checkBackends(of: jobs)
        let preview = try open(for: .preview)
        try warnAboutNewAccounts(of: jobs.map(\.job), in: preview)
        var codes: [ExitCode] = []
        var plans: [JobPlan] = []
        for job in try inReadingOrder(jobs, in: preview) {
            let plan = try withJobs(on: preview, certificates: options.cacert, sends: false) {
                jobs throws(CommandFailure) in
                try jobs.submitter.plan(job.job, manifest: job.file, options.detail, after: plans)
            }
            plans.append(plan)
            codes.append(try show(plan, of: job, options))
        }
        return ExitCode.worst(of: codes)
    }

    /// Writes a plan out and shows it; answers the exit code.
    private func show(
        _ plan: JobPlan, of job: JobFile, _ options: PlanCommand.Options
    ) throws(CommandFailure) -> ExitCode {
        let refusals = plan.refusals(without: options.accepted)
        let lost = refusals.first(where: \.isLostDisk)
        let refusal = options.refusal(of: plan)
        if lost == nil, refusal == nil, let out = options.out, let pinned = plan.file, !plan.found.isInterrupted {
            do throws(SystemError) {
                try replaceFile(out, with: pinned.json)
            } catch {
                throw CommandFailure(
                    "cannot write the plan to \(out): \(error.reason); name a place that can be written", .noAnswer)
            }
        }
        close(plan.problems > 0, plan)
        if common.json {
            console.output(plan.json.text + [UInt8(ascii: "\n")])
        } else {
            let text = PlanReport(
                plan, manifest: job.name, out: refusal == nil ? options.out : nil, stores: otherStore(beside: job),
                refusals: refusals, columns: console.outputSize().map { $0.columns - 1 })
            // Parts of lines that a narrow terminal would cut go into lines of their own.
            var screen = Screen(console, isRepeated: false)
            screen.show(
                hints.completed(text.text).split(separator: "\n").map {
                    StyledLine(String($0), indent: $0.hasPrefix("  ") ? LabelledLines.indent : 2)
                })
        }
        if let lost, !plan.found.isInterrupted { throw failure(lost, of: plan.job, job.name) }
        if let refusal { throw refusal }
        return options.exit(of: plan)
    }

    /// Says what could not be read, as `submit` does.
    private func close(_ isFailure: Bool, _ plan: JobPlan) {
        if isFailure { reporter.warn("\(plan.job): \(PlanReport.problems(of: plan.found))") }
        for problem in plan.found.problemLines { reporter.warn("  \(problem)") }
        if plan.found.isInterrupted { reporter.warn("interrupted: the plan covers only the files found so far") }
    }
}
