package import Backends
package import Domain
internal import Platform

/// Decides which version of a job's model answers: a submission walks the order hosted, cached, bundled once, and
/// workers take the very version that it pinned.
package struct ModelChooser: Sendable {
    let environment: BackendEnvironment
    private let report: @Sendable (ModelEvent) -> Void
    private let verified = VerifiedVersions()
    /// What asks services beside the work, for the next run; nil: nothing does.
    package var updates: ModelUpdates?

    /// A chooser with the user's own cache.
    ///
    /// - Parameter report: is told what happens, on the calling thread.
    package init(_ environment: BackendEnvironment, report: @escaping @Sendable (ModelEvent) -> Void = { _ in }) {
        self.environment = environment
        self.report = report
    }

    /// The cache and the services.
    package func store() throws(HostingError) -> ModelStore {
        let cache = try ModelCache(variables: environment.variables, verified: verified)
        return ModelStore(cache, in: environment, report: report)
    }

    /// The version that answers now: the service's newest, else the newest of the cache, else the bundled model.
    ///
    /// - Parameter isPlan: whether it is only to be told; then no service is asked for the next run.
    /// - Returns: nil where no model of the backend is hosted.
    package func choose(for backend: BackendSettings, isPlan: Bool) throws(BackendError) -> ModelChoice? {
        guard let hosted = backend.hosted else { return nil }
        do throws(HostingError) {
            let store = try store()
            let found = try store.resolve(hosted, hasOther: backend.hasBundledModel)
            let choice = ModelChoice(found, of: hosted, named: try store.source(of: hosted), for: backend)
            if let update = choice.update, !isPlan { updates?.start(update, by: self) }
            return choice
        } catch {
            if case .stopped = error, environment.isInterrupted() || environment.timeIsUp() != nil {
                throw BackendError(error)
            }
            guard backend.hasBundledModel else { throw BackendError(error) }
            return ModelChoice(bundledIn: backend, of: hosted, reason: error)
        }
    }
}

extension BackendError {
    /// That a hosted model is not to be had.
    init(_ error: HostingError) {
        switch error {
        case .credentials(let error): self = error
        case .setting(let key, let reason): self = .setting(key: key, reason: reason)
        default: self = .modelAwaited(reason: error.description)
        }
    }
}
