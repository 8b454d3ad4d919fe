internal import Planning
internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// What `cairn run` and `cairn apply` are given: a file, and how its job is submitted and worked on.
struct RunOptions: Sendable {
    /// The manifest, or the plan.
    var file: FilePath?
    var cacert: FilePath?
    var log: FilePath?
    var priority: Priority?
    var work = WorkOptions()

    /// The options, and the file as the argument.
    static func items(_ argument: String, _ words: String) -> [Item<RunOptions>] {
        WorkOptions.items.map { $0.inside(\.work) } + [
            .priority(\.priority), .certificates(\.cacert), .log(\.log),
            .argument(\.file, argument, words, isRequired: true),
        ]
    }
}

extension Workplace {
    /// Submits a job, works on it and sums up.
    ///
    /// - Parameter pinned: a plan beyond which nothing is queued; nil: all that lacks something is.
    func run(_ job: Job, from file: FilePath, _ options: RunOptions, pinned: PlanFile? = nil) throws(Stop) -> ExitCode {
        let store = try open(for: .work)
        let limits = options.work.limits(at: clock.now())
        return try withRunner(on: store, certificates: options.cacert, sends: true, log: options.log) {
            runner, interruption throws(RunError) in
            let mark = try runner.mark()
            let submission = try runner.submit(
                job, manifest: file, priority: options.priority?.value, pinned: pinned)
            return try work(on: submission, of: job, by: runner, interruption, store, within: limits, since: mark)
        }
    }
}
