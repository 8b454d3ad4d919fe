internal import Platform
internal import Storage
internal import Vocabulary

/// `cairn cancel RUN`: stops a run.
enum CancelCommand {
    struct Options: Sendable {
        var run: RunReference?
        var isDry = false
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "cancel", "cancels a run's queued images",
            details: [
                "What was sent is finished; workers cancel the rest within a second. Submitting the job again queues it again."
            ],
            items: [.flag("dry-run", \.isDry, "change nothing; say what would be cancelled"), .run(\.run)],
            defaults: Options()
        ) { call, console in
            Workplace(call.common, console, stores).order(
                about: call.options.run, isDry: call.options.isDry, column: "cancelled"
            ) { store, run throws(StoreError) in
                if call.options.isDry { return try CancelCommand.wouldCancel(run, in: store) }
                let count = try store.control.cancel(run)
                let running = try store.snapshot { reports throws(StoreError) in
                    try reports.totals(of: run)?.running ?? 0
                }
                let rest =
                    running > 0
                    ? "; of \(Figures.grouped(Int64(running))) that workers have, those already sent will finish" : ""
                return (
                    count == 0
                        ? "run \(run.value) has no queued images\(rest)"
                        : "\(Figures.count(Int64(count), "image")) of run \(run.value) cancelled\(rest)", count
                )
            }
        }
    }

    /// What cancelling a run would do.
    private static func wouldCancel(_ run: RunID, in store: any Store) throws(StoreError) -> (String, Int) {
        let totals = try store.snapshot { reports throws(StoreError) in try reports.totals(of: run) }
        guard let totals, totals.waiting > 0 else { return ("run \(run.value) has no queued images", 0) }
        let running = totals.running > 0 ? "; workers have \(Figures.grouped(Int64(totals.running))) more" : ""
        let count = Figures.count(Int64(totals.waiting), "image")
        return ("\(count) of run \(run.value) would be cancelled\(running); nothing was changed", totals.waiting)
    }
}
