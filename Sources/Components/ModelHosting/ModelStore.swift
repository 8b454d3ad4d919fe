package import Services
package import Crypto
package import Domain

/// Fetches hosted models into the cache; one for a process, called from any thread.
package final class ModelStore: Sendable {
    package let cache: ModelCache
    private let environment: ProcessEnvironment
    private let limits: DownloadLimits
    private let report: @Sendable (ModelEvent) -> Void

    /// A store of models.
    ///
    /// - Parameters:
    ///   - cache: where models are kept.
    ///   - environment: variables, clock, certificates, chance, pauses, and whether the program is interrupted or its
    ///     time is up, which stops a download within about a second.
    ///   - limits: what bounds each download.
    ///   - report: is told what happens, on the calling thread.
    package init(
        _ cache: ModelCache, in environment: ProcessEnvironment, limits: DownloadLimits = DownloadLimits(),
        report: @escaping @Sendable (ModelEvent) -> Void
    ) {
        self.cache = cache
        self.environment = environment
        self.limits = limits
        self.report = report
    }

    /// The newest version of a hosted model that is in the cache, without asking the service; nil where none is.
    ///
    /// Its bytes are checked against its digest; a damaged file counts as absent.
    package func cached(_ model: HostedModel) throws(HostingError) -> CachedModel? {
        try cached(model, of: service(for: model).key)
    }

    /// All versions of a hosted model that are in the cache, newest first.
    package func versions(of model: HostedModel) throws(HostingError) -> [CachedModel] {
        let record = cache.record(of: try service(for: model).key)
        var found: [CachedModel] = []
        for version in record.versions.reversed() {
            if let cached = try cached(version.digest) { found.append(cached) }
        }
        return found
    }

    /// The version with a digest, whatever model it is a version of; nil where it is not in the cache or damaged.
    package func cached(_ digest: Digest) throws(HostingError) -> CachedModel? {
        try cache.version(digest).map {
            CachedModel(digest: digest, file: $0.file, bytes: $0.bytes, version: nil, checked: nil)
        }
    }

    /// The model's name for people: `gs://bucket/models/flowers.tflite`; no secret is in it.
    package func source(of model: HostedModel) throws(HostingError) -> String { try service(for: model).key.source }

    /// The version that serves now, by the manifest's `when`, `offline` and `between`: what a submission pins.
    ///
    /// A service that cannot serve leaves the newest cached version, and the result says why. Where none is in the
    /// cache the error says why. An interruption is an error in any case, and so is the end of the command's time.
    ///
    /// - Parameter hasOther: whether another model can answer, so that a silent service is not waited for.
    package func resolve(_ model: HostedModel, hasOther: Bool = false) throws(HostingError) -> ResolvedModel {
        let key = try service(for: model).key
        let cached = try cached(model, of: key)
        if let cached {
            if let block = block(model) { return used(cached, .blocked(block), key) }
            switch model.when {
            case .missing: return used(cached, .present, key)
            case .background: return used(cached, .background, key)
            case .changed where model.isPinned, .always where model.isPinned: return used(cached, .present, key)
            case .changed, .always: break
            }
        }
        do throws(HostingError) {
            return try update(model, hasOther: hasOther || cached != nil)
        } catch {
            guard let cached, !environment.isInterrupted(), environment.timeIsUp() == nil else { throw error }
            return used(cached, .failed(error), key)
        }
    }

    /// Asks the service whatever `when` says, and downloads a newer version: for `when: background` beside the work,
    /// and for `cairn models pull`.
    ///
    /// Unlike `resolve` it fails where the service does not serve. `offline` and `between` hold here, too: the cached
    /// version answers, or the error says that none is there.
    package func update(_ model: HostedModel, hasOther: Bool = false) throws(HostingError) -> ResolvedModel {
        let environment = environment
        let stop: @Sendable () -> String? = {
            if environment.isInterrupted() { return "it was interrupted" }
            if let late = environment.timeIsUp() { return late }
            return model.block(at: environment.clock.now()).map(\.description)
        }
        let service = try service(for: model, maxWait: hasOther ? limits.patience : nil, stop: stop)
        if let block = block(model) {
            guard let cached = try cached(model, of: service.key) else {
                throw .notCached(source: service.key.source, block)
            }
            return used(cached, .blocked(block), service.key)
        }
        // A pinned digest has no newer version.
        if model.isPinned, let cached = try cached(model, of: service.key) {
            return used(cached, .present, service.key)
        }
        try cache.prepare()
        var limits = limits
        limits.rate = model.rate
        limits.hasOther = hasOther
        // A slow download that the manifest asks for is not a stuck one.
        if let rate = model.rate { limits.time = limits.time + TimeSpan(milliseconds: 1000 * maxBytes / max(1, rate)) }
        let fetch = ModelFetch(
            cache: cache, service: service, environment: environment, limits: limits, stop: stop, report: report,
            isForced: model.when == .always)
        return try fetch.run { () throws(HostingError) in try self.cached(model, of: service.key) }
    }

    /// The very version that a run is pinned to: from the cache, else from the service if it still serves it.
    ///
    /// Never another version: that is the error `otherVersion`.
    package func version(_ digest: Digest, of model: HostedModel) throws(HostingError) -> CachedModel {
        if let cached = try cached(digest) { return cached }
        let served = try update(model)
        if served.model.digest == digest { return served.model }
        // Another process may have brought it meanwhile.
        if let cached = try cached(digest) { return cached }
        let source = try source(of: model)
        if case .cached(.blocked(let block)) = served.origin { throw .notCached(source: source, block) }
        throw .otherVersion(source: source, wanted: digest, served: served.model.digest)
    }

    private func cached(_ model: HostedModel, of key: SourceKey) throws(HostingError) -> CachedModel? {
        let record = cache.record(of: key)
        for version in record.versions.reversed() {
            if let wanted = model.pinned, wanted != version.digest { continue }
            guard let found = try cache.version(version.digest) else { continue }
            return CachedModel(
                digest: version.digest, file: found.file, bytes: found.bytes, version: version.name,
                checked: record.checked)
        }
        // The same bytes serve from wherever they came.
        return try model.pinned.flatMap { digest throws(HostingError) in try cached(digest) }
    }

    private func used(_ cached: CachedModel, _ reason: CacheReason, _ key: SourceKey) -> ResolvedModel {
        report(.usedCached(source: key.source, cached, reason))
        var wantsUpdate = false
        if case .background = reason { wantsUpdate = true }
        return ResolvedModel(cached, .cached(reason), wantsUpdate: wantsUpdate)
    }

    private func block(_ model: HostedModel) -> DownloadBlock? { model.block(at: environment.clock.now()) }

    private func service(
        for model: HostedModel, maxWait: TimeSpan? = nil, stop: @escaping @Sendable () -> String? = { nil }
    ) throws(HostingError) -> any ModelService {
        var environment = environment
        if let maxWait { environment.timeout = min(environment.timeout, maxWait) }
        return switch model.source {
        case .storage(let object): try StorageService(object, in: environment, stop: stop)
        case .url(let file): AddressService(file)
        case .firebaseML(let model): try FirebaseMLService(model, cache: cache, in: environment, stop: stop)
        }
    }
}

extension TimeSpan {
    fileprivate static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: left.milliseconds + right.milliseconds)
    }
}
