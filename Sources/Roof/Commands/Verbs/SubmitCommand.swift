internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn submit JOB`: queues what is not yet known, and writes the run's number.
enum SubmitCommand {
    struct Options: Sendable {
        var job: FilePath?
        var cacert: FilePath?
        var priority: Priority?
    }

    static let command = Command(
        "submit", "queues what is not yet known of a job's images, and writes the run's number",
        details: ["Submitting the same again queues nothing twice: only new and changed images are queued."],
        items: [
            .priority(\.priority), .certificates(\.cacert),
            .argument(\.job, "JOB", "the job manifest", isRequired: true),
        ],
        defaults: Options()
    ) { call, console in
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            let (job, file) = try place.job(at: call.options.job ?? FilePath(""))
            let store = try place.open(for: .work)
            let submission = try place.withRunner(on: store, certificates: call.options.cacert, sends: false) {
                runner, _ throws(RunError) in
                try runner.submit(job, manifest: file, priority: call.options.priority?.value)
            }
            place.tell(submission, of: job)
            let totals = try place.stopping(Message.init) { () throws(StoreError) in
                try store.totals(of: submission.run)
            }
            if totals?.isPaused == true {
                place.narrator.say("the run is paused; `cairn resume \(submission.run.value)` lets it go on")
            }
            if call.common.json {
                place.write(SubmitCommand.columns, [submission.cells])
            } else {
                console.write("\(submission.run.value)\n")
            }
            if submission.isInterrupted { return .interrupted }
            return submission.unreadable > 0 ? .someFailed : .done
        }
    }

    static let columns = [
        "run_id", "found", "read", "queued", "answered", "under_way", "failed_before", "unreadable", "interrupted",
    ]
}

extension Submission {
    /// The values of `SubmitCommand.columns`.
    var cells: [Cell] {
        [
            .integer(run.value), Cell(found), Cell(read), Cell(queued), Cell(answered), Cell(underWay),
            Cell(failedBefore), Cell(unreadable), Cell(isInterrupted ? 1 : 0),
        ]
    }
}

extension Workplace {
    /// Says what came of a submission.
    func tell(_ submission: Submission, of job: Job) {
        var parts = ["\(Figures.count(Int64(submission.found), "file")) found"]
        let counts: [(Int, String)] = [
            (submission.queued, "queued"), (submission.answered, "answered already"),
            (submission.underWay, "under way already"), (submission.failedBefore, "failed before"),
            (submission.unreadable, "not readable"),
        ]
        for (count, words) in counts where count > 0 { parts.append("\(Figures.grouped(Int64(count))) \(words)") }
        narrator.say("run \(submission.run.value) of \(job.name): \(parts.joined(separator: ", "))")
        if submission.failedBefore > 0 {
            // They may be failures of an earlier run of the job than this one.
            narrator.say(
                "`cairn retry RUN` tries failures again; cairn query \"select run_id, path, message from failures\" names them"
            )
        }
        if submission.isInterrupted { narrator.say("interrupted: submit again to find the rest") }
    }
}
