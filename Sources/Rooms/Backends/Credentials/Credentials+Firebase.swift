package import Vocabulary

/// The credentials a manifest names for a Firebase callable function, signed in: what is missing, malformed or refused by
/// Firebase Auth is an error now, before any image is claimed.
///
/// An ID token and an App Check token that were made elsewhere are tried out by the function alone, with the first request.
package func credentials(
    for settings: FirebaseSettings, in surroundings: Surroundings
) throws(BackendError) -> any Credentials {
    let reader = SecretReader(environment: surroundings.environment)
    let credentials: any Credentials
    switch settings.auth {
    case .idToken(let secret):
        let source = GivenToken(kind: .idToken, secret: secret, reader: reader, appCheck: settings.appCheck)
        credentials = RenewedCredentials(source, project: settings.project, clock: surroundings.clock)
    case .signIn(let signIn, let webKey, let emulator):
        let source = FirebaseUser(
            signIn, webKey: webKey, appCheck: settings.appCheck, reader: reader,
            service: FirebaseAuthService(TokenService(surroundings), emulator: emulator))
        credentials = RenewedCredentials(source, project: settings.project, clock: surroundings.clock)
    }
    _ = try credentials.headers()
    return credentials
}
