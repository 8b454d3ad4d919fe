internal import Crypto
internal import Curl
internal import JSON
internal import Domain

/// A service account's key, as the console gives it for download.
struct ServiceAccount: Equatable, Sendable {
    /// Where it was read: `file:sa.json`.
    let source: String
    let email: String
    let keyID: String?
    /// PEM; a secret.
    let privateKey: String
    let tokenURI: String
    let project: String?

    /// How people know it.
    var subject: String { "service account \(email) (\(source))" }

    /// Reads the file's members; all that are missing are named at once.
    init(_ json: JSONNode, source: String) throws(BackendError) {
        let missing = ["client_email", "private_key"].filter { (json[$0]?.string ?? "").isEmpty }
        guard missing.isEmpty, let email = json["client_email"]?.string, let key = json["private_key"]?.string else {
            throw .secret(
                source: source,
                reason:
                    "has no \(missing.joined(separator: " and no ")); "
                    + "download a key of the service account again, as JSON"
            )
        }
        self.source = source
        self.email = email
        keyID = json["private_key_id"]?.string
        privateKey = key
        tokenURI = json["token_uri"]?.string ?? GoogleToken.endpoint
        project = json["project_id"]?.string
    }

    /// A token signed by the account, for an hour from now: with scopes it is an access token itself.
    func token(at now: Timestamp, audience: String?) throws(BackendError) -> String {
        var claims: [JSONWebToken.TokenClaim] = [.init("iss", email)]
        if let audience { claims.append(.init("aud", audience)) } else { claims.append(.init("sub", email)) }
        claims += [
            .init("iat", now), .init("exp", now + life), .init("scope", GoogleToken.scopes.joined(separator: " ")),
        ]
        do throws(RSAKey.Problem) {
            return try JSONWebToken.signed(claims: claims, keyID: keyID, with: RSAKey(pem: privateKey))
        } catch {
            let reason =
                switch error {
                case .unreadable: "has a private_key that is not a key in PEM form without a passphrase"
                case .notRSA: "has a private_key that is not an RSA key"
                case .unusable: "has a private_key that signs nothing"
                }
            throw .secret(source: source, reason: "\(reason); download a key of the service account again, as JSON")
        }
    }

    /// As long as Google takes such tokens for.
    var life: TimeSpan { .seconds(3600) }
}

/// Access tokens of a service account.
///
/// At first it signs them itself, which needs no request, as Google's own Vision client does. Where the service refuses
/// one, the token endpoint is asked from then on: it takes accounts that the service does not, and says what is wrong.
struct ServiceAccountTokens: TokenProvider {
    let account: ServiceAccount
    let service: TokenService
    var others: [HTTPHeader] = []
    private var isExchanging = false

    let margin = GoogleToken.margin

    init(_ account: ServiceAccount, service: TokenService, others: [HTTPHeader]) {
        self.account = account
        self.service = service
        self.others = others
    }

    mutating func grant(at now: Timestamp, instead refused: Token?) throws(BackendError) -> Token {
        if refused != nil { isExchanging = true }
        if isExchanging { return try exchanged(at: now) }
        let token = try account.token(at: now, audience: nil)
        return Token(headers: [HTTPHeader("Authorization", "Bearer \(token)")] + others, ends: now + account.life)
    }

    private func exchanged(at now: Timestamp) throws(BackendError) -> Token {
        // Google's libraries sign this audience whatever the file names as its token endpoint.
        let assertion = try account.token(at: now, audience: GoogleToken.endpoint)
        let request = GoogleToken.request(
            account.tokenURI,
            [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion)])
        let answer = try service.send(
            request, attemptCount: 3, hiding: [assertion, account.privateKey], isPassing: GoogleToken.isPassing)
        guard answer.isSuccess else { throw refusal(answer) }
        return try GoogleToken(answer, asked: now, host: host(of: account.tokenURI)).grant(others)
    }

    private func refusal(_ answer: TokenAnswer) -> BackendError {
        let words = answer.explanation.lowercased()
        let advice =
            if words.contains("iat") || words.contains("timeframe") || words.contains("short-lived") {
                "set this machine's clock, for example with NTP"
            } else if answer.code == "invalid_grant" {
                "the key was deleted or the account is gone: make a new key in the console under IAM, Service Accounts"
            } else {
                "see the account in the console under IAM, Service Accounts"
            }
        return .credentials(
            subject: account.subject, reason: "\(host(of: account.tokenURI)) gives it no token (\(answer.words))",
            advice: advice)
    }
}
