package import Crypto
package import Domain
package import Platform

/// Why a hosted model is not to be had; `source` names it for people and holds no secret.
package enum HostingError: Error, Sendable {
    /// Nothing is in the cache, and the manifest forbids asking the service now.
    case notCached(source: String, DownloadBlock)
    /// The service cannot be reached, or cannot serve now; asking again later makes sense.
    case unreachable(source: String, reason: String)
    /// The service has no such model (404, 410).
    case missing(source: String, reason: String)
    /// The service refuses, whatever is asked again; with what can be done about it.
    case refused(source: String, reason: String, advice: String)
    /// What was downloaded is not what the service or the manifest announces: its size or its digest.
    case mismatch(source: String, what: String, expected: String, actual: String)
    /// The model is larger than any that can be run.
    case tooLarge(source: String, limit: Int64)
    /// The download was stopped before its end: an interruption, its time limit, the end of the window; it continues
    /// where it was.
    case stopped(source: String, reason: String)
    /// The service has another version than the wanted one, which is not in the cache either.
    case otherVersion(source: String, wanted: Digest, served: Digest)
    /// A secret is missing, or a sign-in failed.
    case credentials(BackendError)
    /// The manifest's key says something that cannot be used.
    case setting(key: String, reason: String)
    /// The cache's folder cannot be used by this user.
    case cacheUnsafe(FilePath, reason: String)
    /// The system refuses something in the cache: a full disk, a read-only file system.
    case cache(SystemError)
}

extension HostingError {
    /// Whether the same may succeed later without anyone mending it.
    package var isTransient: Bool {
        switch self {
        case .unreachable, .stopped: true
        case .credentials(.tokenService): true
        case .cache(let error): error.isTransient
        case .notCached, .missing, .refused, .mismatch, .tooLarge, .otherVersion, .credentials, .setting, .cacheUnsafe:
            false
        }
    }
}

extension HostingError {
    /// The source and the cause, without advice where another model answers and no advice is needed.
    package var cause: String {
        guard case .notCached(let source, let block) = self else { return description }
        return "\(source) is not in the cache, and \(block)"
    }
}

extension HostingError: CustomStringConvertible {
    /// A sentence for people: the source, the cause, the next step.
    package var description: String {
        switch self {
        case .notCached(_, .offline):
            "\(cause); take `offline: true` out of the manifest for `cairn models pull JOB`, or name a bundled model in backend.model"
        case .notCached(_, .outsideWindow):
            "\(cause); `cairn models pull JOB` fetches it at any time, or name a bundled model in backend.model"
        case .unreachable(let source, let reason): "\(source) cannot be fetched now: \(reason); try again later"
        case .missing(let source, let reason):
            "\(source) does not exist: \(reason); correct backend.hosted, or publish the model there"
        case .refused(let source, let reason, let advice): "\(source) is refused: \(reason); \(advice)"
        case .mismatch(let source, let what, let expected, let actual):
            "\(source): its \(what) is \(actual), not \(expected), so it was not kept; "
                + "publish the model again, or correct backend.hosted"
        case .tooLarge(let source, let limit):
            "\(source) is larger than \(limit) bytes, the most that a model may have; publish a smaller model"
        case .stopped(let source, let reason): "the download of \(source) stopped: \(reason); the next one continues it"
        case .otherVersion(let source, let wanted, let served):
            "\(source) is now version \(served.short), and the job was submitted with \(wanted.short), which is not in the cache; submit the job again"
        case .credentials(let error): error.description
        case .setting(let key, let reason): "\(key): \(reason)"
        case .cacheUnsafe(let folder, let reason): "the model cache \(folder) is not used: \(reason)"
        case .cache(let error):
            "the model cache: \(error.sentence); "
                + "free space there or make it writable, or point XDG_CACHE_HOME at another folder"
        }
    }
}
