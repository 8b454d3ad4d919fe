package import Storage
package import Domain

extension QueryError: CommandFailureConvertible {
    /// What the user is told, and the exit code.
    package var commandFailure: CommandFailure {
        switch self {
        case .store(let error): error.commandFailure
        case .sql(let message) where message.hasPrefix("cannot modify "):
            CommandFailure(
                "cairn query is read-only; nothing was changed; `cairn correct` puts your answers in the place of a machine's",
                .badInput)
        case .sql(let message): CommandFailure("SQL: \(message); `cairn schema` lists views and columns", .badInput)
        case .refusedArgument(let message): CommandFailure("SQL: \(message)", .badInput)
        case .damagedValue(let message): CommandFailure(message, .noAnswer)
        case .notAQuestion(let message):
            CommandFailure("cairn query is read-only (\(message)); nothing was changed", .badInput)
        case .notOneStatement(let found): CommandFailure("give exactly one SQL statement (found \(found))", .badInput)
        case .tooLong(let limit):
            CommandFailure("the query took longer than \(exact(limit)); allow more with --timeout", .noAnswer)
        case .tooLarge(let memory):
            CommandFailure(
                "the query needs more memory than it may have (\(memory.total >> 20) MiB in all, \(memory.row >> 20) MiB for a row, \(memory.value >> 20) MiB for a value); "
                    + "ask for fewer or shorter values, with length(), substr() or LIMIT", .noAnswer)
        case .noRoom:
            CommandFailure(
                "the disk of the query's temporary files is full; "
                    + "free some space, or name another folder with SQLITE_TMPDIR", .noAnswer)
        case .unbound(let parameter):
            CommandFailure(
                "the query needs a value for :\(parameter); give it with --param \(parameter)=VALUE", .badInput)
        case .noSuchParameter(let name, let known):
            CommandFailure("the query has no parameter :\(name); it has \(list(known))", .badInput)
        }
    }

    private func list(_ known: [String]) -> String {
        known.isEmpty ? "none" : known.map { ":\($0)" }.joined(separator: ", ")
    }

    /// A limit as it was given.
    private func exact(_ span: TimeSpan) -> String {
        span.milliseconds % 1000 == 0 ? HumanFormat.duration(span) : "\(span.milliseconds) ms"
    }
}
