package import Platform
internal import Text

/// Why a command cannot go on, in words for its user; whatever was done stays done.
///
/// It is made where the cause is known, and goes up as it is.
package struct CommandFailure: Error, Sendable {
    /// One sentence on one line, without the program's name; empty where the diagnostics say all.
    package let sentence: String
    /// What the process ends with.
    package var exit: ExitCode
    /// What is wrong with a manifest, each with its place.
    package var diagnostics: [Diagnostic] = []
    /// Lines to paste; `or` stands between those of which one is chosen.
    package var steps: [String]
    /// The error beneath, for callers that tell causes apart; nil where none has to.
    package let cause: (any Error)?

    /// A failure with these words; what would move the text on a terminal is escaped.
    package init(_ sentence: String, _ exit: ExitCode, steps: [String] = [], cause: (any Error)? = nil) {
        self.sentence = displayText(sentence)
        self.exit = exit
        self.steps = steps
        self.cause = cause
    }

    /// That the system refused something that everything needs.
    package init(refused error: SystemError) {
        self.init(error.sentence, .store, cause: error)
    }

    /// That a file which the user named cannot be read or written.
    package init(unusable error: SystemError) {
        let reason = error.code == "EISDIR" ? "name a file, not a folder" : error.reason
        self.init("cannot \(error.operation) \(error.subject): \(reason)", .badInput, cause: error)
    }

    /// That this version cannot do a part of the manifest, named in the plural.
    package static func unavailable(_ part: String) -> CommandFailure {
        CommandFailure("\(part) are not available in this version (\(programVersion)); nothing was done", .backend)
    }

    /// That a store has no run of this number.
    package static func noSuchRun(_ run: RunID) -> CommandFailure {
        CommandFailure("there is no run \(run.value) in this store; `cairn status` lists them", .badInput)
    }

    /// The sentence, or the diagnostics where they say all, as one clause.
    package var clause: String {
        ([sentence] + diagnostics.map(\.description)).filter { !$0.isEmpty }.joined(separator: "; ")
    }
}

/// An error that can end a command.
package protocol CommandFailureConvertible: Error {
    /// What the user is told, and the exit code.
    var commandFailure: CommandFailure { get }
}

/// Calls something whose error ends the command.
package func endingCommand<Result, Problem: CommandFailureConvertible>(
    _ body: () throws(Problem) -> Result
) throws(CommandFailure) -> Result {
    do throws(Problem) { return try body() } catch { throw error.commandFailure }
}

/// Calls something whose error ends the command with other words than its own.
package func endingCommand<Result, Problem: Error>(
    _ failure: (Problem) -> CommandFailure, _ body: () throws(Problem) -> Result
) throws(CommandFailure) -> Result {
    do throws(Problem) { return try body() } catch { throw failure(error) }
}
