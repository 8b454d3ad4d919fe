internal import Platform
internal import Storage
internal import Domain

/// `cairn prioritize RUN N`: moves a run before or behind others.
enum PrioritizeCommand {
    struct Options: Sendable {
        var run: RunReference?
        var priority: Priority?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "prioritize", "changes a run's priority: runs with a higher number go first",
            details: ["Workers on a run with a lower number switch to it within a second."],
            items: [
                .run(\.run),
                .option("priority", \.priority, "N", "-100 to 100; runs begin with 0"),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            guard let priority = call.options.priority else {
                return context.attempt { () throws(CommandFailure) in
                    throw CommandFailure("prioritize needs --priority N", .badInput)
                }
            }
            return context.order(about: call.options.run, column: "priority") { store, run throws(StoreError) in
                try store.control.prioritize(run, at: priority.value)
                return ("run \(run.value) has priority \(priority.value)", priority.value)
            }
        }
    }
}
