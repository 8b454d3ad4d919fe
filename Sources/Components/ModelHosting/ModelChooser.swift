package import Backends
package import Crypto
package import Domain
internal import Platform

/// Decides which version of a job's model answers: a submission walks the order hosted, cached, bundled once, and
/// workers take the very version that it pinned.
package struct ModelChooser: Sendable {
    private let environment: BackendEnvironment
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
            let found = try store.resolve(hosted)
            let choice = ModelChoice(found, of: hosted, named: try store.source(of: hosted), for: backend)
            if let update = choice.update, !isPlan { updates?.start(update, by: self) }
            return choice
        } catch {
            if case .stopped = error, environment.isInterrupted() { throw BackendError(error) }
            guard backend.hasBundledModel else { throw BackendError(error) }
            return ModelChoice(bundledIn: backend, of: hosted, because: error)
        }
    }

    /// The backend with the version that a run is pinned to: from the cache, the bundled file, or the service.
    ///
    /// Never another version: it would answer another question than the one that was submitted.
    ///
    /// - Parameter version: of the model's file; nil where the run's recipes name none.
    package func pinned(_ version: Digest?, for job: Job) throws(BackendError) -> BackendSettings {
        guard let hosted = job.backend.hosted else { return job.backend }
        guard let version else { return job.backend.bundled }
        do throws(HostingError) {
            let store = try store()
            let name = try store.source(of: hosted)
            if let cached = try store.cached(version) { return job.backend.serving(cached.file, named: name) }
            if isBundled(version, in: job) { return job.backend.bundled }
            if let archive = try cachedArchive(of: version, from: name, in: store.cache, for: job) { return archive }
            guard case .automl = job.backend else {
                return job.backend.serving(try store.version(version, of: hosted).file, named: name)
            }
            // The digest is that of the model, which may come in an archive.
            let newest = try store.update(hosted).model
            let backend = job.backend.serving(newest.file, named: name)
            if self.version(of: backend, for: job) == version { return backend }
            throw .otherVersion(source: name, wanted: version, served: newest.digest)
        } catch {
            // A cache that cannot be used does not keep the bundled file from answering.
            if isBundled(version, in: job) { return job.backend.bundled }
            throw BackendError(error)
        }
    }

    /// The backend with a cached archive that has a version of the model inside; nil where none has.
    private func cachedArchive(
        of version: Digest, from source: String, in cache: ModelCache, for job: Job
    ) throws(HostingError) -> BackendSettings? {
        guard case .automl = job.backend else { return nil }
        for entry in try cache.entries() where entry.source == source {
            guard let file = entry.file else { continue }
            let backend = job.backend.serving(file, named: source)
            if self.version(of: backend, for: job) == version { return backend }
        }
        return nil
    }

    private func isBundled(_ version: Digest, in job: Job) -> Bool {
        job.backend.hasBundledModel && self.version(of: job.backend.bundled, for: job) == version
    }

    /// The SHA-256 of a backend's model; nil where it cannot be used.
    private func version(of backend: BackendSettings, for job: Job) -> Digest? {
        let plan = try? BackendPlan(backend, features: job.features, prepare: job.prepare)
        return plan?.recipes.first?.modelDigest
    }
}

extension BackendError {
    /// That a hosted model is not to be had.
    init(_ error: HostingError) {
        switch error {
        case .credentials(let error): self = error
        case .setting(let key, let why): self = .setting(key: key, why: why)
        default: self = .modelAwaited(why: error.description)
        }
    }
}
