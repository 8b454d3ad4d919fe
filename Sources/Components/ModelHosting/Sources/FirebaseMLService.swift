internal import Services
internal import Curl
internal import Domain
internal import JSON
internal import Platform
internal import Text

/// Firebase ML, until 15 June 2027: it names a model's version by its ETag, and gives an address that is signed for a
/// time.
///
/// The requests are those of Firebase's own clients: an installation's token proves that an app asks.
final class FirebaseMLService: ModelService {
    let key: SourceKey
    private let project: String
    private let app: AppIdentity
    private let address: String
    private let client: ServiceClient
    private let environment: ProcessEnvironment
    private let installation: Installation

    init(
        _ model: HostedModel.FirebaseModel, cache: ModelCache, in environment: ProcessEnvironment,
        stop: @escaping @Sendable () -> String?
    ) throws(HostingError) {
        self.environment = environment
        app = try AppIdentity(model.app)
        guard let project = app.project else { throw missing("project", "PROJECT_ID") }
        guard let appID = app.appID else { throw missing("appId", "GOOGLE_APP_ID") }
        self.project = project
        let source = "firebaseml://\(project)/\(model.name)"
        let base = model.endpoint ?? "https://firebaseml.googleapis.com"
        address = "\(base)/v1beta2/projects/\(percentEncoded(project))/models/\(percentEncoded(model.name)):download"
        key = SourceKey(source: source, identity: "\(model.endpoint ?? "") \(source)")
        client = ServiceClient(environment: environment, source: source, stop: stop)
        installation = Installation(
            project: project, appID: appID, bundleID: app.bundleID,
            endpoint: model.endpoint ?? "https://firebaseinstallations.googleapis.com", cache: cache, client: client)
    }

    func newest(knownAs known: String?) throws(ServiceFailure) -> ServiceAnswer {
        let key = try apiKey()
        let token = try installation.token(apiKey: key)
        var response = try client.send(question(known, key, token))
        var secrets = [key, token]
        if response.status == 401 {
            // The installation may have been removed in the console.
            let renewed = try installation.token(apiKey: key, insteadOf: token)
            secrets.append(renewed)
            response = try client.send(question(known, key, renewed))
        }
        switch response.status {
        case 200: return .served(try served(response, hiding: secrets))
        case 304:
            guard let known, version(response) == known else {
                throw ServiceFailure(
                    .mismatch(
                        source: self.key.source, what: "ETag in the answer \"not modified\"",
                        expected: known ?? "a version", actual: version(response) ?? "absent"))
            }
            return .notModified
        default: throw client.failure(response, hiding: secrets, advice: advice)
        }
    }

    private func question(_ known: String?, _ key: String, _ token: String) -> HTTPRequest {
        var request = HTTPRequest(.get, "\(address)?key=\(percentEncoded(key))")
        request.isConfidential = true
        request.credentials = [HTTPHeader("x-goog-firebase-installations-auth", token)]
        if let bundleID = app.bundleID { request.headers.append(HTTPHeader("x-ios-bundle-identifier", bundleID)) }
        if let known { request.headers.append(HTTPHeader("if-none-match", known)) }
        return request
    }

    /// What the service calls the version, byte for byte.
    private func version(_ response: HTTPResponse) -> String? {
        guard let tag = response.header("ETag"), !tag.isEmpty else { return nil }
        // A suffix that compression adds does not belong to the version.
        let isCompressed = response.header("Content-Encoding")?.lowercased() == "gzip"
        return isCompressed && tag.hasSuffix("--gzip") ? String(tag.dropLast(6)) : tag
    }

    private func served(_ response: HTTPResponse, hiding secrets: [String]) throws(ServiceFailure) -> HostedVersion {
        func incomplete(_ what: String) -> ServiceFailure {
            ServiceFailure(.unreachable(source: key.source, reason: "the service's answer has no \(what)"), .passing)
        }
        guard let version = version(response) else { throw incomplete("ETag") }
        let root = (try? JSONDocument(response.body))?.root
        guard let address = root?["downloadUri"]?.string, !address.isEmpty else { throw incomplete("downloadUri") }
        var request = HTTPRequest(.get, address)
        // Its query is a signature.
        request.isConfidential = true
        let signature = address.firstIndex(of: "?").map { String(address[address.index(after: $0)...]) }
        return HostedVersion(
            version: version, request: request, secrets: secrets + [signature].compactMap(\.self),
            bytes: root?["sizeBytes"]?.integer.map { Int64($0) },
            expires: root?["expireTime"]?.string.flatMap(Timestamp.init(protobuf:)), advice: advice)
    }

    private func apiKey() throws(ServiceFailure) -> String {
        do throws(HostingError) {
            guard let key = try app.apiKey(SecretReader(environment: environment.variables)) else {
                throw missing("apiKey", "API_KEY")
            }
            return key
        } catch {
            throw ServiceFailure(error)
        }
    }
}

private let advice =
    "enable the Firebase ML API in the project, and use a key that may ask it; "
    + "a key that is restricted to an app needs backend.hosted.firebaseML.bundleId"

private func missing(_ key: String, _ entry: String) -> HostingError {
    .setting(
        key: "backend.hosted.firebaseML.\(key)",
        reason: "it is missing, and backend.hosted.plist does not say \(entry) either")
}

extension Timestamp {
    /// A moment as Google's JSON has it, with 0, 3, 6 or 9 digits of a second: `2027-01-20T04:20:10.220Z`.
    fileprivate init?(protobuf text: String) {
        guard text.hasSuffix("Z"), text.utf8.count >= 20 else { return nil }
        let digits = text.dropLast().dropFirst(19).dropFirst().prefix(3)
        self.init(iso8601: text.prefix(19) + "." + digits + String(repeating: "0", count: 3 - digits.count) + "Z")
    }
}
