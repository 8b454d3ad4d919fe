internal import Text
internal import Curl
internal import JSON
internal import Domain

/// What Google's token endpoint gives and refuses (RFC 6749, sections 5.1 and 5.2).
struct GoogleToken {
    /// The access token, fit for a header field.
    let value: String
    /// When it ends.
    let ends: Timestamp?
    /// A refresh token in place of the one that was sent.
    let refreshToken: String?

    /// The scopes that Google's own Vision client asks for.
    static let scopes = [
        "https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/cloud-vision",
    ]
    /// Google's token endpoint, which is also the audience of every signed request for a token.
    static let endpoint = "https://oauth2.googleapis.com/token"
    /// Tokens are renewed when less than 3 min 45 s remain: a metadata server gives a new one 4 min before the end.
    static let margin = TimeSpan.seconds(225)

    /// Reads an answer of success.
    init(_ answer: TokenAnswer, asked: Timestamp, host: String) throws(BackendError) {
        guard let value = answer.json?["access_token"]?.string, isHeaderValue(value) else {
            throw .tokenService(host: host, reason: "it answered without an access token")
        }
        self.value = value
        ends = lifetime(answer.json?["expires_in"]).map { asked + $0 }
        refreshToken = answer.json?["refresh_token"]?.string
    }

    func grant(_ others: [HTTPHeader]) -> Token {
        Token(headers: [HTTPHeader("Authorization", "Bearer \(value)")] + others, ends: ends)
    }

    /// A request to the token endpoint.
    static func request(_ url: String, _ fields: [(String, String)]) -> HTTPRequest {
        var request = HTTPRequest(.post, url)
        request.headers = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
        request.isConfidential = true
        request.body = HTTPBody(Array(formEncoded(fields).utf8))
        request.maxResponseBytes = 1 << 20
        return request
    }

    /// Whether the token endpoint may answer otherwise in a moment.
    static func isPassing(_ answer: TokenAnswer) -> Bool {
        let codes = ["internal_failure", "server_error", "temporarily_unavailable"]
        return HTTPStatus.mayPass(answer.status, of: .tokens) || codes.contains(answer.code)
            || codes.contains(answer.explanation)
    }
}

/// A length of time in seconds, a number or a text of digits; nil where there is none.
func lifetime(_ node: JSONNode?) -> TimeSpan? {
    node?.integer.map { TimeSpan.seconds(Int64(max(0, min($0, 1_000_000_000)))) }
}
