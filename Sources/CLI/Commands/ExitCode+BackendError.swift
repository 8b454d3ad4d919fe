internal import Backends

extension ExitCode {
    /// What a command ends with because of a backend that cannot be used.
    init(_ error: BackendError) {
        switch error {
        case .mismatch, .setting, .noPrice, .labelCount, .labelsMissing, .labelsRefused, .labelsUnreadable:
            self = .badInput
        case .quota, .busy: self = .capReached
        case .inExport(_, let error): self.init(error)
        case .libraryMissing, .libraryUnusable, .systemLibraryMissing, .modelUnreadable, .modelRefused, .modelHangs,
            .unsupportedOperations, .modelChanged, .modelAwaited, .unreachable, .failing, .refused, .secret,
            .credentials, .tokenService, .service, .absent, .unusable, .notBuilt:
            self = .backend
        }
    }
}
