internal import Domain
internal import YAML

enum FirebaseAuthKey: String, SectionKey {
    case webKey, email, password, anonymous, userFile, customToken, refreshToken, idToken, emulator
    static let section = "firebaseAuth"
    /// One of these says who signs in; `password` belongs to `email`.
    static let methods: [FirebaseAuthKey] = [.email, .anonymous, .customToken, .refreshToken, .idToken]
}

extension Node {
    /// How Cairn signs in to Firebase.
    func firebaseAuth() -> FirebaseAuth? {
        let expected = "a mapping such as {webKey: env:FIREBASE_WEB_KEY, anonymous: true}"
        guard var fields = Fields(quiet, expected, keys: FirebaseAuthKey.self) else { return nil }
        let present = fields.present(FirebaseAuthKey.methods)
        guard let method = present.first, present.count == 1, let node = fields[method] else {
            if present.isEmpty, fields.hasUnknownKeys { return nil }
            report(
                "expected exactly one of email (with password), anonymous, customToken, refreshToken or idToken"
                    + (present.isEmpty ? "" : ", found \(present.map(\.rawValue).joined(separator: " and "))"))
            return nil
        }
        if method != .email { fields.refuse(.password, "`password` goes with `email`, not with `\(method.rawValue)`") }
        if method != .anonymous {
            fields.refuse(.userFile, "`userFile` goes with `anonymous`, not with `\(method.rawValue)`")
        }
        if method == .idToken {
            fields.refuse(.webKey, "an ID token needs no `webKey`; leave it out")
            fields.refuse(.emulator, "with an ID token the Auth emulator is not asked; leave `emulator` out")
            return node.secret().map { .idToken($0) }
        }
        let webKey = fields.required(.webKey, "env:FIREBASE_WEB_KEY")?.secret()
        let emulator = fields[.emulator]?.loopbackHost()
        let signIn: FirebaseAuth.SignIn?
        switch method {
        case .anonymous: signIn = node.chosen() ? fields[.userFile].map { $0.userFile() } ?? .anonymous : nil
        case .customToken: signIn = node.secret().map { .customToken($0) }
        case .refreshToken: signIn = node.secret().map { .refreshToken($0) }
        default:
            let email = node.secret()
            let password = fields.required(.password, "env:FIREBASE_PASSWORD")?.secret()
            signIn = email.flatMap { email in password.map { .password(email: email, password: $0) } }
        }
        guard let signIn, let webKey else { return nil }
        return .signIn(signIn, webKey: webKey, emulator: emulator)
    }

    /// The file that keeps an anonymous user, relative to the manifest; a plain path, for Cairn itself writes it.
    private func userFile() -> FirebaseAuth.SignIn? {
        let expected = "a file for Cairn to keep the user in, such as .cairn-user"
        if case .string(let text) = value.content {
            if text.hasPrefix("file:") {
                return mismatch(expected, suggestion: "write the path alone: \(text.dropFirst(5))")
            }
            if text.hasPrefix("env:") || text.hasSuffix("/") { return mismatch(expected) }
        }
        return filePath(expected).map { .anonymousUser($0) }
    }
}
