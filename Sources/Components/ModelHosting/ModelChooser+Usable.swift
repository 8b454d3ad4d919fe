package import Backends
internal import Crypto
package import Domain

extension ModelChooser {
    /// What a job's backend would do with the version of its hosted model that answers now.
    ///
    /// Where that version cannot be used the newest cached one that can answers, else the bundled model, and the choice
    /// says why.
    ///
    /// - Parameter isPlan: whether it is only to be told.
    /// - Returns: no model where none is hosted.
    package func plan(for job: Job, isPlan: Bool) throws(BackendError) -> (plan: BackendPlan, model: ModelChoice?) {
        guard let hosted = job.backend.hosted, let choice = try choose(for: job.backend, isPlan: isPlan) else {
            return (try plan(of: job, with: job.backend), nil)
        }
        do throws(BackendError) {
            return (try plan(of: job, with: choice.backend), choice)
        } catch {
            guard let version = choice.version, error.isAboutModel else { throw error }
            if hosted.when == .missing {
                // A version that cannot be used is as good as missing.
                var job = job
                job.backend = job.backend.asking(.changed)
                return try plan(for: job, isPlan: isPlan)
            }
            let reason = reason(error, "\(choice.name)@\(version.short)")
            for other in others(than: choice, of: hosted, for: job.backend, reason: reason) {
                if let plan = try? plan(of: job, with: other.backend) { return (plan, other) }
            }
            throw .modelAwaited(reason: "\(reason); publish another version, or correct the manifest")
        }
    }

    /// An error of a model in the cache, under the name that people know it by.
    ///
    /// - Parameter name: the model's, with its version.
    package func naming(_ error: BackendError, _ name: String) -> BackendError {
        guard named(error.sentence, name) != error.sentence else { return error }
        return .unusable(
            key: "backend.hosted",
            reason: "\(reason(error, name)); publish another version, or pin one that works with `sha256`")
    }

    /// Why a version cannot be used, in a sentence that begins with its name.
    private func reason(_ error: BackendError, _ name: String) -> String {
        let isPlain = error.keyPath == nil || error.keyPath == "backend.model" || error.keyPath == "backend.hosted"
        let text = named(isPlain ? error.sentence : error.description, name)
        return text.hasPrefix(name) ? text : "\(name) cannot be used: \(text)"
    }

    /// The cached versions beside a chosen one, newest first, and then the bundled model.
    private func others(
        than choice: ModelChoice, of hosted: HostedModel, for backend: BackendSettings, reason: String
    ) -> [ModelChoice] {
        let versions = hosted.isPinned ? [] : (try? store().versions(of: hosted)) ?? []
        let words = "\(reason); publish another version"
        var others = versions.map { version in
            ModelChoice(
                name: choice.name, origin: .cached, version: version.modelDigest, reason: words, needsAttention: true,
                backend: backend.serving(version.file, named: choice.name), update: nil)
        }.filter { $0.backend != choice.backend }
        if backend.hasBundledModel {
            others.append(
                ModelChoice(
                    name: choice.name, origin: .bundled, version: nil, reason: words, needsAttention: true,
                    backend: backend.bundled, update: nil))
        }
        return others
    }

    private func plan(of job: Job, with backend: BackendSettings) throws(BackendError) -> BackendPlan {
        var job = job
        job.backend = backend
        return try environment.plan(job, environment.variables)
    }

    /// A text with a model's name in place of its path in the cache, which ends with the 64 digits of its digest.
    private func named(_ text: String, _ name: String) -> String {
        guard let cache = try? store().cache else { return text }
        let start = "\(cache.folder)/versions/"
        var (left, result) = (text[...], "")
        while let found = left.firstRange(of: start) {
            result += left[..<found.lowerBound] + name
            left = left[found.upperBound...].dropFirst(64)
        }
        return result + left
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
