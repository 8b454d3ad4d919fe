package import Domain

/// The credentials a manifest names for a Firebase callable function, signed in: what is missing, malformed or refused
/// by Firebase Auth is an error now, before any image is claimed.
///
/// An ID token and an App Check token that were made elsewhere are tried out by the function alone, with the first
/// request.
package func credentials(
    for settings: FirebaseSettings, in environment: ProcessEnvironment
) throws(BackendError) -> any Credentials {
    let reader = SecretReader(environment: environment.variables)
    let service = TokenService(environment)
    let credentials: any Credentials
    switch settings.auth {
    case .idToken(let secret):
        let source = StaticToken(kind: .idToken, secret: secret, reader: reader)
        credentials = renewed(source, for: settings, reader, service, environment)
    case .signIn(let signIn, let webKey, let emulator):
        var source = FirebaseUser(
            signIn, webKey: webKey, reader: reader, service: FirebaseAuthService(service, emulator: emulator))
        if case .anonymousUser(let path) = signIn {
            source.file = AnonymousUserFile(
                path: path, project: settings.project, emulator: emulator, environment: environment)
        }
        credentials = renewed(source, for: settings, reader, service, environment)
    }
    _ = try credentials.headers()
    return credentials
}

/// What a source gives, with App Check tokens beside it where the manifest has them.
private func renewed<User: TokenProvider>(
    _ user: User, for settings: FirebaseSettings, _ reader: SecretReader, _ service: TokenService,
    _ environment: ProcessEnvironment
) -> any Credentials {
    guard let appCheck = settings.appCheck else {
        return RenewedCredentials(user, project: settings.project, clock: environment.clock)
    }
    let tokens = AppCheckTokens(source: appCheck, project: settings.project, reader: reader, service: service)
    if case .exchange(let exchange) = appCheck, exchange.isLimitedUse {
        let signedIn = RenewedCredentials(user, project: settings.project, clock: environment.clock)
        return LimitedUseCredentials(user: signedIn, tokens: tokens, clock: environment.clock)
    }
    return RenewedCredentials(
        AppCheckedUser(user, attestation: tokens), project: settings.project, clock: environment.clock)
}
