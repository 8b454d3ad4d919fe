internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

extension Workplace {
    /// Gives an order about a run that is there, in one transaction, and says what came of it.
    ///
    /// - Parameters:
    ///   - column: what the figure is called with --json.
    ///   - body: gives the order; answers the words for people and the figure.
    func order(
        about reference: RunReference?, column: String,
        _ body: (Store, RunID) throws(StoreError) -> (words: String, figure: Int)
    ) -> Int32 {
        attempt { () throws(Stop) in
            let store = try open(for: .change)
            let run = try run(reference ?? .number(RunID(0)), in: store)
            let result = try stopping(Message.init) { () throws(StoreError) in
                try store.write { () throws(StoreError) in try body(store, run) }
            }
            narrator.say(result.words)
            if common.json { write(["run_id", column], [[.integer(run.value), Cell(result.figure)]]) }
            return .done
        }
    }
}
