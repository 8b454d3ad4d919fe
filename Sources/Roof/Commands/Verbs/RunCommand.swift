internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn run JOB`: submits, works, sums up.
enum RunCommand {
    struct Options: Sendable {
        var job: FilePath?
        var cacert: FilePath?
        var priority: Priority?
        var work = WorkOptions()
    }

    static let command = Command(
        "run", "submits a job, works on it and sums up",
        items: WorkOptions.items.map { $0.inside(\.work) } + [
            .priority(\.priority), .certificates(\.cacert),
            .argument(\.job, "JOB", "the job manifest", isRequired: true),
        ],
        defaults: Options()
    ) { call, console in
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            let (job, file) = try place.job(at: call.options.job ?? FilePath(""))
            let store = try place.open(for: .work)
            let limits = call.options.work.limits(at: place.clock.now())
            return try place.withRunner(on: store, certificates: call.options.cacert, sends: true) {
                runner, interruption throws(RunError) in
                let submission = try runner.submit(job, manifest: file, priority: call.options.priority?.value)
                // What failed in an earlier run and was left alone is asked for as well, and not done.
                let isWhole = submission.failedBefore + submission.unreadable + submission.brokenSources == 0
                place.tell(submission, of: job, isFailure: !isWhole)
                guard !submission.isInterrupted else { return .interrupted }
                let totals =
                    try submission.run.map { run throws(RunError) in try runner.work(on: run, within: limits) } ?? []
                let code = try place.conclude(totals, store, isInterrupted: interruption.isDraining)
                return code == .done && !isWhole ? .someFailed : code
            }
        }
    }
}
