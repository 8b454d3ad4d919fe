/// How Cairn signs in to Firebase.
package enum FirebaseAuth: Equatable, Sendable {
    /// Through Firebase Auth with the project's Web API key; `emulator` is the host and port of an Auth emulator.
    case signIn(SignIn, webKey: Secret, emulator: String?)
    /// With an ID token that was made elsewhere; Firebase Auth is not asked.
    case idToken(Secret)

    /// Who signs in; exactly one.
    package enum SignIn: Equatable, Sendable {
        /// A user with an email address and a password.
        case password(email: Secret, password: Secret)
        /// A user without a name.
        case anonymous
        /// A custom token, signed by a service account.
        case customToken(Secret)
        /// A refresh token of an earlier sign-in.
        case refreshToken(Secret)
    }
}
