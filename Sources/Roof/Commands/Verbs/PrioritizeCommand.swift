internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn prioritize RUN N`: moves a run before or behind others.
enum PrioritizeCommand {
    struct Options: Sendable {
        var run: Int?
        var priority: Priority?
    }

    static let command = Command(
        "prioritize", "works on a run before those with a lower number",
        details: ["Workers that are on a run with a lower number change over within a second."],
        items: [
            .argument(\.run, "RUN", "the run's number", isRequired: true),
            .option("priority", \.priority, "N", "-100 to 100; runs begin with 0"),
        ], defaults: Options()
    ) { call, console in
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            guard let priority = call.options.priority else {
                throw Stop(Message("prioritize needs --priority N", .badInput))
            }
            let store = try place.open(for: .change)
            let run = try place.run(call.options.run, in: store)
            try place.stopping(Message.init) { () throws(StoreError) in
                try store.write { () throws(StoreError) in try store.prioritize(run, at: priority.value) }
            }
            place.narrator.say("run \(run.value) has priority \(priority.value)")
            if call.common.json { place.write(["run_id", "priority"], [[.integer(run.value), Cell(priority.value)]]) }
            return .done
        }
    }
}
