internal import Backends
internal import Crypto
internal import Domain
internal import ModelHosting
internal import Services

extension ModelChooser {
    /// The version that answers now: the service's newest, else the newest of the cache, else the bundled model.
    ///
    /// - Parameter isPlan: whether it is only to be told; then no service is asked for the next run.
    /// - Returns: nil where no model of the backend is hosted.
    func choose(for backend: BackendSettings, isPlan: Bool) throws(BackendError) -> ModelChoice? {
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

    /// What a job's backend would do with the version of its hosted model that answers now.
    ///
    /// Where that version cannot be used the newest cached one that can answers, else the bundled model, and the choice
    /// says why.
    ///
    /// - Parameter isPlan: whether it is only to be told.
    /// - Returns: no model where none is hosted.
    func plan(
        for job: Job, isPlan: Bool, in environment: BackendEnvironment
    ) throws(BackendError) -> (plan: BackendPlan, model: ModelChoice?) {
        guard let hosted = job.backend.hosted, let choice = try choose(for: job.backend, isPlan: isPlan) else {
            return (try environment.plan(job), nil)
        }
        do throws(BackendError) {
            return (try environment.plan(job.with(choice.backend)), choice)
        } catch {
            guard let version = choice.version, error.isAboutModel else { throw error }
            if hosted.when == .missing {
                // A version that cannot be used is as good as missing.
                return try plan(for: job.with(job.backend.asking(.changed)), isPlan: isPlan, in: environment)
            }
            let reason = reason(error, "\(choice.name)@\(version.short)")
            for other in others(than: choice, of: hosted, for: job.backend, reason: reason) {
                if let plan = try? environment.plan(job.with(other.backend)) { return (plan, other) }
            }
            throw .modelAwaited(reason: "\(reason); publish another version, or correct the manifest")
        }
    }

    /// The cached versions beside a chosen one, newest first, and then the bundled model.
    private func others(
        than choice: ModelChoice, of hosted: HostedModel, for backend: BackendSettings, reason: String
    ) -> [ModelChoice] {
        let versions = hosted.isPinned ? [] : (try? store().versions(of: hosted)) ?? []
        let words = "\(reason); publish another version"
        var others = versions.map { version in
            ModelChoice(
                name: choice.name, origin: .cached, version: modelDigest(of: version.file, version.digest),
                reason: words, needsAttention: true, backend: backend.serving(version.file, named: choice.name),
                update: nil)
        }.filter { $0.backend != choice.backend }
        if backend.hasBundledModel {
            others.append(
                ModelChoice(
                    name: choice.name, origin: .bundled, version: nil, reason: words, needsAttention: true,
                    backend: backend.bundled, update: nil))
        }
        return others
    }
}

extension BackendError {
    /// Whether it is about what the model is, so that another version may do.
    fileprivate var isAboutModel: Bool {
        switch self {
        case .modelRefused, .unsupportedOperations, .modelUnreadable, .mismatch, .setting, .labelsMissing, .labelCount,
            .labelsRefused:
            true
        case .inExport(_, let error): error.isAboutModel
        default: false
        }
    }
}

extension Job {
    /// The same job with another backend.
    fileprivate func with(_ backend: BackendSettings) -> Job {
        var job = self
        job.backend = backend
        return job
    }
}
