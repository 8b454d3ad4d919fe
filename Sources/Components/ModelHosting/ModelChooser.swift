package import Services
package import Domain
internal import Platform

/// Decides which version of a job's model answers: a submission walks the order hosted, cached, bundled once, and
/// workers take the very version that it pinned.
package struct ModelChooser: Sendable {
    /// What services are asked with.
    package let environment: ProcessEnvironment
    private let report: @Sendable (ModelEvent) -> Void
    private let verified = VerifiedVersions()
    /// What asks services beside the work, for the next run; nil: nothing does.
    package var updates: ModelUpdates?

    /// A chooser with the user's own cache.
    ///
    /// - Parameter report: is told what happens, on the calling thread.
    package init(_ environment: ProcessEnvironment, report: @escaping @Sendable (ModelEvent) -> Void = { _ in }) {
        self.environment = environment
        self.report = report
    }

    /// The cache and the services.
    package func store() throws(HostingError) -> ModelStore {
        let cache = try ModelCache(variables: environment.variables, verified: verified)
        return ModelStore(cache, in: environment, report: report)
    }
}

extension BackendError {
    /// That a hosted model is not to be had.
    package init(_ error: HostingError) {
        switch error {
        case .credentials(let error): self = error
        case .setting(let key, let reason): self = .setting(key: key, reason: reason)
        default: self = .modelAwaited(reason: error.description)
        }
    }
}
