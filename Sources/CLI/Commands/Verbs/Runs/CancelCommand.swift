internal import Platform
internal import Storage
internal import Working
internal import Domain

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
                "What was sent is finished; "
                    + "workers cancel the rest within a second. "
                    + "Submitting the job again queues it again."
            ],
            items: [.flag("dry-run", \.isDry, "change nothing; say what would be cancelled"), .run(\.run)],
            defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.order(
                about: call.options.run, isDry: call.options.isDry, column: "cancelled"
            ) { store, run throws(StoreError) in
                let me = try? ProcessIdentity.current()
                if call.options.isDry { return try CancelCommand.wouldCancel(run, in: store, seenFrom: me?.host) }
                // The images of a dead worker have none any more, and are cancelled with those that are queued.
                if let me { _ = try context.crashWatch.rescue(in: store, seenFrom: me) }
                let count = try store.control.cancel(run)
                let running = try store.snapshot { reports throws(StoreError) in
                    try reports.totals(of: run)?.running ?? 0
                }
                let rest =
                    running > 0
                    ? "; of \(HumanFormat.grouped(running)) that workers have, those already sent will finish"
                    : ""
                return (
                    count == 0
                        ? "run \(run.value) has no queued images\(rest)"
                        : "\(HumanFormat.count(count, "image")) of run \(run.value) cancelled\(rest)", count
                )
            }
        }
    }

    /// What cancelling a run would do.
    private static func wouldCancel(
        _ run: RunID, in store: any Store, seenFrom host: String?
    ) throws(StoreError) -> (String, Int) {
        let (totals, holders, now) = try store.snapshot { reports throws(StoreError) in
            (try reports.totals(of: run), try reports.workers(on: run), reports.now)
        }
        var (queued, running) = (totals?.queued ?? 0, totals?.running ?? 0)
        if running > 0, holders.allSatisfy({ $0.isGivenUp(seenFrom: host, at: now) }) {
            (queued, running) = (queued + running, 0)
        }
        guard queued > 0 else { return ("run \(run.value) has no queued images", 0) }
        let more = running > 0 ? "; workers have \(HumanFormat.grouped(running)) more" : ""
        let count = HumanFormat.count(queued, "image")
        return ("\(count) of run \(run.value) would be cancelled\(more); nothing was changed", queued)
    }
}
