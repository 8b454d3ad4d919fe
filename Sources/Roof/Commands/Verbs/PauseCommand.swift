internal import Platform
internal import Storage
internal import Vocabulary

/// `cairn pause RUN` and `cairn resume RUN`: a run rests, and goes on.
enum PauseCommand {
    struct Options: Sendable {
        var run: Int?
    }

    static let pause = Command(
        "pause", "lets a run rest: what waits in it stays in the queue",
        details: [
            "Workers finish what they have begun, within a second or the time of one request, and leave the rest."
        ],
        items: [.argument(\.run, "RUN", "the run's number", isRequired: true)], defaults: Options()
    ) { call, console in
        order(call, console, column: "paused") { store, run throws(StoreError) in
            if try store.pause(run) {
                return ("run \(run.value) is paused; `cairn resume \(run.value)` lets it go on", 1)
            }
            let isPaused = try store.totals(of: run)?.isPaused ?? false
            return ("run \(run.value) \(isPaused ? "is paused already" : "has nothing left to do")", 0)
        }
    }

    static let resume = Command(
        "resume", "lets a paused run go on", details: ["`cairn work` takes it up."],
        items: [.argument(\.run, "RUN", "the run's number", isRequired: true)], defaults: Options()
    ) { call, console in
        order(call, console, column: "resumed") { store, run throws(StoreError) in
            try store.resume(run)
                ? ("run \(run.value) may go on; `cairn work` takes it up", 1) : ("run \(run.value) is not paused", 0)
        }
    }

    /// Gives an order about a run, and says what came of it.
    private static func order(
        _ call: Invocation<Options>, _ console: Console, column: String,
        _ body: (Store, RunID) throws(StoreError) -> (words: String, changed: Int)
    ) -> Int32 {
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            let store = try place.open(for: .change)
            let run = try place.run(call.options.run, in: store)
            let result = try place.stopping(Message.init) { () throws(StoreError) in
                try store.write { () throws(StoreError) in try body(store, run) }
            }
            place.narrator.say(result.words)
            if call.common.json { place.write(["run_id", column], [[.integer(run.value), Cell(result.changed)]]) }
            return .done
        }
    }
}
