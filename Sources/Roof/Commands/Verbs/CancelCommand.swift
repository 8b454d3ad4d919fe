internal import Platform
internal import Storage
internal import Vocabulary

/// `cairn cancel RUN`: stops a run.
enum CancelCommand {
    struct Options: Sendable {
        var run: RunReference?
    }

    static let command = Command(
        "cancel", "cancels a run's queued images",
        details: [
            "What was sent is finished; workers cancel the rest within a second. Submitting the job again queues it again."
        ],
        items: [.run(\.run)], defaults: Options()
    ) { call, console in
        Workplace(call.common, console).order(about: call.options.run, column: "cancelled") {
            store, run throws(StoreError) in
            let count = try store.cancel(run)
            let running = try store.totals(of: run)?.running ?? 0
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
