package import Domain

extension HostingError: CommandFailureConvertible {
    /// What the user is told, and the exit code.
    package var commandFailure: CommandFailure {
        switch self {
        case .credentials(let error): error.commandFailure
        case .setting: CommandFailure(description, .badInput)
        default: CommandFailure(description, .backend)
        }
    }
}
