package import Vocabulary

/// Sentences for people about the places of a job's secrets: files that others on this machine may read.
package func secretWarnings(for settings: BackendSettings, in surroundings: Surroundings) -> [String] {
    let reader = SecretReader(environment: surroundings.environment)
    return settings.secrets(in: surroundings).compactMap(reader.warning)
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
        case .firebase(let settings): settings.auth.secrets + [settings.appCheck].compactMap(\.self)
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
            case .customToken(let token), .refreshToken(let token): [webKey, token]
            }
        }
    }
}
