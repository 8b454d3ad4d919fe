internal import Crypto
internal import Curl
internal import Domain
internal import JSON
internal import Platform
internal import Text
internal import Services

/// An app's installation at Firebase: an id of this user's cache and a token that proves it, kept for its life in a
/// file of mode 0600.
struct Installation {
    let project: String
    let appID: String
    let bundleID: String?
    let endpoint: String
    let cache: ModelCache
    let client: ServiceClient

    /// What the file keeps.
    private struct State {
        var id: String
        var refreshToken: String
        var token: String
        var ends: Timestamp
    }

    /// A token that holds now: the kept one, a renewed one, or that of a new installation.
    ///
    /// - Parameter refused: a token that the service did not take.
    func token(apiKey: String, insteadOf refused: String? = nil) throws(ServiceFailure) -> String {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let now = client.environment.clock.now()
        guard let state = kept() else { return try register(apiKey, at: now) }
        // Firebase's own clients renew when an hour is left.
        if state.token != refused, now + .seconds(3600) < state.ends { return state.token }
        if let renewed = try renewed(state, apiKey, at: now) { return renewed }
        return try register(apiKey, at: now)
    }

    /// A new token for an installation; nil where Firebase does not know it any more.
    private func renewed(_ state: State, _ apiKey: String, at now: Timestamp) throws(ServiceFailure) -> String? {
        var request = request("/\(percentEncoded(state.id))/authTokens:generate", apiKey)
        request.credentials.append(HTTPHeader("Authorization", "FIS_v2 \(state.refreshToken)"))
        let installation = jsonObject([("sdkVersion", sdkVersion)])
        request.body = HTTPBody(Array("{\"installation\":".utf8) + installation + Array("}".utf8))
        let response = try client.send(request)
        if response.status == 401 || response.status == 404 { return nil }
        let secrets = [apiKey, state.refreshToken]
        guard response.status == 200 else { throw client.failure(response, hiding: secrets, advice: advice) }
        let root = (try? JSONDocument(response.body))?.root
        guard let (token, ends) = token(root, at: now) else { throw incomplete }
        try save(State(id: state.id, refreshToken: state.refreshToken, token: token, ends: ends))
        return token
    }

    private func register(_ apiKey: String, at now: Timestamp) throws(ServiceFailure) -> String {
        let id = newID()
        var request = request("/", apiKey)
        request.body = HTTPBody(
            jsonObject([("fid", id), ("authVersion", "FIS_v2"), ("appId", appID), ("sdkVersion", sdkVersion)]))
        let response = try client.send(request)
        guard response.status == 200 else { throw client.failure(response, hiding: [apiKey], advice: advice) }
        let root = (try? JSONDocument(response.body))?.root
        guard let (token, ends) = token(root?["authToken"], at: now), let refresh = root?["refreshToken"]?.string,
            isHeaderValue(refresh)
        else { throw incomplete }
        // Firebase may answer with another id than the one that was proposed.
        let given = root?["fid"]?.string.flatMap { isHeaderValue($0) ? $0 : nil }
        try save(State(id: given ?? id, refreshToken: refresh, token: token, ends: ends))
        return token
    }

    private func request(_ path: String, _ apiKey: String) -> HTTPRequest {
        var request = HTTPRequest(.post, "\(endpoint)/v1/projects/\(percentEncoded(project))/installations\(path)")
        request.headers = [HTTPHeader("Content-Type", "application/json")]
        if let bundleID { request.headers.append(HTTPHeader("X-Ios-Bundle-Identifier", bundleID)) }
        request.credentials = [HTTPHeader("X-Goog-Api-Key", apiKey)]
        request.isConfidential = true
        return request
    }

    private func token(_ node: JSONNode?, at now: Timestamp) -> (token: String, ends: Timestamp)? {
        guard let token = node?["token"]?.string, isHeaderValue(token), let life = node?["expiresIn"]?.string,
            life.hasSuffix("s"), let seconds = Double(life.dropLast()), (0...1e9).contains(seconds)
        else { return nil }
        return (token, now + TimeSpan(milliseconds: Int64(seconds * 1000)))
    }

    /// 22 characters of base 64; the first four bits are 0111, which tells Firebase that it is such an id.
    private func newID() -> String {
        var bytes = (0..<17).map { _ in UInt8(client.environment.chance() * 256) }
        bytes[0] = 0b0111_0000 | bytes[0] & 0b1111
        return String(Base64URL.text(bytes).prefix(22))
    }

    /// The client that is named, by the app's platform: Firebase refuses any other form.
    private var sdkVersion: String {
        switch appID.split(separator: ":").dropFirst(2).first {
        case "android": "a:17.0.0"
        case "web": "w:0.6.4"
        default: "i:11.0.0"
        }
    }

    private var incomplete: ServiceFailure {
        ServiceFailure(
            .unreachable(source: client.source, reason: "Firebase answered without an installation's token"), .passing)
    }

    private var file: FilePath { cache.installationFile(Digest(of: "\(endpoint) \(project) \(appID)").hex) }

    /// The lock of the installation, so that processes that start at once make one.
    private func lock() throws(ServiceFailure) -> SourceLock {
        do throws(HostingError) {
            return try SourceLock(
                cache.lockFile(of: "app-\(Digest(of: "\(endpoint) \(project) \(appID)").hex)"), in: client.environment,
                source: client.source, patience: .seconds(60), willWait: {}, stop: client.stop)
        } catch {
            throw ServiceFailure(error)
        }
    }

    /// The kept installation; nil where there is none, or the file is damaged.
    private func kept() -> State? {
        let buffer = FileBuffer()
        guard (try? buffer.read(file, limit: 1 << 16)) != nil, let root = try? JSONDocument(buffer.copy).root,
            let id = root["fid"]?.string, let refresh = root["refreshToken"]?.string,
            let token = root["token"]?.string, let ends = root["ends"]?.integer, isHeaderValue(refresh),
            isHeaderValue(token)
        else { return nil }
        return State(id: id, refreshToken: refresh, token: token, ends: Timestamp(milliseconds: Int64(ends)))
    }

    private func save(_ state: State) throws(ServiceFailure) {
        let texts = jsonObject([("fid", state.id), ("refreshToken", state.refreshToken), ("token", state.token)])
        let json = texts.dropLast() + Array(",\"ends\":\(state.ends.milliseconds)}\n".utf8)
        do throws(SystemError) { try replaceFile(file, with: Array(json), isPrivate: true) } catch {
            throw ServiceFailure(.cache(error))
        }
    }
}

private let advice =
    "the API key must be allowed to use the Firebase Installations API, and backend.hosted.firebaseML.appId must be an app of the project; "
    + "a key that is restricted to an app needs backend.hosted.firebaseML.bundleId"
