internal import Platform
package import Domain
package import Services

/// What a backend's work reaches beside the pictures: addresses that it asks, secrets that it reads, programs that it
/// starts.
///
/// The tokens of a sign-in without an address of its own come from `StoreTrust.fixedHosts`, and are not listed.
package struct BackendReach: Equatable, Sendable {
    /// An address that is asked.
    package struct Address: Equatable, Sendable {
        /// The manifest's key.
        package let keyPath: String
        /// The address that is asked, as libcurl gets it.
        package let url: String
        /// The same for people, without what may be a secret: `gs://bucket/flowers.tflite`.
        package let name: String

        /// An address; its name is the address itself unless another is given.
        package init(_ keyPath: String, _ url: String, name: String? = nil) {
            self.keyPath = keyPath
            self.url = url
            self.name = name ?? FilePath(url).withoutSecrets.description
        }
    }

    /// A secret that is read and sent.
    package struct SecretUse: Equatable, Sendable {
        /// The manifest's key.
        package let keyPath: String
        /// Where the manifest says that it is: `env:NAME`, `file:PATH`; never the secret.
        package let source: String
        /// Whether the manifest names a file.
        package let isFile: Bool

        /// A secret.
        package init(_ keyPath: String, _ source: String, isFile: Bool = false) {
            self.keyPath = keyPath
            self.source = source
            self.isFile = isFile
        }
    }

    package var addresses: [Address] = []
    package var secrets: [SecretUse] = []
    /// The programs with their arguments, as the manifest names them.
    package var programs: [[String]] = []

    /// A reach of these parts.
    package init(addresses: [Address] = [], secrets: [SecretUse] = [], programs: [[String]] = []) {
        self.addresses = addresses
        self.secrets = secrets
        self.programs = programs
    }
}

extension BackendReach {
    /// What a backend would reach.
    ///
    /// - Parameter environment: its variables name the emulators of storage, which are the user's own word.
    package init(of settings: BackendSettings, in environment: ProcessEnvironment) {
        self.init()
        // The files of Application Default Credentials are the user's own choice, and no manifest names them.
        secrets = settings.secrets(in: environment).filter { $0.keyPath != defaultCredentialsKey }.map(SecretUse.init)
        switch settings {
        case .vision(let vision):
            addresses = [Address("backend.endpoint", vision.endpoint)]
            if vision.auth == .applicationDefault { secrets.append(.defaultCredentials("backend.auth.adc")) }
        case .firebase(let firebase):
            let function = CallableAddress(firebase.function, project: firebase.project, sameAs: nil)
            addresses = [Address(function.key, function.url)]
            addresses += [firebase.appCheck?.address("backend.appCheck.endpoint")].compactMap(\.self)
        case .tflite, .automl:
            guard let hosted = settings.hosted else { return }
            // Only the cache answers, and no secret is read.
            if hosted.isOffline {
                secrets = []
                return
            }
            addresses = hosted.addresses(in: environment)
            secrets += hosted.furtherSecrets
        case .tesseract: break
        case .command(let command): programs = [command.run]
        }
    }
}

extension BackendReach.SecretUse {
    fileprivate init(_ named: (keyPath: String, secret: Secret)) {
        let isFile = if case .file = named.secret { true } else { false }
        self.init(named.keyPath, named.secret.source, isFile: isFile)
    }

    fileprivate static func defaultCredentials(_ keyPath: String) -> Self {
        Self(keyPath, "Application Default Credentials")
    }
}

extension AppCheck {
    /// The service that is asked for tokens; nil where one was made elsewhere.
    fileprivate func address(_ keyPath: String) -> BackendReach.Address? {
        if case .exchange(let exchange) = self { BackendReach.Address(keyPath, exchange.endpoint) } else { nil }
    }
}

extension HostedModel {
    /// Where the model and the tokens for it are asked for.
    fileprivate func addresses(in environment: ProcessEnvironment) -> [BackendReach.Address] {
        switch source {
        case .url(let file): return [BackendReach.Address("backend.hosted.url", file.address)]
        case .firebaseML(let model):
            let url = model.endpoint ?? "https://firebaseml.googleapis.com"
            let named = model.endpoint.map { FilePath($0).withoutSecrets.description } ?? name()
            return [BackendReach.Address("backend.hosted.firebaseML", url, name: named)]
        case .storage(let object):
            var appCheck: AppCheck?
            if case .firebase(_, let named) = object.access { appCheck = named }
            let tokens = [appCheck?.address("backend.hosted.appCheck.endpoint")].compactMap(\.self)
            if let endpoint = object.endpoint {
                return [BackendReach.Address("backend.hosted.endpoint", endpoint)] + tokens
            }
            if object.access.emulator(environment.variables) != nil { return tokens }
            return [BackendReach.Address("backend.hosted.storage", object.access.publicEndpoint, name: name())] + tokens
        }
    }

    /// What is sent beside the secrets that the manifest names: the key in a property list, the user's own credentials.
    fileprivate var furtherSecrets: [BackendReach.SecretUse] {
        var further = [plist.map { BackendReach.SecretUse("backend.hosted.plist", "file:\($0)", isFile: true) }]
        if case .storage(let object) = source, case .plain(.applicationDefault) = object.access {
            further.append(.defaultCredentials("backend.hosted.auth.adc"))
        }
        return further.compactMap(\.self)
    }
}

/// The key under which the files of Application Default Credentials are listed.
private let defaultCredentialsKey = "backend.auth.adc"
