internal import Platform
internal import Storage
internal import Vocabulary

/// `cairn pause RUN` and `cairn resume RUN`: a run rests, and goes on.
enum PauseCommand {
    struct Options: Sendable {
        var run: RunReference?
    }

    static let pause = Command(
        "pause", "lets a run rest: what waits in it stays in the queue",
        details: [
            "Workers finish what they have begun, within a second or the time of one request, and leave the rest."
        ],
        items: [.run(\.run)], defaults: Options()
    ) { call, console in
        Workplace(call.common, console).order(about: call.options.run, column: "paused") {
            store, run throws(StoreError) in
            if try store.pause(run) {
                return ("run \(run.value) is paused; `cairn resume \(run.value)` lets it go on", 1)
            }
            let isPaused = try store.totals(of: run)?.isPaused ?? false
            return ("run \(run.value) \(isPaused ? "is paused already" : "has nothing left to do")", 0)
        }
    }

    static let resume = Command(
        "resume", "lets a paused run go on", details: ["`cairn work` takes it up."],
        items: [.run(\.run)], defaults: Options()
    ) { call, console in
        Workplace(call.common, console).order(about: call.options.run, column: "resumed") {
            store, run throws(StoreError) in
            try store.resume(run)
                ? ("run \(run.value) may go on; `cairn work` takes it up", 1) : ("run \(run.value) is not paused", 0)
        }
    }
}
