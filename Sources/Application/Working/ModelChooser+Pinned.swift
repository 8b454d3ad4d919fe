internal import Backends
internal import Crypto
internal import Domain
internal import ModelHosting

extension ModelChooser {
    /// The backend with the version that a run is pinned to: from the cache, the bundled file, or the service.
    ///
    /// Never another version: it would answer another question than the one that was submitted.
    ///
    /// - Parameter recipes: what the run asks; where they name no model the bundled one answers.
    func pinned(to recipes: [Recipe], for job: Job) throws(BackendError) -> BackendSettings {
        guard let hosted = job.backend.hosted else { return job.backend }
        guard let version = recipes.lazy.compactMap(\.modelDigest).first else { return job.backend.bundled }
        let pin = ModelPin(version: version, recipes: Set(recipes.map(\.digest)), job: job)
        do throws(HostingError) {
            let store = try store()
            let name = try store.source(of: hosted)
            if let backend = try cached(pin, from: name, in: store) { return backend }
            if pin.isBundled { return job.backend.bundled }
            guard pin.mayBeInside else {
                return job.backend.serving(try store.version(version, of: hosted).file, named: name)
            }
            let newest = try store.update(hosted)
            let backend = job.backend.serving(newest.model.file, named: name)
            // Of the same model with other labels the store says that its settings have changed.
            if pin.recipes(of: backend).contains(where: { $0.modelDigest == version }) { return backend }
            if case .cached(.blocked(let block)) = newest.origin { throw .notCached(source: name, block) }
            throw .otherVersion(
                source: name, wanted: version, served: modelDigest(of: newest.model.file, newest.model.digest))
        } catch {
            // A cache that cannot be used does not keep the bundled file from answering.
            if pin.isBundled { return job.backend.bundled }
            throw BackendError(error)
        }
    }

    /// The backend with a cached file that answers as the run asks; nil where there is none.
    private func cached(
        _ pin: ModelPin, from source: String, in store: ModelStore
    ) throws(HostingError) -> BackendSettings? {
        if let file = try store.cached(pin.version)?.file {
            let backend = pin.job.backend.serving(file, named: source)
            if !pin.mayBeInside || pin.isServed(by: backend) { return backend }
        }
        guard pin.mayBeInside else { return nil }
        // Archives that differ in their labels alone have the same model inside.
        for entry in try store.cache.entries() where entry.source == source && entry.file != nil {
            guard let file = try store.cached(entry.digest)?.file else { continue }
            let backend = pin.job.backend.serving(file, named: source)
            if pin.isServed(by: backend) { return backend }
        }
        return nil
    }
}

/// What a run is pinned to.
private struct ModelPin {
    /// The SHA-256 of the model.
    let version: Digest
    /// The digests of the run's recipes.
    let recipes: Set<Digest>
    /// The run's job.
    let job: Job

    /// Whether the model may come in an archive, which has other bytes and brings labels.
    var mayBeInside: Bool { if case .automl = job.backend { true } else { false } }

    /// Whether the bundled model is the version.
    var isBundled: Bool {
        guard job.backend.hasBundledModel else { return false }
        if mayBeInside { return isServed(by: job.backend.bundled) }
        return recipes(of: job.backend.bundled).first?.modelDigest == version
    }

    /// Whether a backend answers exactly what the run asks.
    func isServed(by backend: BackendSettings) -> Bool { Set(recipes(of: backend).map(\.digest)) == recipes }

    /// What a backend would answer; nothing where it cannot be used.
    func recipes(of backend: BackendSettings) -> [Recipe] {
        let plan = try? BackendPlan(backend, features: job.features, prepare: job.prepare)
        return plan?.recipes ?? []
    }
}
