internal import Platform
internal import Domain

/// What Firebase Auth's codes mean and what can be done, in words for people.
///
/// The codes are those of the documentation "Firebase Auth REST API", with what the console and the other libraries
/// add.
struct FirebaseAdvice {
    let reason: String
    let advice: String

    /// - Parameters:
    ///   - code: the service's code; words where it has none.
    ///   - signIn: whose places are named; never what is there.
    ///   - webKey: the place of the Web API key.
    init(_ code: String, words: String, signIn: FirebaseAuth.SignIn, webKey: Secret) {
        let reason: String
        let users = "the users are in the console under Authentication, Users"
        let methods = "in the console under Authentication, Sign-in method"
        // An anonymous user brings nothing but the key.
        let places = signIn.places.isEmpty ? [webKey.source] : signIn.places
        let (email, both) = (places[0], places.joined(separator: " and "))
        switch code {
        case "INVALID_LOGIN_CREDENTIALS":
            (reason, advice) = ("the email address or the password is wrong", "check \(both); \(users)")
        case "EMAIL_NOT_FOUND": (reason, advice) = ("no user has this email address", "check \(email); \(users)")
        case "INVALID_PASSWORD":
            (reason, advice) = ("the password is wrong, or the user has none", "check \(both); \(users)")
        case "INVALID_EMAIL", "MISSING_EMAIL": (reason, advice) = ("this is not an email address", "check \(email)")
        case "MISSING_PASSWORD": (reason, advice) = ("the password is missing", "check \(both)")
        case "USER_DISABLED": (reason, advice) = ("the user is disabled", "enable the user; \(users)")
        case "PASSWORD_LOGIN_DISABLED":
            (reason, advice) = ("sign-in with email and password is switched off", "enable it \(methods)")
        case "OPERATION_NOT_ALLOWED": (reason, advice) = ("this way to sign in is switched off", "enable it \(methods)")
        case "ADMIN_ONLY_OPERATION":
            (reason, advice) = ("anonymous sign-in is switched off", "enable it \(methods), Anonymous")
        case needsSecondFactor:
            (reason, advice) = (
                "the user has a second factor, which Cairn cannot give",
                "use a user without one, or a custom token"
            )
        case "INVALID_CUSTOM_TOKEN", "MISSING_CUSTOM_TOKEN":
            (reason, advice) = (
                "the custom token is malformed or has ended",
                "put a new one into \(both); it lasts an hour at most"
            )
        case "CREDENTIAL_MISMATCH":
            (reason, advice) = (
                "the custom token belongs to another project",
                "sign it with a service account of the project that \(webKey.source) belongs to"
            )
        case "TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "MISSING_REFRESH_TOKEN", "USER_NOT_FOUND",
            "INVALID_GRANT_TYPE", "MISSING_GRANT_TYPE":
            (reason, advice) = (
                "the refresh token was rejected",
                signIn.file.map { "remove \($0) to make a new user" }
                    ?? "sign in again and put the new one into \(both)"
            )
        case "PROJECT_NUMBER_MISMATCH":
            (reason, advice) = (
                "the refresh token belongs to another project than the Web API key",
                "check \(both) and \(webKey.source)"
            )
        case "CONFIGURATION_NOT_FOUND":
            (reason, advice) = (
                "Firebase Authentication is not set up in this project",
                "open Authentication in the console and choose Get started"
            )
        case "PROJECT_DISABLED":
            (reason, advice) = ("the project is disabled", "see the project in the console, and its billing")
        case _ where code.hasPrefix("API key not valid") || code.contains("valid API key"):
            (reason, advice) = (
                "the Web API key is not valid",
                "copy it from the console, Project settings, General, into \(webKey.source)"
            )
        case _ where code.contains("blocked"):
            (reason, advice) = (
                "the Web API key's restrictions forbid it (\(words))",
                "allow the key Identity Toolkit API and Token Service API in the console under APIs & Services, Credentials"
            )
        default:
            (reason, advice) = ("it was refused (\(words))", "see the console under Authentication")
        }
        // The code is what people search for.
        let isCode = !code.isEmpty && code.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x41...0x5A).contains($0) }
        self.reason = isCode && code != needsSecondFactor && !reason.contains(code) ? "\(reason) (\(code))" : reason
    }
}

extension FirebaseAuth.SignIn {
    /// The file that keeps an anonymous user.
    fileprivate var file: FilePath? { if case .anonymousUser(let path) = self { path } else { nil } }

    /// The places of the secrets of who signs in.
    var places: [String] {
        switch self {
        case .password(let email, let password): [email.source, password.source]
        case .anonymous: []
        case .anonymousUser(let file): ["\(file)"]
        case .customToken(let token), .refreshToken(let token): [token.source]
        }
    }

    /// The user who signs in, for messages; an address is a secret like any other and only its place is named.
    var subject: String {
        switch self {
        case .password(let email, _): "Firebase sign-in of the user in \(email.source)"
        case .anonymous: "anonymous Firebase sign-in"
        case .anonymousUser(let file): "Firebase sign-in of the anonymous user in \(file)"
        case .customToken(let token): "Firebase sign-in with the custom token in \(token.source)"
        case .refreshToken(let token): "Firebase sign-in with the refresh token in \(token.source)"
        }
    }
}
