internal import Text
internal import Curl
internal import JSON
internal import Platform
internal import Domain

/// Asks services that give tokens: small requests, tried again where that can help.
struct TokenService: Sendable {
    private let environment: ProcessEnvironment

    init(_ environment: ProcessEnvironment) {
        self.environment = environment
    }

    /// Asks until there is an answer that is final.
    ///
    /// Waits 1 s, then twice as long each time, give or take a tenth, as Google's own libraries do for their token
    /// endpoint. Connections that fail are tried again too: asking for a token twice does no harm. An interruption ends
    /// it.
    ///
    /// - Parameters:
    ///   - attemptCount: how often at most, at least 1.
    ///   - hiding: secrets the service might repeat in what it says.
    ///   - isPassing: whether a response that is not a success may be another one later.
    func send(
        _ request: HTTPRequest, attemptCount: Int, hiding secrets: [String], isPassing: (TokenAnswer) -> Bool
    ) throws(BackendError) -> TokenAnswer {
        let host = host(of: request.url)
        var request = request
        request.isCancelled = environment.isInterrupted
        request.totalMilliseconds = min(request.totalMilliseconds, Int(environment.timeout.milliseconds))
        request.connectMilliseconds = min(request.connectMilliseconds, request.totalMilliseconds)
        var wait = 1000.0
        var failure = BackendError.tokenService(host: host, reason: "it was not asked")
        for left in (0..<attemptCount).reversed() {
            do throws(HTTPError) {
                let response = try HTTPClient(certificates: environment.certificates).perform(request)
                let answer = TokenAnswer(response, hiding: secrets)
                guard !answer.isSuccess, isPassing(answer) else { return answer }
                failure = .tokenService(host: host, reason: answer.words)
            } catch {
                failure = self.failure(error, host: host)
                guard case .tokenService = failure else { throw failure }
            }
            guard left > 0, !environment.isInterrupted() else { break }
            let jitter = 0.9 + 0.2 * environment.chance()
            environment.pause(TimeSpan(milliseconds: Int64(wait * jitter)))
            guard !environment.isInterrupted() else { break }
            wait *= 2
        }
        throw failure
    }

    private func failure(_ error: HTTPError, host: String) -> BackendError {
        switch error.kind {
        case .resolve, .connect, .timeout, .cut, .other, .tooLarge, .headersTooLarge:
            .tokenService(host: host, reason: error.message)
        case .missing: .systemLibraryMissing(error.message)
        case .insecure:
            .credentials(
                subject: host, reason: "secrets are sent over plain http only to this machine",
                advice: "use https, or a service on this machine")
        case .tls:
            .credentials(
                subject: host, reason: "no secure connection: \(error.message)",
                advice: ConnectionAdvice.certificate)
        case .badAddress, .redirect:
            .credentials(subject: host, reason: "no address to ask for a token", advice: "correct the address")
        }
    }
}

/// The host and port of an address, for people: nothing before an `@`, no path and no query.
func host(of url: String) -> String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    return readable(Array((authority.split(separator: "@").last ?? "").utf8))
}

/// What a service that gives tokens answered.
struct TokenAnswer: Sendable {
    /// The HTTP status.
    let status: Int
    /// The body, where it is JSON.
    let json: JSONNode?
    /// Values of `Metadata-Flavor`.
    let flavor: String?
    private let body: [UInt8]
    private let secrets: [String]

    init(_ response: HTTPResponse, hiding secrets: [String]) {
        status = response.status
        json = try? JSONDocument(response.body).root
        flavor = response.header("Metadata-Flavor")
        body = response.body
        self.secrets = secrets
    }

    /// Whether the status says so.
    var isSuccess: Bool { (200..<300).contains(status) }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The code of an error: `invalid_grant` of OAuth, or `message` of Google's own form, up to ` : `.
    var code: String { (json?["error"]?.string ?? json?["error"]?["message"]?.string ?? "").before(" : ") }

    /// What the service says in words besides the code.
    var explanation: String {
        let message = json?["error"]?["message"]?.string ?? ""
        return json?["error_description"]?.string ?? String(message.dropFirst(code.count + 3))
    }

    /// Status, code and explanation in one line, with every secret taken out.
    var words: String {
        let said = [code, explanation].filter { !$0.isEmpty }.joined(separator: ": ")
        return said.isEmpty ? "status \(status)" : "status \(status), \(serviceWords(said, hiding: secrets))"
    }
}

extension String {
    /// What stands before a separator; the whole text where there is none.
    func before(_ separator: String) -> String {
        firstRange(of: separator).map { String(self[..<$0.lowerBound]) } ?? self
    }
}
