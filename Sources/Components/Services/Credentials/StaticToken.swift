internal import Curl
internal import Domain

/// An API key or a token that was made elsewhere; read again when the service refuses it, as its file may hold a newer
/// one.
struct StaticToken: TokenProvider {
    /// What it is.
    enum Kind {
        case apiKey, accessToken, idToken
    }

    let kind: Kind
    let secret: Secret
    let reader: SecretReader
    /// Header fields besides the token's own.
    var others: [HTTPHeader] = []

    /// An ID token's file may be renewed from outside: from five minutes before its end on it is read again.
    let margin = TimeSpan.seconds(300)

    mutating func grant(at now: Timestamp, instead refused: Token?) throws(BackendError) -> Token {
        let token = try reader.token(secret)
        var grant = Token(headers: [header(token)] + others)
        if kind == .idToken { grant.ends = try end(of: token, at: now) }
        return grant
    }

    private func header(_ token: String) -> HTTPHeader {
        switch kind {
        case .apiKey: HTTPHeader("X-Goog-Api-Key", token)
        case .accessToken, .idToken: HTTPHeader("Authorization", "Bearer \(token)")
        }
    }

    private func end(of token: String, at now: Timestamp) throws(BackendError) -> Timestamp? {
        guard let claims = JSONWebToken.claims(of: token) else {
            throw .secret(source: secret.source, reason: "holds no ID token: three parts in base 64 with dots between")
        }
        guard let end = JSONWebToken.end(of: claims), end <= now else { return JSONWebToken.end(of: claims) }
        throw .credentials(
            subject: "the ID token in \(secret.source)",
            reason: "it ended \(agoWords(now - end)) ago",
            advice: "put a new one there, or let Cairn sign in by itself with `webKey` and `email`")
    }
}
