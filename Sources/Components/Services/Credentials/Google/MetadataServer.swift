internal import Text
internal import Curl
internal import JSON
internal import Domain

/// The server that tells a virtual machine of Google's who it is; elsewhere no server answers at its address.
struct MetadataServer: Sendable {
    private let root: String
    private let ping: String
    private let milliseconds: Int
    private let service: TokenService

    /// The server, as the environment names it; nil where the environment says that there is none.
    ///
    /// The variables are those of Google's own libraries: GCE_METADATA_HOST or GCE_METADATA_ROOT, GCE_METADATA_IP,
    /// GCE_METADATA_TIMEOUT in seconds, NO_GCE_CHECK.
    init?(_ environment: [String: String], service: TokenService) {
        guard environment["NO_GCE_CHECK"]?.lowercased() != "true" else { return nil }
        func named(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let host = named("GCE_METADATA_HOST") ?? named("GCE_METADATA_ROOT")
        root = "http://\(host ?? "metadata.google.internal")"
        // By number: where no such host is, its name may take long to be unknown.
        ping = "http://\(named("GCE_METADATA_IP") ?? host ?? "169.254.169.254")"
        let seconds = named("GCE_METADATA_TIMEOUT").flatMap { Double($0) } ?? 3
        milliseconds = Int(max(0.1, min(seconds, 600)) * 1000)
        self.service = service
    }

    /// Whether this machine has one.
    var isThere: Bool {
        guard let answer = try? send(ping + "/", attemptCount: 3) else { return false }
        return answer.isSuccess
    }

    /// The project the machine belongs to; nil where the server does not say.
    var project: String? {
        guard let answer = try? send(root + "/computeMetadata/v1/project/project-id", attemptCount: 3), answer.isSuccess
        else {
            return nil
        }
        let name = String(answer.text.filter { !$0.isWhitespace })
        return isHeaderValue(name) ? name : nil
    }

    /// A token of the machine's service account.
    func token(at now: Timestamp) throws(BackendError) -> GoogleToken {
        let scopes = percentEncoded(GoogleToken.scopes.joined(separator: ","))
        let answer = try send(
            root + "/computeMetadata/v1/instance/service-accounts/default/token?scopes=\(scopes)", attemptCount: 3)
        guard answer.isSuccess else {
            throw .credentials(
                subject: "the metadata server \(host(of: root))",
                reason: "it gives this machine no token (\(answer.words))",
                advice: "attach a service account to the machine, with access to Cloud Vision")
        }
        return try GoogleToken(answer, asked: now, host: host(of: root))
    }

    /// Asks; what answers without the flavor of Google's server is not it: a captive portal, a proxy.
    private func send(_ url: String, attemptCount: Int) throws(BackendError) -> TokenAnswer {
        var request = HTTPRequest(.get, url)
        request.headers = [HTTPHeader("Metadata-Flavor", "Google")]
        request.goesDirect = true
        request.connectMilliseconds = milliseconds
        request.totalMilliseconds = milliseconds
        request.maxResponseBytes = 1 << 20
        let answer = try service.send(request, attemptCount: attemptCount, hiding: [], isPassing: GoogleToken.isPassing)
        guard answer.flavor == "Google" else {
            throw .credentials(
                subject: "the metadata server \(host(of: url))",
                reason: "what answers there is not Google's: `Metadata-Flavor: Google` is missing",
                advice: "set GOOGLE_APPLICATION_CREDENTIALS to a key file, and NO_GCE_CHECK=true outside Google's cloud"
            )
        }
        return answer
    }
}

/// Access tokens of the machine itself.
struct MetadataTokens: TokenProvider {
    let server: MetadataServer
    let others: [HTTPHeader]

    let margin = GoogleToken.margin

    mutating func grant(at now: Timestamp, instead refused: Token?) throws(BackendError) -> Token {
        try server.token(at: now).grant(others)
    }
}
