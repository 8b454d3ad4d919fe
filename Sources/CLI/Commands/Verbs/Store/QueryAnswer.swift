internal import Platform
internal import Storage
internal import Synchronization
internal import Domain

/// What is written of a query's answer, and what is said where it does not come to its end.
final class QueryAnswer: Sendable {
    let deadline: QueryDeadline
    private let console: Console
    private let progress: Progress
    private let advice: String?

    /// Whether anything was written yet.
    private final class Progress: Sendable {
        let hasBegun = Atomic(false)
    }

    /// An answer that must come within a time, or else ends the process.
    ///
    /// A query only reads, so that nothing has to be tidied up where SQLite cannot be stopped.
    ///
    /// - Parameter advice: what may make it quicker.
    init(_ console: Console, limit: TimeSpan, advice: String?) {
        let progress = Progress()
        self.console = console
        self.progress = progress
        self.advice = advice
        deadline = QueryDeadline(limit) {
            let failure = QueryAnswer.failure(.tooLong(limit), progress, advice)
            console.say("cairn: \(failure.sentence)")
            endProcess(failure.exit.rawValue)
        }
    }

    /// Writes some rows; the time that their reader takes does not count.
    func write(_ bytes: [UInt8]) {
        progress.hasBegun.store(true, ordering: .relaxed)
        deadline.pausing { console.output(bytes) }
    }

    /// Why the answer is none, or not whole.
    func failure(_ error: QueryError) -> CommandFailure {
        QueryAnswer.failure(error, progress, advice)
    }

    private static func failure(_ error: QueryError, _ progress: Progress, _ advice: String?) -> CommandFailure {
        let failure = error.commandFailure
        var sentence = failure.sentence
        if case .tooLong = error, let advice { sentence += "; \(advice)" }
        if progress.hasBegun.load(ordering: .relaxed) { sentence += "; what was written is not the whole answer" }
        return CommandFailure(sentence, failure.exit)
    }
}
