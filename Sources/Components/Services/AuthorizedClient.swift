package import Curl
internal import Platform
package import Domain

/// One connection to a service that wants credentials, confined to one worker.
///
/// It adds the credentials to each call, renews them once where they are refused, hides them in what comes back and
/// measures how long a call takes.
package final class AuthorizedClient {
    private let url: String
    private let key: String
    private let credentials: any Credentials
    private let transport: Transport
    private let environment: ProcessEnvironment
    private let timeout: TimeSpan
    private var mask = SecretMask([])

    /// A client of one address.
    ///
    /// - Parameters:
    ///   - key: the manifest's key for the address.
    ///   - transport: what carries a request; nil: a connection of its own.
    ///   - timeout: the longest that one call may take.
    package init(
        url: String, key: String, credentials: any Credentials, transport: Transport?,
        in environment: ProcessEnvironment, timeout: TimeSpan
    ) {
        self.url = url
        self.key = key
        self.credentials = credentials
        self.environment = environment
        self.timeout = timeout
        if let transport {
            self.transport = transport
        } else {
            let client = HTTPClient(certificates: environment.certificates)
            self.transport = { request throws(HTTPError) in try client.perform(request) }
        }
    }

    /// Posts JSON, and once more with better credentials where these are refused and there are others.
    ///
    /// - Parameters:
    ///   - images: how many images it holds.
    ///   - again: asked before the second call.
    ///   - read: reads what came of a call.
    /// - Returns: the last call as it was read; nil where `again` forbids the second one.
    package func post<Reading: AuthorizedReply>(
        _ body: HTTPBody, images: Int, again: (Int) -> Bool, read: (ServiceCall) -> Reading
    ) throws(BackendError) -> Reading? {
        do throws(BackendError) {
            let sent = try credentials.send(
                again: { again(images) }, isRefused: { (reply: Reading) in reply.mayBeAskedWithOthers },
                failing: { $0 }
            ) { headers throws(BackendError) in read(perform(body, images, headers)) }
            return sent.isWithheld ? nil : sent.reply
        } catch {
            // A token service that is away for a while is not a reason to end the run.
            guard case .tokenService(let host, let reason) = error else { throw error }
            let failure = Failure(.unreachable, code: nil, "\(host) gives no token now: \(reason)")
            return read(
                ServiceCall(.unanswered(.unreachable(failure), charge: .none), endedAt: environment.clock.now()))
        }
    }

    private func perform(_ body: HTTPBody, _ images: Int, _ credentials: [HTTPHeader]) -> ServiceCall {
        var request = HTTPRequest(.post, url)
        request.headers = [HTTPHeader("Content-Type", "application/json")]
        request.credentials = credentials
        request.body = body
        request.totalMilliseconds = Int(timeout.milliseconds)
        request.connectMilliseconds = min(request.connectMilliseconds, request.totalMilliseconds)
        let start = environment.monotonic.now()
        var metrics = CallMetrics(httpStatus: nil, requestBytes: body.count, latency: .seconds(0), images: images)
        let outcome: ServiceCall.CallOutcome
        do throws(HTTPError) {
            let response = mask.mask(for: credentials).hiding(in: try transport(request))
            metrics.httpStatus = response.status
            outcome = .response(response)
        } catch {
            if !error.mayHaveBeenSent { metrics.requestBytes = 0 }
            outcome = .unanswered(
                RequestRejection(error, maxBytes: request.maxResponseBytes, key: key),
                charge: ChargeTable.charge(for: error))
        }
        metrics.latency = environment.monotonic.span(since: start)
        return ServiceCall(outcome, metrics: metrics, endedAt: environment.clock.now())
    }
}

/// What an authorized client needs to know of a call that was read.
package protocol AuthorizedReply {
    /// Whether the credentials were refused and nothing else has happened, so that the call may be made with others.
    var mayBeAskedWithOthers: Bool { get }
}
