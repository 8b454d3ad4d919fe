internal import Text
internal import Curl
internal import JSON
internal import Platform
internal import Domain
internal import Services

/// Cloud Storage, for pictures that the Vision API was to fetch itself and could not.
struct ObjectStorage: Sendable {
    private let credentials: any Credentials
    private let certificates: FilePath?
    private let base: String
    private let timeout: TimeSpan

    init(credentials: any Credentials, in environment: ProcessEnvironment, timeout: TimeSpan) {
        self.credentials = credentials
        self.timeout = timeout
        certificates = environment.certificates
        let access = HostedModel.StoredObject.Access.plain(nil)
        base = access.emulator(environment.variables) ?? access.publicEndpoint
    }

    /// The bytes of an object, by the JSON API (`storage/v1/b/BUCKET/o/OBJECT?alt=media`).
    func download(_ object: String, limit: Int) throws(Failure) -> [UInt8] {
        guard let place = CloudObject(object) else {
            throw unread(.missing, nil, "this is not an object in Cloud Storage, such as gs://bucket/a.jpg")
        }
        let slash = base.hasSuffix("/") ? "" : "/"
        var request = HTTPRequest(
            .get,
            "\(base)\(slash)storage/v1/b/\(percentEncoded(place.bucket))/o/\(percentEncoded(place.name))?alt=media")
        request.totalMilliseconds = Int(timeout.milliseconds)
        request.connectMilliseconds = min(request.connectMilliseconds, request.totalMilliseconds)
        request.maxResponseBytes = limit
        return try send(request)
    }

    /// Asks, and once more with better credentials where these are not taken and there are others.
    private func send(_ question: HTTPRequest) throws(Failure) -> [UInt8] {
        let client = HTTPClient(certificates: certificates)
        let sent = try credentials.send(
            isRefused: { (response: HTTPResponse) in response.status == 401 }, failing: withoutCredentials
        ) { headers throws(Failure) in
            var request = question
            request.credentials = headers
            return try perform(request, client)
        }
        guard sent.reply.status == 200 else { throw refusal(SecretMask(sent.headers).hiding(in: sent.reply)) }
        return sent.reply.body
    }

    private func withoutCredentials(_ error: BackendError) -> Failure {
        let isPassing = if case .tokenService = error { true } else { false }
        return unread(.unreachable, nil, error.description, isTransient: isPassing)
    }

    private func perform(_ request: HTTPRequest, _ client: HTTPClient) throws(Failure) -> HTTPResponse {
        do throws(HTTPError) { return try client.perform(request) } catch {
            switch error.kind {
            case .tooLarge:
                throw unread(.tooLarge, nil, "the object has more than \(request.maxResponseBytes) bytes")
            case .badAddress, .redirect, .insecure:
                throw unread(.unreachable, nil, "STORAGE_EMULATOR_HOST: \(error.host): \(error.message)")
            case .headersTooLarge: throw unread(.unreachable, nil, "\(error.host): \(error.message)")
            case .resolve, .connect, .tls, .timeout, .cut, .missing, .other:
                throw unread(
                    .unreachable, "\(error.kind)".uppercased(), "\(error.host): \(error.message)", isTransient: true)
            }
        }
    }

    private func refusal(_ response: HTTPResponse) -> Failure {
        let node = (try? JSONDocument(response.body))?.root["error"]
        // The media of an object is refused in plain words as often as in JSON.
        let error = ServiceError(response, node)
        let said = error.message.isEmpty ? "status \(response.status)" : "\"\(error.message)\""
        return switch response.status {
        case 404: unread(.refused, error.code, "Cloud Storage has no such object: \(said)")
        case 401, 403:
            unread(.unreadable, error.code, "Cloud Storage does not give it to these credentials: \(said)")
        case let status where HTTPStatus.mayPass(status, of: .files):
            unread(.unreachable, error.code, "Cloud Storage failed: \(said)", isTransient: true)
        default: unread(.unreadable, error.code, "Cloud Storage refused: \(said)")
        }
    }
}

private func unread(_ kind: Failure.Kind, _ code: String?, _ message: String, isTransient: Bool = false) -> Failure {
    Failure(stage: .read, kind: kind, code: code, message: message, isTransient: isTransient)
}
