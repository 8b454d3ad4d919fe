internal import Domain

/// What stands for a run on the command line: its number, or a job's name, which stands for the job's newest run.
enum RunReference: Argument, Equatable {
    /// A word of digits alone, whatever jobs are called.
    case number(RunID)
    /// Any other word.
    case job(String)

    static func read(_ word: String) -> RunReference? {
        guard word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return .job(word) }
        return Int64(word).map { .number(RunID($0)) }
    }

    static var expectation: String { "a run's number or a job's name" }
}

extension Option {
    /// `RUN`: the run that a command is about.
    static func run(
        _ path: any WritableKeyPath<Root, RunReference?> & Sendable, _ help: String = RunReference.expectation,
        isRequired: Bool = true
    ) -> Option {
        .argument(path, "RUN", help, isRequired: isRequired)
    }
}
