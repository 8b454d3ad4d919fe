internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn retry RUN [--kind K] [--code C]`: puts failures back in the queue.
enum RetryCommand {
    struct Options: Sendable {
        var run: Int?
        var kind: Failure.Kind?
        var code: String?
    }

    static let command = Command(
        "retry", "puts failed images of a run back in the queue",
        details: [
            "`cairn work` then takes them up. An image that was quarantined runs alone. Files that could not be read "
                + "when the job was submitted are looked at again by submitting it again."
        ],
        items: [
            .option("kind", \.kind, "KIND", "only failures of this kind"),
            .option("code", \.code, "CODE", "only failures with this code, such as DEADLINE_EXCEEDED"),
            .argument(\.run, "RUN", "the run's number", isRequired: true),
        ], defaults: Options()
    ) { call, console in
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            let store = try place.open(for: .change)
            let run = try place.run(call.options.run, in: store)
            let (count, isPaused) = try place.stopping(Message.init) { () throws(StoreError) in
                try store.write { () throws(StoreError) in
                    (
                        try store.retry(run, kind: call.options.kind, code: call.options.code),
                        try store.totals(of: run)?.isPaused ?? false
                    )
                }
            }
            let next =
                isPaused
                ? "it is paused, and `cairn resume \(run.value)` lets it go on" : "`cairn work` takes them up"
            place.narrator.say(
                count == 0
                    ? "run \(run.value) has no such failure"
                    : "\(Figures.count(Int64(count), "image")) of run \(run.value) wait again; \(next)"
            )
            if call.common.json { place.write(["run_id", "retried"], [[.integer(run.value), Cell(count)]]) }
            return .done
        }
    }
}

extension Failure.Kind: Argument {}

extension Workplace {
    /// A run's number, once it is known that there is such a run.
    func run(_ number: Int?, in store: Store) throws(Stop) -> RunID {
        let run = RunID(Int64(number ?? 0))
        let totals = try stopping(Message.init) { () throws(StoreError) in try store.totals(of: run) }
        guard totals != nil else { throw Stop(Message(.noSuchRun(run))) }
        return run
    }
}
