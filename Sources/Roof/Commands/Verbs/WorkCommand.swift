internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn work [--run RUN]`: works until nothing is left that may run now.
enum WorkCommand {
    struct Options: Sendable {
        var run: RunReference?
        var cacert: FilePath?
        var log: FilePath?
        var work = WorkOptions()
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "work", "works on queued images until nothing is left that may run",
            details: [
                "Several at once, in several processes, are safe. The first Ctrl-C finishes what has begun, "
                    + "the second stops at once.",
                "The run with the highest priority comes first, then the oldest; paused ones are left alone.",
            ],
            items: [.option("run", \.run, "RUN", "work on this run only: its number, or its job's name for the newest")]
                + WorkOptions.items.map { $0.inside(\.work) }
                + [.certificates(\.cacert), .log(\.log)], defaults: Options()
        ) { call, console in
            let place = Workplace(call.common, console, stores)
            return place.attempt { () throws(Stop) in
                let store = try place.open(for: .change)
                let only = try call.options.run.map { run throws(Stop) in try place.run(run, in: store) }
                return try place.withRunner(
                    on: store, certificates: call.options.cacert, sends: true, log: call.options.log
                ) {
                    runner, interruption throws(RunError) in
                    let totals = try runner.work(
                        on: only, within: call.options.work.limits(at: place.clock.now()))
                    let paused = only == nil ? try place.pausedRuns(besides: totals.map(\.totals.run), store) : []
                    if totals.isEmpty, !interruption.isDraining {
                        place.narrator.say(
                            "nothing to do: "
                                + (paused.isEmpty ? "no image is queued" : "all queued images are of paused runs"))
                    }
                    for run in paused {
                        place.narrator.say("run \(run.value) is paused; continue with `cairn resume \(run.value)`")
                    }
                    let hasMore = only == nil ? try place.hasOpenRuns(store) : false
                    var rows: [[Cell]] = []
                    let code = try place.conclude(
                        totals, store, isInterrupted: interruption.isDraining, hasMore: hasMore, into: &rows)
                    if call.common.json { place.write(StatusCommand.columns, rows) }
                    return code
                }
            }
        }
    }
}
