internal import Planning
internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn plan JOB`: what submitting would do, why, and what it would cost.
enum PlanCommand {
    struct Options: Sendable {
        var job: FilePath?
        var out: FilePath?
        var isFast = false
        var tellsWork = false
        var cacert: FilePath?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "plan", "shows what a job would ask and why, what is known, and units, dollars, time and caps",
            details: [
                "Queues nothing, writes nothing to the store and asks no service. New and changed files are read, so "
                    + "that copies of known content are not counted; --fast counts them as new without reading them.",
                "--out writes each image by its digest, the recipes and the prices to a file; `cairn apply FILE` does "
                    + "exactly that, or refuses.",
            ],
            items: [
                .option("out", \.out, "FILE", "write the plan to a file for `cairn apply`"),
                .flag("fast", \.isFast, "do not read new and changed files; count them as new"),
                .flag("exit-code", \.tellsWork, "exit with 8 when there is something to do"),
                .certificates(\.cacert),
                .argument(\.job, "JOB", "the job manifest", isRequired: true),
            ],
            defaults: Options()
        ) { call, console in
            let place = Workplace(call.common, console, stores)
            return place.attempt { () throws(Stop) in try place.plan(call.options) }
        }
    }
}

extension Workplace {
    /// Makes a plan, writes it out, and answers the exit code.
    func plan(_ options: PlanCommand.Options) throws(Stop) -> ExitCode {
        if options.isFast, options.out != nil {
            throw Stop(Message("--out needs the digest of every image; leave --fast out", .badInput))
        }
        let name = options.job ?? FilePath("")
        let (job, file) = try job(at: name)
        let store = try open(for: .preview)
        let wish: PlanWish = options.isFast ? .fast : options.out == nil ? .numbers : .images
        let plan = try withRunner(on: store, certificates: options.cacert, sends: false) {
            runner, _ throws(RunError) in
            try runner.plan(job, manifest: file, wish)
        }
        if let out = options.out, let pinned = plan.file, !plan.found.isInterrupted {
            do throws(SystemError) {
                try replaceFile(out, with: pinned.json)
            } catch {
                throw Stop(
                    Message(
                        "cannot write the plan to \(out): \(error.reason); name a place that can be written", .noAnswer)
                )
            }
        }
        close(plan.problems > 0, plan)
        if common.json {
            console.output(plan.json.text + [UInt8(ascii: "\n")])
        } else {
            console.write(PlanText(plan, manifest: name, out: options.out).text)
        }
        if plan.found.isInterrupted { return .interrupted }
        if plan.problems > 0 { return .someFailed }
        return options.tellsWork && plan.hasWork ? .changes : .done
    }

    /// Says what could not be read, as `submit` does.
    private func close(_ isFailure: Bool, _ plan: JobPlan) {
        if isFailure { narrator.warn("\(plan.job): \(PlanText.problems(of: plan.found))") }
        for problem in plan.found.problems { narrator.warn("  \(problem)") }
        let more = plan.problems - plan.found.problems.count
        if more > 0 { narrator.warn("  and \(Figures.grouped(Int64(more))) more") }
        if plan.found.isInterrupted { narrator.warn("interrupted: the plan tells only what was seen by then") }
    }
}
