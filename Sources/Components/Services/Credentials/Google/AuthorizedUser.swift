internal import Curl
internal import JSON
internal import Domain

/// What `gcloud auth application-default login` leaves on a machine: a person's consent, as a refresh token.
struct AuthorizedUser: Equatable, Sendable {
    /// Where it was read: `file:application_default_credentials.json`.
    let source: String
    /// The person's e-mail address, where the file has it.
    let account: String?
    let clientID: String
    /// A secret, if only a small one: every copy of gcloud has it.
    let clientSecret: String
    /// A secret.
    var refreshToken: String
    let tokenURI: String
    /// The project that pays.
    let quotaProject: String?

    /// How people know it.
    var subject: String { account.map { "user \($0) (\(source))" } ?? "the user of \(source)" }

    /// Reads the file's members; all that are missing are named at once.
    init(_ json: JSONNode, source: String) throws(BackendError) {
        let wanted = ["client_id", "client_secret", "refresh_token"]
        let missing = wanted.filter { (json[$0]?.string ?? "").isEmpty }
        guard missing.isEmpty, let id = json["client_id"]?.string, let secret = json["client_secret"]?.string,
            let token = json["refresh_token"]?.string
        else {
            throw .secret(source: source, reason: "has no \(missing.joined(separator: " and no ")); \(signInAgain)")
        }
        self.source = source
        let named = json["account"]?.string ?? ""
        account = named.isEmpty ? nil : named
        (clientID, clientSecret, refreshToken) = (id, secret, token)
        tokenURI = json["token_uri"]?.string ?? GoogleToken.endpoint
        quotaProject = json["quota_project_id"]?.string
    }
}

/// Access tokens of a person.
struct AuthorizedUserTokens: TokenProvider {
    private var user: AuthorizedUser
    private let service: TokenService
    private let others: [HTTPHeader]

    let margin = GoogleToken.margin

    init(_ user: AuthorizedUser, service: TokenService, others: [HTTPHeader]) {
        self.user = user
        self.service = service
        self.others = others
    }

    mutating func grant(at now: Timestamp, instead refused: Token?) throws(BackendError) -> Token {
        let request = GoogleToken.request(
            user.tokenURI,
            [
                ("grant_type", "refresh_token"), ("client_id", user.clientID), ("client_secret", user.clientSecret),
                ("refresh_token", user.refreshToken),
            ])
        let answer = try service.send(
            request, attemptCount: 3, hiding: [user.refreshToken, user.clientSecret], isPassing: GoogleToken.isPassing)
        guard answer.isSuccess else {
            throw .credentials(
                subject: user.subject, reason: "\(host(of: user.tokenURI)) gives it no token (\(answer.words))",
                advice: signInAgain)
        }
        let token = try GoogleToken(answer, asked: now, host: host(of: user.tokenURI))
        user.refreshToken = token.refreshToken ?? user.refreshToken
        return token.grant(others)
    }
}

private let signInAgain = "sign in again: gcloud auth application-default login"
