internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn run JOB`: submits, works, sums up.
enum RunCommand {
    struct Options: Sendable {
        var job: FilePath?
        var cacert: FilePath?
        var log: FilePath?
        var priority: Priority?
        var work = WorkOptions()
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "run", "submits a job, works on it and sums up",
            items: WorkOptions.items.map { $0.inside(\.work) } + [
                .priority(\.priority), .certificates(\.cacert), .log(\.log),
                .argument(\.job, "JOB", "the job manifest", isRequired: true),
            ],
            defaults: Options()
        ) { call, console in
            let place = Workplace(call.common, console, stores)
            return place.attempt { () throws(Stop) in
                let (job, file) = try place.job(at: call.options.job ?? FilePath(""))
                let store = try place.open(for: .work)
                let limits = call.options.work.limits(at: place.clock.now())
                return try place.withRunner(
                    on: store, certificates: call.options.cacert, sends: true, log: call.options.log
                ) {
                    runner, interruption throws(RunError) in
                    let mark = try runner.mark()
                    let submission = try runner.submit(job, manifest: file, priority: call.options.priority?.value)
                    return try place.work(
                        on: submission, of: job, by: runner, interruption, store, within: limits, since: mark)
                }
            }
        }
    }
}
