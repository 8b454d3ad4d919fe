internal import Platform
internal import Storage
internal import Working
internal import Domain

/// `cairn results reparse [--run RUN]`: reads annotations again from stored responses.
enum ResultsCommand {
    enum Action: String, CaseIterable, Argument {
        case reparse
    }

    struct Options: Sendable {
        var action: Action?
        var run: RunReference?
        var symbols = false
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "results", "re-reads annotations from stored responses; calls no service",
            details: [
                "reparse: parses the stored responses of the Vision API, direct or behind a function, again with this version of Cairn. "
                    + "Nothing is sent or billed. "
                    + "Images that failed only because their response could not be parsed become done. "
                    + "It is safe to repeat, also after an interruption. "
                    + "Answers keep the symbols of their text where a job has asked for them. "
                    + "The answers of local models stay as they are: asking a model again costs nothing."
            ],
            items: [
                .option(
                    "run", \.run, "RUN", "only what was asked in this run: its number, or its job's name for the newest"
                ),
                .flag(
                    "symbols", \.symbols, "read the symbols of all text, also where no job has asked for them"),
                .argument(\.action, "WHAT", "reparse", isRequired: true),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let store = try context.open(for: .change)
                let only = try call.options.run.map { run throws(CommandFailure) in try context.run(run, in: store) }
                let done = try context.withJobs(on: store, certificates: nil, sends: false) {
                    jobs throws(CommandFailure) in
                    try jobs.worker.reparse(only, symbols: call.options.symbols)
                }
                context.report(done)
                if call.common.json { context.write(ResultsCommand.columns, [done.cells]) }
                if done.isInterrupted { return .interrupted }
                return done.unreadable > 0 ? .someFailed : .done
            }
        }
    }

    static let columns = ["responses", "annotations", "changed", "completed", "unreadable", "local", "interrupted"]
}

extension ReparseSummary {
    /// The values of `ResultsCommand.columns`.
    var cells: [Cell] {
        [
            Cell(responses), Cell(annotations), Cell(changed), Cell(completed), Cell(unreadable),
            Cell(local), Cell(isInterrupted ? 1 : 0),
        ]
    }
}

extension CommandContext {
    /// Says what reading the stored responses again has changed.
    fileprivate func report(_ done: ReparseSummary) {
        reporter.say(
            "\(HumanFormat.count(done.responses, "response")) read again, \(HumanFormat.count(done.annotations, "annotation")) in them; "
                + (done.changed == 0
                    ? "none changed" : "\(HumanFormat.grouped(done.changed)) changed"))
        if done.completed > 0 {
            reporter.say("\(HumanFormat.count(done.completed, "image")) that had failed: done now, at no cost")
        }
        if done.unreadable > 0 {
            reporter.warn(
                "\(HumanFormat.count(done.unreadable, "response")) could not be read; "
                    + "their annotations and failures stay as they are")
        }
        if done.local > 0 {
            reporter.say(
                "\(HumanFormat.count(done.local, "answer")) of local models left alone; "
                    + "a changed model is asked again when its job is run, at no cost")
        }
        if done.isInterrupted { reporter.warn("interrupted: run it again to read the rest") }
    }
}
