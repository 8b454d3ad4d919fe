internal import Curl
internal import Synchronization
internal import Vocabulary

/// Credentials from a source, kept until shortly before they end.
///
/// Threads come in one by one: while the first fetches, the others wait, and then find what it got.
final class RenewedCredentials<Source: GrantSource>: Credentials {
    let project: String?
    private let clock: Clock
    private let holder: Mutex<GrantHolder<Source>>

    init(_ source: Source, project: String?, clock: Clock) {
        self.project = project
        self.clock = clock
        holder = Mutex(GrantHolder(source))
    }

    func headers() throws(BackendError) -> [HTTPHeader] {
        try holder.withLock { holder throws(BackendError) in try holder.headers(at: clock.now()) }
    }

    func renew(after refused: [HTTPHeader]) throws(BackendError) -> Bool {
        try holder.withLock { holder throws(BackendError) in try holder.renew(after: refused, at: clock.now()) }
    }
}

/// The grant of now, the next one's time, and what became of the last try to get one.
struct GrantHolder<Source: GrantSource>: Sendable {
    private var source: Source
    private var grant: Grant?
    /// When the next grant is fetched; nil: never by itself.
    private var due: Timestamp?
    /// Why there is no newer grant, and until when nobody asks again; nil: for ever.
    private var failure: (error: BackendError, until: Timestamp?)?

    init(_ source: Source) {
        self.source = source
    }

    mutating func headers(at now: Timestamp) throws(BackendError) -> [HTTPHeader] {
        if let grant, due.map({ now < $0 }) ?? true { return grant.headers }
        do throws(BackendError) {
            return try fetch(instead: nil, at: now).headers
        } catch {
            // What is held still holds: work goes on, and the next try may succeed.
            if let grant, let ends = grant.ends, now < ends { return grant.headers }
            throw error
        }
    }

    mutating func renew(after refused: [HTTPHeader], at now: Timestamp) throws(BackendError) -> Bool {
        if let grant {
            guard grant.headers.allSatisfy(refused.contains) else { return true }
            let next = try fetch(instead: grant, at: now)
            return next.headers != grant.headers
        }
        _ = try fetch(instead: nil, at: now)
        return true
    }

    /// Gets another grant, unless that failed a moment ago: the threads that waited meanwhile need not find out again.
    private mutating func fetch(instead refused: Grant?, at now: Timestamp) throws(BackendError) -> Grant {
        if let failure, failure.until.map({ now < $0 }) ?? true { throw failure.error }
        if refused != nil { grant = nil }
        do throws(BackendError) {
            let next = try source.grant(at: now, instead: refused)
            grant = next
            failure = nil
            due = next.ends.map { ends in
                // What lives no longer than the margin is kept for half its life; it must not be fetched for each request.
                let early = Timestamp(milliseconds: ends.milliseconds - source.margin.milliseconds)
                let half = Timestamp(milliseconds: now.milliseconds + (ends - now).milliseconds / 2)
                return early > now ? early : half
            }
            return next
        } catch {
            var until: Timestamp?
            if case .tokenService = error { until = now + pauseAfterFailure }
            failure = (error, until)
            throw error
        }
    }
}

/// How long nobody asks a service again that could not answer.
private let pauseAfterFailure = TimeSpan.seconds(30)
