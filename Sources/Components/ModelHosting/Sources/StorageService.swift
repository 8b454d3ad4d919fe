internal import Services
internal import Crypto
internal import Curl
internal import Domain
internal import JSON
internal import Platform
internal import Text

/// Cloud Storage, by its own JSON interface or by that of Cloud Storage for Firebase: both say generation, size and
/// digest of an object, and serve its bytes with `alt=media`.
final class StorageService: ModelService {
    let key: SourceKey
    private let object: HostedModel.StoredObject
    private let app: AppIdentity
    private let address: String
    private let client: ServiceClient
    private let environment: ProcessEnvironment
    /// Made when the service is first asked.
    private var credentials: (any Credentials)?
    private var isSignedIn = false

    init(
        _ object: HostedModel.StoredObject, in environment: ProcessEnvironment, stop: @escaping @Sendable () -> String?
    ) throws(HostingError) {
        self.object = object
        self.environment = environment
        app = try AppIdentity(object.app)
        guard let bucket = object.bucket ?? app.bucket else {
            throw .setting(
                key: "backend.hosted.storage",
                reason: "it names no bucket, and neither does backend.hosted.plist; write gs://BUCKET/\(object.object)")
        }
        let base = object.endpoint ?? object.access.emulator(environment.variables)
        let path = "b/\(percentEncoded(bucket))/o/\(percentEncoded(object.object))"
        let host = base ?? object.access.publicEndpoint
        address = "\(host.hasSuffix("/") ? String(host.dropLast()) : host)/\(object.access.version)/\(path)"
        let source = "gs://\(bucket)/\(object.object)"
        key = SourceKey(source: source, identity: "\(base ?? "") \(source)")
        client = ServiceClient(environment: environment, source: source, stop: stop)
    }

    func newest(knownAs known: String?) throws(ServiceFailure) -> ServiceAnswer {
        try signIn()
        var request = HTTPRequest(.get, address)
        if let appID = app.appID, object.access.isFirebase {
            request.headers.append(HTTPHeader("x-firebase-gmpid", appID))
        }
        let response = try client.send(request, as: credentials)
        guard response.status == 200 else {
            throw client.failure(response, hiding: try secrets(), advice: object.access.advice)
        }
        guard let root = (try? JSONDocument(response.body))?.root, let generation = root["generation"]?.string,
            !generation.isEmpty, generation.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else {
            throw ServiceFailure(
                .unreachable(source: key.source, reason: "the answer about the object names no generation"), .passing)
        }
        guard root["contentEncoding"]?.string != "gzip" else {
            throw ServiceFailure(
                .refused(
                    source: key.source, reason: "it is stored compressed (contentEncoding: gzip)",
                    advice: "upload it without compression, such as without `gcloud storage cp -Z`"))
        }
        if generation == known { return .notModified }
        // The version that was asked about, whatever is uploaded meanwhile.
        request.url = "\(address)?alt=media" + (object.access.isFirebase ? "" : "&generation=\(generation)")
        if let credentials { request.credentials = try client.headers(credentials) }
        return .served(
            HostedVersion(
                version: generation, request: request, secrets: try secrets(),
                bytes: root["size"]?.integer.map { Int64($0) },
                md5: root["md5Hash"]?.string.flatMap(plainBase64).flatMap { $0.count == 16 ? $0 : nil },
                crc32c: root["crc32c"]?.string.flatMap(plainBase64).flatMap {
                    $0.count == 4 ? $0.reduce(0) { $0 << 8 | UInt32($1) } : nil
                }, advice: object.access.advice))
    }

    private func signIn() throws(ServiceFailure) {
        guard !isSignedIn else { return }
        do throws(BackendError) {
            credentials = try Services.credentials(for: object.access, project: app.project, in: environment)
        } catch {
            throw client.failure(error)
        }
        isSignedIn = true
    }

    /// What requests carry, to be hidden in what comes back.
    private func secrets() throws(ServiceFailure) -> [String] {
        guard let credentials else { return [] }
        return SecretMask.secrets(in: try client.headers(credentials))
    }
}

extension HostedModel.StoredObject.Access {
    /// The interface's name in addresses.
    fileprivate var version: String { isFirebase ? "v0" : "storage/v1" }

    fileprivate var advice: String {
        switch self {
        case .plain(nil): "name who asks in backend.hosted.auth, or let anyone read the object"
        case .plain: "give the account the role Storage Object Viewer on the bucket"
        case .firebase(nil, _): "sign in with backend.hosted.auth, or allow the read in the bucket's security rules"
        case .firebase:
            "allow this user to read the object in the bucket's security rules; "
                + "where App Check is enforced, name backend.hosted.appCheck"
        }
    }
}

/// The bytes of base 64 in its plain alphabet; nil for any other text.
private func plainBase64(_ text: String) -> [UInt8]? {
    let ofAddresses = text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    return Base64URL.bytes(String(ofAddresses))
}
