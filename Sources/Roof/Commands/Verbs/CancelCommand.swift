internal import Platform
internal import Storage
internal import Vocabulary

/// `cairn cancel RUN`: stops a run.
enum CancelCommand {
    struct Options: Sendable {
        var run: Int?
    }

    static let command = Command(
        "cancel", "takes what waits in a run out of the queue",
        details: ["What a worker has in hand ends as it ends. Submitting the job again queues the rest anew."],
        items: [.argument(\.run, "RUN", "the run's number", isRequired: true)], defaults: Options()
    ) { call, console in
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            let store = try place.open(for: .change)
            let run = try place.run(call.options.run, in: store)
            let (count, running) = try place.stopping(Message.init) { () throws(StoreError) in
                try store.write { () throws(StoreError) in
                    (try store.cancel(run), try store.totals(of: run)?.running ?? 0)
                }
            }
            let rest = running > 0 ? "; \(Figures.grouped(Int64(running))) in a worker's hands end as they end" : ""
            place.narrator.say(
                count == 0
                    ? "nothing waits in run \(run.value)\(rest)"
                    : "\(Figures.count(Int64(count), "image")) of run \(run.value) cancelled\(rest)")
            if call.common.json { place.write(["run_id", "cancelled"], [[.integer(run.value), Cell(count)]]) }
            return .done
        }
    }
}
