internal import Text
internal import Curl
internal import JSON
internal import Domain

/// App Check tokens in their header field: read where the manifest says one is, or asked of the App Check service.
///
/// The service's answers are those of `projects.apps.exchangeCustomToken` and `exchangeDebugToken` in the reference
/// "Firebase App Check API".
struct AppCheckTokens: TokenProvider {
    let source: AppCheck
    let project: String
    let reader: SecretReader
    let service: TokenService

    /// Google's own libraries renew when five minutes are left.
    let margin = TimeSpan.seconds(300)

    mutating func grant(at now: Timestamp, instead refused: Token?) throws(BackendError) -> Token {
        switch source {
        case .token(let secret): try given(secret, at: now)
        case .exchange(let exchange): try exchanged(exchange, at: now)
        }
    }

    private func grant(_ token: String, ends: Timestamp?) -> Token {
        Token(headers: [HTTPHeader("X-Firebase-AppCheck", token)], ends: ends)
    }

    /// A token that was made elsewhere; its file may hold a newer one when it is read again before its end.
    private func given(_ secret: Secret, at now: Timestamp) throws(BackendError) -> Token {
        let token = try reader.token(secret)
        let end = JSONWebToken.claims(of: token).flatMap(JSONWebToken.end)
        if let end, end <= now {
            throw .credentials(
                subject: "the App Check token in \(secret.source)", reason: "it ended \(agoWords(now - end)) ago",
                advice: "put a new one there, or let Cairn get its own with `appCheck: {appId: ..., debugToken: ...}`")
        }
        return grant(token, ends: end)
    }

    private func exchanged(_ exchange: AppCheck.TokenExchange, at now: Timestamp) throws(BackendError) -> Token {
        let key = try reader.token(exchange.webKey)
        let proof = try reader.text(exchange.proof.secret)
        let path = "v1/projects/\(percentEncoded(project))/apps/\(exchange.appID):\(exchange.proof.action)"
        var request = HTTPRequest(.post, "\(exchange.endpoint)/\(path)")
        request.headers = [HTTPHeader("Content-Type", "application/json")]
        request.credentials = [HTTPHeader("X-Goog-Api-Key", key)]
        request.isConfidential = true
        var body = Array("{\"\(exchange.proof.member)\":".utf8)
        body.append(json: proof)
        request.body = HTTPBody(body + Array(",\"limitedUse\":\(exchange.isLimitedUse)}".utf8))
        request.maxResponseBytes = 1 << 20
        let answer = try service.send(request, attemptCount: 5, hiding: [key, proof]) {
            HTTPStatus.mayPass($0.status, of: .tokens)
        }
        guard answer.isSuccess else { throw AppCheckAdvice(answer, exchange, project: project).error }
        guard let token = answer.json?["token"]?.string, isHeaderValue(token) else {
            throw .tokenService(host: host(of: exchange.endpoint), reason: "it answered without an App Check token")
        }
        let claimed = JSONWebToken.claims(of: token).flatMap(JSONWebToken.end)
        return grant(token, ends: span(answer.json?["ttl"]?.string).map { now + $0 } ?? claimed)
    }
}

extension AppCheck.Proof {
    /// The method that takes it.
    fileprivate var action: String {
        switch self {
        case .customToken: "exchangeCustomToken"
        case .debugToken: "exchangeDebugToken"
        }
    }

    /// The member of the request that holds it.
    fileprivate var member: String {
        switch self {
        case .customToken: "customToken"
        case .debugToken: "debugToken"
        }
    }
}

/// A length of time as Google's JSON has it (`google.protobuf.Duration`): `3600s`, `1.5s`.
private func span(_ text: String?) -> TimeSpan? {
    guard let text, text.hasSuffix("s"), let seconds = Double(text.dropLast()), seconds >= 0, seconds.isFinite else {
        return nil
    }
    return TimeSpan(milliseconds: Int64(min(seconds, 1e9) * 1000))
}

/// A length of time that has passed, for a message.
func agoWords(_ span: TimeSpan) -> String {
    let seconds = span.milliseconds / 1000
    return seconds < 120 ? "\(seconds) seconds" : "\(seconds / 60) minutes"
}
