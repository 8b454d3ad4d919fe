internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn run JOB`: submits, works, sums up.
enum RunCommand {
    struct Options: Sendable {
        var job: FilePath?
        var cacert: FilePath?
    }

    static let command = Command(
        "run", "submits a job, works on it and sums up",
        items: [.certificates(\.cacert), .argument(\.job, "JOB", "the job manifest", isRequired: true)],
        defaults: Options()
    ) { call, console in
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            let (job, file) = try place.job(at: call.options.job ?? FilePath(""))
            let store = try place.open(for: .work)
            return try place.withRunner(on: store, certificates: call.options.cacert) {
                runner, interruption throws(RunError) in
                let submission = try runner.submit(job, manifest: file)
                place.tell(submission, of: job)
                guard !interruption.isDraining else { return .interrupted }
                let totals = try runner.work(on: submission.run)
                let code = try place.conclude(totals, store, isInterrupted: interruption.isDraining)
                // What failed in an earlier run and was left alone is asked for as well, and not done.
                let isWhole = submission.failedBefore + submission.unreadable == 0
                return code == .done && !isWhole ? .someFailed : code
            }
        }
    }
}
