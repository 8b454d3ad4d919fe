internal import Services
internal import Crypto
internal import Domain
internal import Platform

/// Asks one service for its newest version and downloads it, while all other processes that want it wait.
struct ModelFetch {
    let cache: ModelCache
    let service: any ModelService
    let environment: ProcessEnvironment
    let limits: DownloadLimits
    let stop: @Sendable () -> String?
    let report: @Sendable (ModelEvent) -> Void
    /// Whether the newest version is downloaded although it is here.
    let isForced: Bool

    private var key: SourceKey { service.key }

    /// The newest version, downloaded now or here already.
    ///
    /// - Parameter look: gives the newest version that is in the cache.
    func run(look: () throws(HostingError) -> CachedModel?) throws(HostingError) -> ResolvedModel {
        let started = environment.clock.now()
        let lock = try SourceLock(
            cache.lockFile(of: key.name), in: environment, source: key.source,
            patience: limits.hasOther ? limits.lockPatience : limits.time,
            willWait: { report(.waiting(source: key.source)) }, stop: stop)
        defer { withExtendedLifetime(lock) {} }
        let cached = try look()
        // What another process brought while this one waited is as new as what the service has.
        if lock.hasWaited, let cached, let checked = cached.checked, checked >= started {
            report(.notModified(source: key.source, cached))
            return ResolvedModel(cached, .notModified)
        }
        // Behind a process that tried in vain, twenty more do not each try as often.
        return try repeated(
            attemptCount: lock.hasWaited ? 1 : limits.hasOther ? min(3, limits.attemptCount) : limits.attemptCount,
            cached)
    }

    private func repeated(attemptCount: Int, _ cached: CachedModel?) throws(HostingError) -> ResolvedModel {
        var left = attemptCount
        var pause = 1000.0
        var hasExpired = false
        while true {
            var received: Int64 = 0
            let began = monotonicMilliseconds()
            do throws(ServiceFailure) {
                return try attempt(cached, received: &received)
            } catch {
                let took = monotonicMilliseconds() - began
                // A download that is too slow brings bytes with each try, for ever.
                let isSlow = took >= 1000 * limits.idleSeconds && received * 1000 < limits.slowest * took
                if received > 0, !isSlow { (left, pause, hasExpired) = (attemptCount, 1000, false) }
                if error.kind == .expired, !hasExpired {
                    hasExpired = true
                    continue
                }
                left -= 1
                if limits.hasOther, isSlow || received == 0 && took >= limits.patience.milliseconds { left = 0 }
                let retryAfter = error.retryAfter ?? TimeSpan(milliseconds: 0)
                guard error.kind == .passing, left > 0, stop() == nil, retryAfter <= limits.maxWait else {
                    report(.failed(source: key.source, error.error, retryAfter: nil))
                    throw error.error
                }
                let jitter = 0.9 + 0.2 * environment.chance()
                let wait = max(retryAfter, TimeSpan(milliseconds: Int64(pause * jitter)))
                report(.failed(source: key.source, error.error, retryAfter: wait))
                try rest(wait)
                pause = min(pause * 2, 30_000)
            }
        }
    }

    /// Waits, a second at a time, so that an interruption ends it.
    private func rest(_ wait: TimeSpan) throws(HostingError) {
        var left = wait.milliseconds
        while left > 0 {
            if let reason = stop() { throw .stopped(source: key.source, reason: reason) }
            let step = min(left, 1000)
            environment.pause(TimeSpan(milliseconds: step))
            left -= step
        }
    }

    private func attempt(_ cached: CachedModel?, received: inout Int64) throws(ServiceFailure) -> ResolvedModel {
        report(.asking(source: key.source))
        switch try service.newest(knownAs: isForced ? nil : cached?.version) {
        case .notModified: return try failing { () throws(HostingError) in try confirmed(cached) }
        case .served(let served):
            let began = monotonicMilliseconds()
            guard let model = try download(served, received: &received) else {
                return try failing { () throws(HostingError) in try confirmed(cached) }
            }
            let took = TimeSpan(milliseconds: monotonicMilliseconds() - began)
            report(.finished(source: key.source, model, received: received, took: took))
            return ResolvedModel(model, .downloaded)
        }
    }

    /// The version, downloaded, checked and in the cache; nil where the service says that the one here is the newest.
    private func download(_ served: HostedVersion, received: inout Int64) throws(ServiceFailure) -> CachedModel? {
        let path = cache.partialFile(of: key)
        let client = ServiceClient(environment: environment, source: key.source, stop: stop)
        var mayRepeat = true
        while true {
            let partial = try failing { () throws(HostingError) in try PartialDownload(path) }
            let isContinued = partial.isBeginning(of: served)
            if !isContinued { try failing { () throws(HostingError) in try partial.restart(as: nil) } }
            if !isContinued || !partial.isWhole(of: served) {
                let download = ModelDownload(served, into: partial, by: client, limits, report: report)
                defer { received += download.received }
                if case .notModified = try download.run() {
                    PartialDownload.discard(path)
                    return nil
                }
            }
            do throws(HostingError) {
                let digest = try ContentCheck(source: key.source, served: served).digest(of: partial)
                return try publish(digest, partial)
            } catch {
                if case .mismatch = error { PartialDownload.discard(path) }
                // Parts that do not fit together may be of two versions.
                guard case .mismatch = error, isContinued, mayRepeat else { throw ServiceFailure(error) }
                mayRepeat = false
            }
        }
    }

    /// Puts a checked download into the cache.
    private func publish(_ digest: Digest, _ partial: PartialDownload) throws(HostingError) -> CachedModel {
        let now = environment.clock.now()
        let (bytes, name) = (partial.bytes, partial.label?.name)
        var record = cache.record(of: key)
        record.add(SourceRecord.Version(digest: digest, name: name, bytes: bytes, fetched: now))
        record.checked = now
        // First the record: a process that dies behind it leaves a whole download that the next one publishes.
        try cache.save(record, of: key)
        let file = cache.file(of: digest)
        try partial.publish(as: file)
        return CachedModel(digest: digest, file: file, bytes: bytes, version: name, checked: now)
    }

    /// The version that is here, which the service calls its newest.
    private func confirmed(_ cached: CachedModel?) throws(HostingError) -> ResolvedModel {
        guard var cached else {
            throw .mismatch(
                source: key.source, what: "answer", expected: "a model", actual: "\"not modified\", and none is here")
        }
        cached.checked = environment.clock.now()
        var record = cache.record(of: key)
        record.checked = environment.clock.now()
        try cache.save(record, of: key)
        report(.notModified(source: key.source, cached))
        return ResolvedModel(cached, .notModified)
    }

    private func failing<Value>(_ body: () throws(HostingError) -> Value) throws(ServiceFailure) -> Value {
        do throws(HostingError) { return try body() } catch { throw ServiceFailure(error) }
    }
}

extension PartialDownload {
    /// Whether the bytes that are here are the first ones of a version, as far as that can be told before asking.
    fileprivate func isBeginning(of served: HostedVersion) -> Bool {
        guard bytes > 0, let label else { return false }
        if let total = served.bytes, bytes > total { return false }
        return served.version == nil ? label.version == nil && label.validator != nil : label.version == served.version
    }

    /// Whether all bytes of a version are here, so that nothing is to be asked for.
    fileprivate func isWhole(of served: HostedVersion) -> Bool {
        served.version != nil && (served.bytes ?? label?.total) == bytes
    }
}
