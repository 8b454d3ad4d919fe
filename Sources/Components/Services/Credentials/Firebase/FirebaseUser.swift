internal import Curl
internal import Domain

/// A Firebase user's ID tokens: signed in once, refreshed from then on.
///
/// Refreshing keeps the user, which matters to an anonymous one: each sign-in makes another. Where the refresh token is
/// taken no more, the user signs in again.
struct FirebaseUser: TokenProvider {
    private let signIn: FirebaseAuth.SignIn
    private let webKey: Secret
    private let reader: SecretReader
    private let service: FirebaseAuthService
    /// The file that keeps an anonymous user; nil: no file does.
    var file: AnonymousUserFile?
    /// The newest refresh token, in memory.
    private var refreshToken: String?

    /// Google's own libraries refresh when five minutes are left.
    let margin = TimeSpan.seconds(300)

    init(
        _ signIn: FirebaseAuth.SignIn, webKey: Secret, reader: SecretReader, service: FirebaseAuthService
    ) {
        self.signIn = signIn
        self.webKey = webKey
        self.reader = reader
        self.service = service
    }

    mutating func grant(at now: Timestamp, instead refused: Token?) throws(BackendError) -> Token {
        let key = try reader.token(webKey)
        let session: FirebaseSession
        do throws(FirebaseAuthProblem) {
            session =
                if let file { try file.session(by: service, webKey: key, at: now) } else { try refreshed(key, at: now) }
        } catch {
            switch error {
            case .unasked(let problem): throw problem
            case .refused(let code, let words):
                let advice = FirebaseAdvice(code, words: words, signIn: signIn, webKey: webKey)
                throw .credentials(subject: signIn.subject, reason: advice.reason, advice: advice.advice)
            }
        }
        refreshToken = session.refreshToken ?? refreshToken
        return Token(headers: [HTTPHeader("Authorization", "Bearer \(session.idToken)")], ends: session.ends)
    }

    /// A session by the refresh token at hand, else by signing in.
    private mutating func refreshed(_ key: String, at now: Timestamp) throws(FirebaseAuthProblem) -> FirebaseSession {
        guard let token = refreshToken else { return try signedIn(key, at: now, insteadOf: nil) }
        do throws(FirebaseAuthProblem) {
            return try service.refreshed(token, webKey: key, at: now)
        } catch {
            guard case .refused(let code, _) = error, endings.contains(code) else { throw error }
            refreshToken = nil
            return try signedIn(key, at: now, insteadOf: (token, error))
        }
    }

    /// A session by what the manifest names.
    ///
    /// - Parameter gone: a refresh token that was refused, and how: to ask with the same again is pointless.
    private func signedIn(
        _ key: String, at now: Timestamp, insteadOf gone: (token: String, problem: FirebaseAuthProblem)?
    ) throws(FirebaseAuthProblem) -> FirebaseSession {
        switch signIn {
        case .password(let email, let password):
            let fields = [(name: "email", secret: try text(email)), (name: "password", secret: try text(password))]
            return try service.session("signInWithPassword", fields, webKey: key, at: now)
        case .anonymous, .anonymousUser: return try service.session("signUp", [], webKey: key, at: now)
        case .customToken(let token):
            let fields = [(name: "token", secret: try text(token))]
            return try service.session("signInWithCustomToken", fields, webKey: key, at: now)
        case .refreshToken(let secret):
            let token = try text(secret)
            if let gone, gone.token == token { throw gone.problem }
            return try service.refreshed(token, webKey: key, at: now)
        }
    }

    private func text(_ secret: Secret) throws(FirebaseAuthProblem) -> String {
        do throws(BackendError) { return try reader.text(secret) } catch { throw .unasked(error) }
    }
}

/// Codes after which a refresh token is of no more use but the user may sign in again; who was disabled may not.
private let endings: Set<String> = [
    "TOKEN_EXPIRED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN", "INVALID_GRANT_TYPE", "MISSING_REFRESH_TOKEN",
    "MISSING_GRANT_TYPE", "PROJECT_NUMBER_MISMATCH",
]
