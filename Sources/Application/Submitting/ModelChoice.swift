internal import Backends
package import Crypto
internal import ModelHosting
package import Domain

/// Which version of a job's model answers, and why it is that one.
package struct ModelChoice: Equatable, Sendable {
    /// Where the version comes from; the raw value is in the log.
    package enum Origin: String, Sendable {
        /// It was downloaded for this submission.
        case downloaded
        /// The service says that the cached version is its newest.
        case newest
        /// The newest version of the cache; the service was not asked, or could not serve.
        case cached
        /// The manifest's own file.
        case bundled
    }

    /// The hosted model's place: `gs://bucket/models/flowers.tflite`.
    package let name: String
    /// Where the version comes from.
    package let origin: Origin
    /// The SHA-256 of the hosted model, which recipes name; nil: the bundled model answers.
    package let version: Digest?
    /// Why it is not the service's newest version; nil where it is.
    package let reason: String?
    /// Whether a person should look: the service will not serve it by waiting alone.
    package let needsAttention: Bool
    /// The backend with the model's file.
    package let backend: BackendSettings
    /// The hosted model that is asked for beside the work, for the next run; nil: none is.
    package let update: HostedModel?

    /// `gs://bucket/flowers.tflite@1a2b3c4d: the newest version, cached`.
    package var words: String {
        let version = version.map { "@\($0.short)" } ?? ""
        return switch origin {
        case .downloaded: "\(name)\(version), downloaded now"
        case .newest: "\(name)\(version), the newest version, from the cache"
        case .cached: "\(name)\(version), from the cache" + clause
        case .bundled: "the bundled model in place of \(name)" + clause
        }
    }

    private var clause: String { reason.map { ": \($0)" } ?? "" }
}

extension ModelChoice {
    /// A version of the hosted model.
    init(_ found: ResolvedModel, of hosted: HostedModel, named name: String, for backend: BackendSettings) {
        self.name = name
        version = modelDigest(of: found.model.file, found.model.digest)
        self.backend = backend.serving(found.model.file, named: name)
        update = found.wantsUpdate ? hosted : nil
        switch found.origin {
        case .downloaded: (origin, reason, needsAttention) = (.downloaded, nil, false)
        case .notModified: (origin, reason, needsAttention) = (.newest, nil, false)
        case .cached(let cause):
            (origin, reason) = (.cached, cause.description)
            needsAttention = if case .failed(let error) = cause { !error.isTransient } else { false }
        }
    }

    /// The bundled model, in place of a hosted one that is not to be had.
    init(bundledIn backend: BackendSettings, of hosted: HostedModel, reason error: HostingError) {
        name = hosted.fullName
        version = nil
        origin = .bundled
        reason = error.cause
        if case .notCached = error { needsAttention = false } else { needsAttention = !error.isTransient }
        self.backend = backend.bundled
        update = nil
    }
}
