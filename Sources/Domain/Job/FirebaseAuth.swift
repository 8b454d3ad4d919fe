package import Platform

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
