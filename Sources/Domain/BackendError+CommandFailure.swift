extension BackendError: CommandFailureConvertible {
    /// What the user is told, and the exit code.
    package var commandFailure: CommandFailure {
        if case .notBuilt(let part) = self { return .unavailable(part) }
        return CommandFailure(description, exit, cause: self)
    }

    /// What a command ends with because of it.
    package var exit: ExitCode {
        switch self {
        case .mismatch, .setting, .noPrice, .labelCount, .labelsMissing, .labelsRefused, .labelsUnreadable: .badInput
        case .quota, .busy: .capReached
        case .inExport(_, let error): error.exit
        case .libraryMissing, .libraryUnusable, .systemLibraryMissing, .modelUnreadable, .modelRefused, .modelHangs,
            .unsupportedOperations, .modelChanged, .modelAwaited, .unreachable, .failing, .refused, .secret,
            .credentials, .tokenService, .service, .absent, .unusable, .notBuilt:
            .backend
        }
    }

    /// Whether a hosted model is waited for, which a later command may find.
    package var isModelAwaited: Bool { if case .modelAwaited = self { true } else { false } }
}
