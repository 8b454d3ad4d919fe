internal import Curl
internal import Platform
internal import Domain

/// Credentials from a source, kept until shortly before they end.
///
/// One thread renews them, while the others that need them wait for what it gets.
final class RenewedCredentials<Source: TokenProvider>: Credentials {
    let project: String?
    private let clock: Clock
    private let holder: Monitor<TokenRefresher<Source>>

    init(_ source: Source, project: String?, clock: Clock) {
        self.project = project
        self.clock = clock
        holder = Monitor(TokenRefresher(source))
    }

    func headers() throws(BackendError) -> [HTTPHeader] {
        let turn = holder.wait { $0.turn(at: clock.now()) }
        do throws(BackendError) {
            return try finish(turn)
        } catch {
            // What is held still holds: work goes on, and the next try may succeed.
            if let held = holder.with({ $0.held(at: clock.now()) }) { return held }
            throw error
        }
    }

    func renew(after refused: [HTTPHeader]) throws(BackendError) -> Bool {
        let turn = holder.wait { $0.turn(after: refused, at: clock.now()) }
        let headers = try finish(turn)
        if case .renew(_, let grant?, _) = turn { return headers != grant.headers }
        return true
    }

    /// The header fields of a turn, fetched where it is one to renew.
    private func finish(_ turn: TokenRefresher<Source>.Renewal) throws(BackendError) -> [HTTPHeader] {
        switch turn {
        case .use(let headers): return headers
        case .fail(let error): throw error
        case .renew(var source, let refused, let now):
            let result = Result { () throws(BackendError) in try source.grant(at: now, instead: refused) }
            holder.with { $0.end(source, result, at: now) }
            return try result.get().headers
        }
    }
}

/// The grant of now, the next one's time, and what became of the last try to get one.
struct TokenRefresher<Source: TokenProvider>: Sendable {
    /// What a thread does that needs a grant.
    enum Renewal: Sendable {
        case use([HTTPHeader])
        case fail(BackendError)
        /// It fetches another grant, in place of one that was refused, and brings the source back.
        case renew(Source, instead: Token?, at: Timestamp)
    }

    /// Nil while a thread has it, and renews.
    private var source: Source?
    private var grant: Token?
    /// When the next grant is fetched; nil: never by itself.
    private var due: Timestamp?
    /// Why there is no newer grant, and until when it is not requested again; nil: for ever.
    private var failure: (error: BackendError, until: Timestamp?)?

    init(_ source: Source) {
        self.source = source
    }

    /// The turn of a thread that needs header fields; nil: it waits for another that renews.
    mutating func turn(at now: Timestamp) -> Renewal? {
        guard source != nil else { return nil }
        if let grant, due.map({ now < $0 }) ?? true { return .use(grant.headers) }
        return begin(instead: nil, at: now)
    }

    /// The turn of a thread whose header fields were refused.
    mutating func turn(after refused: [HTTPHeader], at now: Timestamp) -> Renewal? {
        guard source != nil else { return nil }
        if let grant, !grant.headers.allSatisfy(refused.contains) { return .use(grant.headers) }
        return begin(instead: grant, at: now)
    }

    /// The header fields of a grant that has not ended.
    func held(at now: Timestamp) -> [HTTPHeader]? {
        guard let grant, let ends = grant.ends, now < ends else { return nil }
        return grant.headers
    }

    /// Begins to get another grant, unless that failed a moment ago: threads that waited need not find out again.
    private mutating func begin(instead refused: Token?, at now: Timestamp) -> Renewal? {
        if let failure, failure.until.map({ now < $0 }) ?? true { return .fail(failure.error) }
        guard let source else { return nil }
        if refused != nil { grant = nil }
        self.source = nil
        return .renew(source, instead: refused, at: now)
    }

    /// Takes in what the source has given or said.
    mutating func end(_ source: Source, _ result: Result<Token, BackendError>, at now: Timestamp) {
        self.source = source
        switch result {
        case .success(let next):
            grant = next
            failure = nil
            due = next.due(after: now, margin: source.margin)
        case .failure(let error):
            var until: Timestamp?
            if case .tokenService = error { until = now + pauseAfterFailure }
            failure = (error, until)
        }
    }
}

/// How long a service that could not answer is not asked again.
private let pauseAfterFailure = TimeSpan.seconds(30)
