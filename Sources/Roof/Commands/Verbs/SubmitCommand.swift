internal import Planning
internal import Platform
internal import Reporting
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn submit JOB`: queues what is not yet known, and writes the run's number.
enum SubmitCommand {
    struct Options: Sendable {
        var job: FilePath?
        var cacert: FilePath?
        var log: FilePath?
        var priority: Priority?
        var isDry = false
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "submit", "queues what is not yet known of a job's images, and writes the run's number",
            details: ["Submitting the same again queues nothing twice: only new and changed images are queued."],
            items: [
                .priority(\.priority), .certificates(\.cacert), .log(\.log),
                .flag("dry-run", \.isDry, "queue nothing; show the plan, as `cairn plan` does"),
                .argument(\.job, "JOB", "the job manifest", isRequired: true),
            ],
            defaults: Options()
        ) { call, console in
            let place = Workplace(call.common, console, stores)
            return place.attempt { () throws(Stop) in
                if call.options.isDry {
                    return try place.plan(.init(job: call.options.job, cacert: call.options.cacert))
                }
                let (job, file) = try place.job(at: call.options.job ?? FilePath(""))
                let store = try place.open(for: .work)
                let submission = try place.withRunner(
                    on: store, certificates: call.options.cacert, sends: false, log: call.options.log
                ) {
                    runner, _ throws(RunError) in
                    try runner.submit(job, manifest: file, priority: call.options.priority?.value)
                }
                let isFailure = submission.unreadable + submission.brokenSources > 0
                place.tell(submission, of: job, isFailure: isFailure)
                let totals = try place.reading(store) { reports throws(StoreError) in
                    try submission.run.map { run throws(StoreError) in try reports.totals(of: run) } ?? nil
                }
                let details = try totals.map { totals throws(Stop) in
                    try place.stopping(Message.init) { () throws(RunError) in try place.details(of: totals, in: store) }
                }
                if let totals, let details {
                    place.narrator.say("  \(details.words(about: totals))")
                    if let stop = details.stopPredicate(about: totals) { place.narrator.say("  \(stop)") }
                    if totals.isPaused {
                        place.narrator.say("the run is paused; continue with `cairn resume \(totals.run.value)`")
                    }
                }
                if call.common.json {
                    place.write(SubmitCommand.columns, [submission.cells(totals, details)])
                } else if let run = submission.run {
                    console.write("\(run.value)\n")
                }
                if submission.isInterrupted { return .interrupted }
                return isFailure ? .someFailed : .done
            }
        }
    }

    static let columns = [
        "run_id", "found", "read", "queued", "answered", "under_way", "failed_before", "unreadable", "broken_sources",
        "renamed", "missing", "departed", "interrupted",
        "backend", "account", "submitted_at", "finished_at", "duration_seconds", "stopped_at", "stop_reason",
    ]
}

extension Submission {
    /// The values of `SubmitCommand.columns`.
    ///
    /// - Parameters:
    ///   - totals: the numbers of its run.
    ///   - details: what belongs to them.
    func cells(_ totals: RunTotals?, _ details: RunDetails?) -> [Cell] {
        [
            run.map { .integer($0.value) } ?? .null, Cell(found), Cell(read), Cell(queued), Cell(answered),
            Cell(underWay),
            Cell(failedBefore), Cell(unreadable), Cell(brokenSources), Cell(counts.renamed), Cell(counts.missing),
            Cell(counts.departed), Cell(isInterrupted ? 1 : 0),
            Cell(details?.backend?.rawValue), Cell(details?.account), Cell(totals?.submittedAt.iso),
            Cell(totals?.finishedAt?.iso), details.map { .integer($0.duration.milliseconds / 1000) } ?? .null,
            Cell(details?.stoppedAt?.iso), Cell(details?.stopReason),
        ]
    }
}

extension Workplace {
    /// Says what came of a submission.
    ///
    /// - Parameter isFailure: whether the exit code is not 0 because of it, so that `--quiet` does not silence it.
    func tell(_ submission: Submission, of job: Job, isFailure: Bool) {
        var parts = ["\(Figures.count(Int64(submission.found), "file")) found"]
        let counts: [(Int, String)] = [
            (submission.queued, "queued"), (submission.answered, "answered already"),
            (submission.underWay, "already queued"), (submission.failedBefore, "failed before"),
            (submission.unreadable, "not readable"), (submission.counts.renamed, "renamed"),
            (submission.counts.missing, "missing"), (submission.counts.departed, "not asked for any more"),
        ]
        if submission.brokenSources > 0 {
            parts.append("\(Figures.count(Int64(submission.brokenSources), "source")) not readable")
        }
        for (count, words) in counts where count > 0 { parts.append("\(Figures.grouped(Int64(count))) \(words)") }
        let run = submission.run.map { "run \($0.value) of " } ?? ""
        let sentence = "\(run)\(job.name): \(parts.joined(separator: ", "))"
        isFailure ? narrator.warn(sentence) : narrator.say(sentence)
        if !submission.reasons.isEmpty {
            narrator.say("  asks \(submission.reasons.map(\.words).joined(separator: ", "))")
        }
        for problem in submission.problems { narrator.warn("  \(problem)") }
        let more = submission.unreadable + submission.brokenSources - submission.problems.count
        if more > 0 { narrator.warn("  and \(Figures.grouped(Int64(more))) more") }
        if submission.failedBefore > 0 {
            // They may be failures of an earlier run of the job than this one.
            narrator.say(
                "`cairn retry RUN` tries failures again; cairn query \"select run_id, path, message from failures\" names them"
            )
        }
        if submission.isInterrupted { narrator.warn("interrupted: submit again to find the rest") }
    }
}

extension QueuedReason {
    /// `20 parameters changed (LABEL_DETECTION maxResults 10 -> 12)`.
    fileprivate var words: String {
        let more = changes.isEmpty ? "" : " (\(changes.joined(separator: ", ")))"
        return "\(Figures.grouped(Int64(images))) \(kind.words)\(more)"
    }
}
