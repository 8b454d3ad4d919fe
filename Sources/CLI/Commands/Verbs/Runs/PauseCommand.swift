internal import Platform
internal import Storage
internal import Domain

/// `cairn pause RUN` and `cairn resume RUN`: pause and resume a run.
enum PauseCommand {
    struct Options: Sendable {
        var run: RunReference?
    }

    static func pause(_ stores: any StoreProvider) -> Command {
        Command(
            "pause", "pauses a run: its queued images stay queued",
            details: [
                "Workers finish what they have begun, within a second or the time of one request, and leave the rest."
            ],
            items: [.run(\.run)], defaults: Options()
        ) { call, console in
            CommandContext(call.common, console, stores).order(about: call.options.run, column: "paused") {
                store, run throws(StoreError) in
                if try store.control.pause(run) {
                    return ("run \(run.value) is paused; continue with `cairn resume \(run.value)`", 1)
                }
                let isPaused = try store.snapshot { reports throws(StoreError) in
                    try reports.totals(of: run)?.isPaused ?? false
                }
                return ("run \(run.value) \(isPaused ? "is paused already" : "has nothing left to do")", 0)
            }
        }
    }

    static func resume(_ stores: any StoreProvider) -> Command {
        Command(
            "resume", "resumes a paused run", details: ["Start a worker with `cairn work`."],
            items: [.run(\.run)], defaults: Options()
        ) { call, console in
            CommandContext(call.common, console, stores).order(about: call.options.run, column: "resumed") {
                store, run throws(StoreError) in
                try store.control.resume(run)
                    ? ("run \(run.value) resumed; start a worker with `cairn work`", 1)
                    : ("run \(run.value) is not paused", 0)
            }
        }
    }
}
