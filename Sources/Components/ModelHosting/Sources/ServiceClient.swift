internal import Services
internal import Curl
internal import Domain
internal import JSON
internal import Text

/// Asks a service short questions, and says what its refusals mean.
struct ServiceClient {
    let environment: ProcessEnvironment
    /// The source, for people.
    let source: String
    /// The clause that says why to ask no more; nil: go on.
    let stop: @Sendable () -> String?

    /// Asks once; any status is a response.
    func send(_ question: HTTPRequest) throws(ServiceFailure) -> HTTPResponse {
        if let reason = stop() { throw ServiceFailure(.stopped(source: source, reason: reason)) }
        var request = question
        request.maxResponseBytes = 1 << 20
        request.totalMilliseconds = min(maxRequestTime, Int(environment.timeout.milliseconds))
        request.connectMilliseconds = min(request.connectMilliseconds, request.totalMilliseconds)
        let stop = stop
        request.isCancelled = { stop() != nil }
        do throws(HTTPError) {
            return try HTTPClient(certificates: environment.certificates).perform(request)
        } catch {
            throw failure(error)
        }
    }

    /// Asks with credentials, and once more with better ones where these are not taken and there are others.
    func send(_ question: HTTPRequest, as credentials: (any Credentials)?) throws(ServiceFailure) -> HTTPResponse {
        guard let credentials else { return try send(question) }
        return try credentials.send(
            isRefused: { (response: HTTPResponse) in response.status == 401 },
            failing: { (error: BackendError) in failure(error) }
        ) { headers throws(ServiceFailure) in
            var request = question
            request.credentials = headers
            return try send(request)
        }.reply
    }

    /// What proves who asks.
    func headers(_ credentials: any Credentials) throws(ServiceFailure) -> [HTTPHeader] {
        do throws(BackendError) { return try credentials.headers() } catch { throw failure(error) }
    }

    /// What a failed sign-in means.
    func failure(_ error: BackendError) -> ServiceFailure {
        // Services for tokens were asked several times already.
        ServiceFailure(.credentials(error))
    }

    /// What it means that no response came.
    func failure(_ error: HTTPError) -> ServiceFailure {
        let reason = error.host.isEmpty ? error.message : "\(error.host): \(error.message)"
        if let stopped = stop() { return ServiceFailure(.stopped(source: source, reason: stopped)) }
        switch error.kind {
        case .resolve, .connect, .timeout, .cut, .other:
            return ServiceFailure(.unreachable(source: source, reason: reason), .passing)
        case .tls:
            return ServiceFailure(
                .refused(
                    source: source, reason: "no secure connection: \(reason)",
                    advice: ConnectionAdvice.certificate))
        case .tooLarge: return ServiceFailure(.unreachable(source: source, reason: "its answer is too long"))
        case .redirect:
            return ServiceFailure(
                .refused(source: source, reason: reason, advice: ConnectionAdvice.redirect))
        case .headersTooLarge:
            return ServiceFailure(
                .refused(source: source, reason: reason, advice: "ask the server's owner, or publish it elsewhere"))
        case .badAddress, .insecure:
            return ServiceFailure(.setting(key: "backend.hosted", reason: "\(reason); use https"))
        case .missing: return ServiceFailure(.credentials(.systemLibraryMissing(error.message)))
        }
    }

    /// What a response means that is not a success.
    ///
    /// - Parameters:
    ///   - secrets: what the service might repeat.
    ///   - advice: what can be done where it refuses.
    func failure(_ response: HTTPResponse, hiding secrets: [String], advice: String) -> ServiceFailure {
        let reason = words(response, hiding: secrets)
        switch response.status {
        case 404, 410: return ServiceFailure(.missing(source: source, reason: reason))
        case let status where HTTPStatus.mayPass(status, of: .files):
            return ServiceFailure(
                .unreachable(source: source, reason: reason), .passing,
                retryAfter: retryAfter(response, retryDelay: nil, now: environment.clock.now()))
        case 300...399:
            return ServiceFailure(
                .refused(source: source, reason: "\(reason), a redirect that is not followed", advice: advice))
        default: return ServiceFailure(.refused(source: source, reason: reason, advice: advice))
        }
    }

    /// Status and words of a service, in one line, without secrets.
    private func words(_ response: HTTPResponse, hiding secrets: [String]) -> String {
        let error = (try? JSONDocument(response.body))?.root["error"]
        let type = response.header("Content-Type") ?? ""
        let isPlain = error == nil && type.hasPrefix("text/plain")
        let said =
            error?["message"]?.string ?? error?.string ?? element("Message", of: response.body)
            ?? (isPlain ? String(decoding: response.body, as: UTF8.self) : "")
        let line = serviceWords(said, hiding: secrets)
        return line.isEmpty ? "status \(response.status)" : "status \(response.status), \"\(line)\""
    }
}

/// In milliseconds: an answer is short, and a job with a cached model is not to wait for minutes.
private let maxRequestTime = 20_000

/// The text of an element in an error of Cloud Storage's XML interface, which serves signed addresses.
func element(_ name: String, of body: [UInt8]) -> String? {
    let text = String(decoding: body.prefix(1 << 16), as: UTF8.self)
    guard let start = text.firstRange(of: "<\(name)>"), let end = text.firstRange(of: "</\(name)>"),
        start.upperBound <= end.lowerBound
    else { return nil }
    return String(text[start.upperBound..<end.lowerBound])
}
