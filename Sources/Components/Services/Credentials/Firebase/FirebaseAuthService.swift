internal import Text
internal import Curl
internal import JSON
internal import Domain

/// Firebase Auth's REST interface: accounts of the Identity Toolkit, and the Secure Token service for refreshing.
struct FirebaseAuthService: Sendable {
    private let service: TokenService
    private let accounts: String
    private let tokens: String

    /// Google's hosts, or both below an Auth emulator's.
    init(_ service: TokenService, emulator: String?) {
        self.service = service
        let scheme = emulator.map { "http://\($0)/" } ?? "https://"
        accounts = scheme + "identitytoolkit.googleapis.com/v1/accounts"
        tokens = scheme + "securetoken.googleapis.com/v1/token"
    }

    /// Signs in, or up: `action` is `signInWithPassword`, `signUp` or `signInWithCustomToken`.
    func session(
        _ action: String, _ fields: [(name: String, secret: String)], webKey: String, at now: Timestamp
    ) throws(FirebaseAuthProblem) -> FirebaseSession {
        var body = Array("{\"returnSecureToken\":true".utf8)
        for field in fields {
            body.append(UInt8(ascii: ","))
            body.append(json: field.name)
            body.append(UInt8(ascii: ":"))
            body.append(json: field.secret)
        }
        body.append(UInt8(ascii: "}"))
        let answer = try send(
            "\(accounts):\(action)", type: "application/json", body, hiding: fields.map(\.secret), webKey: webKey)
        guard answer.json?["mfaPendingCredential"] == nil else { throw .refused(code: needsSecondFactor, words: "") }
        return try session(
            answer, token: answer.json?["idToken"], life: answer.json?["expiresIn"],
            refresh: answer.json?["refreshToken"], at: now)
    }

    /// A session instead of one that ends soon.
    func refreshed(_ token: String, webKey: String, at now: Timestamp) throws(FirebaseAuthProblem) -> FirebaseSession {
        let form = formEncoded([("grant_type", "refresh_token"), ("refresh_token", token)])
        let answer = try send(
            tokens, type: "application/x-www-form-urlencoded", Array(form.utf8), hiding: [token], webKey: webKey)
        return try session(
            answer, token: answer.json?["id_token"] ?? answer.json?["access_token"], life: answer.json?["expires_in"],
            refresh: answer.json?["refresh_token"], at: now)
    }

    private func send(
        _ url: String, type: String, _ body: [UInt8], hiding secrets: [String], webKey: String
    ) throws(FirebaseAuthProblem) -> TokenAnswer {
        var request = HTTPRequest(.post, "\(url)?key=\(percentEncoded(webKey))")
        request.headers = [HTTPHeader("Content-Type", type)]
        request.isConfidential = true
        request.body = HTTPBody(body)
        request.maxResponseBytes = 1 << 20
        let answer: TokenAnswer
        do throws(BackendError) {
            answer = try service.send(request, attemptCount: 5, hiding: [webKey] + secrets, isPassing: isPassing)
        } catch {
            throw .unasked(error)
        }
        guard answer.isSuccess else { throw .refused(code: answer.code, words: answer.words) }
        return answer
    }

    private func session(
        _ answer: TokenAnswer, token: JSONNode?, life: JSONNode?, refresh: JSONNode?, at now: Timestamp
    ) throws(FirebaseAuthProblem) -> FirebaseSession {
        guard let token = token?.string, isHeaderValue(token) else {
            throw .unasked(.tokenService(host: host(of: accounts), reason: "it answered without an ID token"))
        }
        let claimed = JSONWebToken.claims(of: token).flatMap(JSONWebToken.end)
        return FirebaseSession(
            idToken: token, refreshToken: refresh?.string,
            ends: lifetime(life).map { now + $0 } ?? claimed ?? now + .seconds(3600))
    }
}

/// The user who is signed in.
struct FirebaseSession: Sendable {
    let idToken: String
    let refreshToken: String?
    let ends: Timestamp
}

/// Why no user is signed in.
enum FirebaseAuthProblem: Error {
    /// The service could not be asked, or cannot answer now.
    case unasked(BackendError)
    /// The service said no: its code, and all its words without secrets.
    case refused(code: String, words: String)
}

/// Not one of the service's codes: it answers such a sign-in with success and without a token.
let needsSecondFactor = "MFA_REQUIRED"

/// Whether the same request may succeed later.
///
/// Too many tries and a used-up quota come with status 400.
private func isPassing(_ answer: TokenAnswer) -> Bool {
    HTTPStatus.mayPass(answer.status, of: .tokens)
        || ["TOO_MANY_ATTEMPTS_TRY_LATER", "QUOTA_EXCEEDED"].contains(answer.code)
}
