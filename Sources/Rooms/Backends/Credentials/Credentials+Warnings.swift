package import Vocabulary

/// Sentences for people about the places of a job's secrets: files that others on this machine may read.
package func secretWarnings(for settings: BackendSettings, in surroundings: Surroundings) -> [String] {
    let reader = SecretReader(environment: surroundings.environment)
    return settings.secrets(in: surroundings).compactMap(reader.warning)
}

/// Sentences for people about who may spend money by the way a job signs in.
package func signInNotices(for settings: BackendSettings) -> [String] {
    guard case .firebase(let settings) = settings, case .signIn(let signIn, let webKey, _) = settings.auth else {
        return []
    }
    let spending =
        "backend.auth.anonymous: anyone who knows the Web API key in \(webKey.place) can sign in and spend the money of project "
        + "\(settings.project); let the function ask for App Check or a claim as well (README, Who may spend)"
    let users =
        "backend.auth.anonymous: each process makes a new Firebase user; keep one with `userFile: .cairn-user` beside it"
    switch signIn {
    case .anonymous: return [spending, users]
    case .anonymousUser: return [spending]
    case .password, .customToken, .refreshToken: return []
    }
}

extension BackendSettings {
    /// Every secret that the backend's work would read.
    fileprivate func secrets(in surroundings: Surroundings) -> [Secret] {
        switch self {
        case .vision(let settings):
            switch settings.auth {
            case .apiKey(let secret), .serviceAccount(let secret), .accessToken(let secret): [secret]
            case .applicationDefault:
                ApplicationDefault(
                    surroundings.environment, reader: SecretReader(environment: surroundings.environment),
                    service: TokenService(surroundings)
                ).files
            }
        case .firebase(let settings): settings.auth.secrets + (settings.appCheck?.secrets ?? [])
        case .tflite(let settings): [settings.hosted?.apiKey].compactMap(\.self)
        case .automl, .tesseract, .command: []
        }
    }
}

extension FirebaseAuth {
    /// Every secret that signing in would read.
    fileprivate var secrets: [Secret] {
        switch self {
        case .idToken(let token): [token]
        case .signIn(let signIn, let webKey, _):
            switch signIn {
            case .password(let email, let password): [webKey, email, password]
            case .anonymous: [webKey]
            case .anonymousUser(let file): [webKey, .file(file)]
            case .customToken(let token), .refreshToken(let token): [webKey, token]
            }
        }
    }
}

extension AppCheck {
    /// Every secret that App Check tokens take.
    fileprivate var secrets: [Secret] {
        switch self {
        case .token(let secret): [secret]
        case .exchange(let exchange): [exchange.webKey, exchange.proof.secret]
        }
    }
}
