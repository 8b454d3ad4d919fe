package import Domain

/// What happens while a hosted model is looked for; `source` names it for people and holds no secret.
package enum ModelEvent: Sendable {
    /// The service is asked for its newest version.
    case asking(source: String)
    /// A download begins, or continues behind `resumedAt` bytes that an earlier one brought; `of` is the whole length
    /// where the service says it.
    case started(source: String, resumedAt: Int64, of: Int64?)
    /// About each second of a download: what is here by now, of what, at how many bytes a second.
    case progress(source: String, bytes: Int64, of: Int64?, bytesPerSecond: Int64)
    /// The model is in the cache; `received` bytes came over the network for it in a time.
    case finished(source: String, CachedModel, received: Int64, took: TimeSpan)
    /// The service says that the cached version is its newest.
    case notModified(source: String, CachedModel)
    /// A try failed; the next one follows after a pause, or none does.
    case failed(source: String, HostingError, retryAfter: TimeSpan?)
    /// The cached version serves, for a reason.
    case usedCached(source: String, CachedModel, CacheReason)
    /// Another process downloads the same model; this one waits for what it brings.
    case waiting(source: String)
}
