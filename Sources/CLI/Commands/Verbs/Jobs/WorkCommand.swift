internal import Platform
internal import Storage
internal import Working
internal import Domain

/// `cairn work [--run RUN]`: processes queued images until none is left that can run now.
enum WorkCommand {
    struct Options: Sendable {
        var run: RunReference?
        var obeysStore = false
        var cacert: FilePath?
        var log: FilePath?
        var work = WorkOptions()
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "work", "processes queued images until none is left that can run",
            details: [
                "Several workers can run at once. "
                    + "The first Ctrl-C finishes the current images, the second stops immediately.",
                "The run with the highest priority comes first, then the oldest; paused ones are left alone.",
            ],
            items: [.option("run", \.run, "RUN", "work on this run only: its number, or its job's name for the newest")]
                + WorkOptions.items.map { $0.inside(\.work) }
                + [.trust(\.obeysStore), .certificates(\.cacert), .log(\.log)], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let limits = try context.limits(call.options.work)
                try context.checkOutputs([OutputFile(call.options.log, .log)])
                let store = try context.open(for: .change)
                let only = try call.options.run.map { run throws(CommandFailure) in try context.run(run, in: store) }
                var rows: [[Cell]] = []
                defer { if call.common.json { context.write(StatusCommand.columns, rows) } }
                return try context.withJobs(
                    on: store, certificates: call.options.cacert, until: limits.time, sends: true,
                    trusting: context.trust(obeysStore: call.options.obeysStore), log: call.options.log
                ) { jobs throws(CommandFailure) in
                    let worked: [WorkedRun]
                    do throws(CommandFailure) {
                        worked = try jobs.worker.work(on: only, within: limits)
                    } catch {
                        rows += context.stoppedRows(
                            only.map { [$0] } ?? (try? context.openRuns(store)) ?? [], by: error, store)
                        throw error
                    }
                    let paused = only == nil ? try context.pausedRuns(excluding: worked.map(\.totals.run), store) : []
                    if worked.isEmpty, paused.isEmpty, !jobs.shutdown.isDraining {
                        context.reporter.say("nothing to do: no image is queued")
                    }
                    let hasMore = only == nil ? try !context.openRuns(store).isEmpty : false
                    return try context.summarize(worked + paused, store, by: jobs, hasMore: hasMore, into: &rows)
                }
            }
        }
    }
}
