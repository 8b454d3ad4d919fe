package import Platform

/// `backend: {kind: firebase}`: Cloud Vision behind a Firebase callable function.
package struct FirebaseSettings: Equatable, Sendable {
    /// Where the function is.
    package enum Function: Equatable, Sendable {
        /// Deployed under a name in a region of the project.
        case named(String, region: String)
        /// At an address of its own: an emulator, Cloud Run, a domain.
        case url(String)
    }

    /// The two forms in which deployed copies of the function take their argument.
    package enum Argument: String, CaseIterable, Sendable {
        /// The object first; the text form when the function's complaint asks for it.
        case auto
        /// A JSON object.
        case object
        /// A text that holds JSON.
        case string
    }

    /// The region functions are deployed to unless another is chosen.
    package static let defaultRegion = "us-central1"

    package var project: String
    /// Whose bill it is; nil: the project's.
    package var account: String?
    /// Where the function is.
    package var function: Function
    /// What the function is known by in answers that it gave elsewhere, `my-project/annotateImage` or an address; nil:
    /// its own name or address.
    package var sameAs: String?
    /// The form of the function's argument.
    package var argument = Argument.auto
    /// How Cairn signs in.
    package var auth: FirebaseAuth
    /// Where App Check tokens come from, where the function enforces it.
    package var appCheck: AppCheck?

    /// Settings with what has no default.
    package init(project: String, function: Function, auth: FirebaseAuth) {
        self.project = project
        self.function = function
        self.auth = auth
    }
}

/// How Cairn signs in to Firebase.
package enum FirebaseAuth: Equatable, Sendable {
    /// Through Firebase Auth with the project's Web API key; `emulator` is the host and port of an Auth emulator.
    case signIn(SignIn, webKey: Secret, emulator: String?)
    /// With an ID token that was made elsewhere; Firebase Auth is not asked.
    case idToken(Secret)

    /// The user who signs in; exactly one.
    package enum SignIn: Equatable, Sendable {
        /// A user with an email address and a password.
        case password(email: Secret, password: Secret)
        /// A user without a name, another one for each process.
        case anonymous
        /// A user without a name who is kept in a file, absolute, and is the same for every process that names it.
        case anonymousUser(FilePath)
        /// A custom token, signed by a service account.
        case customToken(Secret)
        /// A refresh token of an earlier sign-in.
        case refreshToken(Secret)
    }
}
