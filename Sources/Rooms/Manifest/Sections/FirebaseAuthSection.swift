internal import Vocabulary

enum FirebaseAuthKey: String, SectionKey {
    case webKey, email, password, anonymous, customToken, refreshToken, idToken, emulator
    static let section = "firebaseAuth"
    /// One of these says who signs in; `password` belongs to `email`.
    static let methods: [FirebaseAuthKey] = [.email, .anonymous, .customToken, .refreshToken, .idToken]
}

extension Node {
    /// How Cairn signs in to Firebase.
    func firebaseAuth() -> FirebaseAuth? {
        let expected = "a mapping such as {webKey: env:FIREBASE_WEB_KEY, anonymous: true}"
        guard let fields = Fields(quiet, expected, keys: FirebaseAuthKey.self) else { return nil }
        let present = fields.present(FirebaseAuthKey.methods)
        guard let method = present.first, present.count == 1, let node = fields[method] else {
            complain(
                "expected exactly one of email (with password), anonymous, customToken, refreshToken or idToken"
                    + (present.isEmpty ? "" : ", found \(present.map(\.rawValue).joined(separator: " and "))"))
            return nil
        }
        if method != .email { fields.refuse(.password, "`password` goes with `email`, not with `\(method.rawValue)`") }
        if method == .idToken {
            fields.refuse(.webKey, "an ID token needs no `webKey`; leave it out")
            fields.refuse(.emulator, "with an ID token the Auth emulator is not asked; leave `emulator` out")
            return node.secret().map { .idToken($0) }
        }
        let webKey = fields.required(.webKey, "env:FIREBASE_WEB_KEY")?.secret()
        let emulator = fields[.emulator]?.loopbackHost()
        let signIn: FirebaseAuth.SignIn?
        switch method {
        case .anonymous: signIn = node.chosen() ? .anonymous : nil
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
}
