package import Platform
package import Domain

/// Sentences for people about the places of a job's secrets: files that others on this machine may read.
package func secretWarnings(for settings: BackendSettings, in environment: ProcessEnvironment) -> [String] {
    let reader = SecretReader(environment: environment.variables)
    return settings.secrets(in: environment).compactMap { reader.warning(about: $0.secret) }
}

/// The files that hold secrets of a job, each with the manifest's key.
package func secretFiles(
    of settings: BackendSettings, in environment: ProcessEnvironment
) -> [(keyPath: String, file: FilePath)] {
    settings.secrets(in: environment).compactMap { keyPath, secret in
        if case .file(let file) = secret { (keyPath, file) } else { nil }
    }
}

/// What a look at the place of a secret brings; never the secret.
package struct SecretStatus: Equatable, Sendable {
    /// The manifest's key.
    package let keyPath: String
    /// The place: `env:NAME`, `file:PATH`.
    package let source: String
    /// Why it cannot be used; nil where it is there and looks as it should.
    package let problem: String?
    /// What people should know about it all the same.
    package let warning: String?
}

/// Looks whether the secrets of a job are where its manifest says they are, without sending or keeping any.
package func secretStatuses(for settings: BackendSettings, in environment: ProcessEnvironment) -> [SecretStatus] {
    let reader = SecretReader(environment: environment.variables)
    let secrets = settings.secrets(in: environment)
    if secrets.isEmpty, case .vision(let vision) = settings, vision.auth == .applicationDefault {
        return [.noDefaultCredentials]
    }
    return secrets.map { keyPath, secret in
        var problem: String?
        do throws(BackendError) {
            switch keyPath.split(separator: ".").suffix(2).joined(separator: ".") {
            // The first sign-in makes it.
            case "auth.\(userFile)": break
            case "auth.apiKey", "auth.accessToken", "auth.webKey", "auth.idToken": _ = try reader.token(secret)
            case "auth.serviceAccount", "auth.adc":
                _ = try GoogleKeyFile(reader.text(secret), source: secret.source)
            default: _ = try reader.text(secret)
            }
        } catch {
            problem = error.description
        }
        return SecretStatus(
            keyPath: keyPath, source: secret.source, problem: problem, warning: reader.warning(about: secret))
    }
}

extension SecretStatus {
    /// A machine of Google's has credentials without a file; only asking it tells, and nothing is asked here.
    fileprivate static let noDefaultCredentials = SecretStatus(
        keyPath: "backend.auth.adc", source: "Application Default Credentials", problem: nil,
        warning:
            "no file of Application Default Credentials is on this machine, and only a machine of Google's has them without one; "
            + "run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS to a key file"
    )
}

/// Sentences for people about who may spend money by the way a job signs in: about the key `backend.auth.anonymous`.
package func signInNotices(for settings: BackendSettings) -> [String] {
    guard case .firebase(let settings) = settings, case .signIn(let signIn, let webKey, _) = settings.auth else {
        return []
    }
    let spending =
        "anyone who knows the Web API key in \(webKey.source) can sign in and spend the money of project \(settings.project); "
        + "let the function ask for App Check or a claim as well (docs/firebase.md, Limit who may spend)"
    let users =
        "each process makes a new Firebase user; keep one with `userFile: .cairn-user` beside it"
    switch signIn {
    case .anonymous: return [spending, users]
    case .anonymousUser: return [spending]
    case .password, .customToken, .refreshToken: return []
    }
}

extension BackendSettings {
    /// Every secret that the backend's work would read, with the manifest's key.
    package func secrets(in environment: ProcessEnvironment) -> [(keyPath: String, secret: Secret)] {
        let auth = "backend.auth"
        switch self {
        case .vision(let settings):
            switch settings.auth {
            case .apiKey(let secret): return [("\(auth).apiKey", secret)]
            case .serviceAccount(let secret): return [("\(auth).serviceAccount", secret)]
            case .accessToken(let secret): return [("\(auth).accessToken", secret)]
            case .applicationDefault:
                let places = ApplicationDefault(
                    environment.variables, reader: SecretReader(environment: environment.variables),
                    service: TokenService(environment))
                return places.present.map { ("\(auth).adc", $0) }
            }
        case .firebase(let settings):
            return settings.auth.secrets.map { ("\(auth).\($0)", $1) }
                + (settings.appCheck?.secrets ?? []).map { ("backend.appCheck\($0)", $1) }
        case .tflite(let settings): return settings.hosted?.secrets ?? []
        case .automl(let settings): return settings.hosted?.secrets ?? []
        case .tesseract, .command: return []
        }
    }
}

extension HostedModel {
    /// Every secret that a download would read, with the manifest's key.
    fileprivate var secrets: [(keyPath: String, secret: Secret)] {
        let auth = "backend.hosted.auth"
        switch source {
        case .url: return []
        case .firebaseML(let model): return model.app.apiKey.map { [("backend.hosted.firebaseML.apiKey", $0)] } ?? []
        case .storage(let object):
            switch object.access {
            case .plain(nil), .plain(.applicationDefault): return []
            case .plain(.apiKey(let secret)): return [("\(auth).apiKey", secret)]
            case .plain(.serviceAccount(let secret)): return [("\(auth).serviceAccount", secret)]
            case .plain(.accessToken(let secret)): return [("\(auth).accessToken", secret)]
            case .firebase(let user, let appCheck):
                return (user?.secrets ?? []).map { ("\(auth).\($0)", $1) }
                    + (appCheck?.secrets ?? []).map { ("backend.hosted.appCheck\($0)", $1) }
            }
        }
    }
}

extension FirebaseAuth {
    /// Every secret that signing in would read, with its key.
    fileprivate var secrets: [(key: String, secret: Secret)] {
        switch self {
        case .idToken(let token): return [("idToken", token)]
        case .signIn(let signIn, let webKey, _):
            let key = ("webKey", webKey)
            switch signIn {
            case .password(let email, let password): return [key, ("email", email), ("password", password)]
            case .anonymous: return [key]
            case .anonymousUser(let file): return [key, (userFile, .file(file))]
            case .customToken(let token): return [key, ("customToken", token)]
            case .refreshToken(let token): return [key, ("refreshToken", token)]
            }
        }
    }
}

extension AppCheck {
    /// Every secret that App Check tokens take, with the rest of its key.
    fileprivate var secrets: [(key: String, secret: Secret)] {
        switch self {
        case .token(let secret): [("", secret)]
        case .exchange(let exchange): [(".webKey", exchange.webKey), (".\(exchange.proof.key)", exchange.proof.secret)]
        }
    }
}

/// The key that names the file which keeps an anonymous user.
private let userFile = "userFile"
