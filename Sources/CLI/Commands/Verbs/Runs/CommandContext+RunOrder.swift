internal import Platform
internal import Storage
internal import Domain

extension CommandContext {
    /// Gives an order about a run that is there, and says what came of it.
    ///
    /// - Parameters:
    ///   - isDry: whether the order only says what it would do, and changes nothing.
    ///   - column: what the figure is called with --json.
    ///   - body: gives the order; answers the words for people and the figure.
    func order(
        about reference: RunReference?, isDry: Bool = false, column: String,
        _ body: (any Store, RunID) throws(StoreError) -> (words: String, figure: Int)
    ) -> Int32 {
        attempt { () throws(CommandFailure) in
            let store = try open(for: isDry ? .read : .change)
            let run = try run(reference ?? .number(RunID(0)), in: store)
            let result = try endingCommand { () throws(StoreError) in
                try body(store, run)
            }
            reporter.say(result.words)
            if common.json { write(["run_id", column], [[.integer(run.value), Cell(result.figure)]]) }
            return .done
        }
    }
}
