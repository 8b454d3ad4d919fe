internal import Domain
internal import YAML

enum AppCheckKey: String, SectionKey {
    case appId, customToken, debugToken, webKey, endpoint, limitedUse
    static let section = "appCheck"
    static let formerNames = ["appID": AppCheckKey.appId, "apiKey": .webKey, "emulator": .endpoint]
    /// One of these shows that the app asks.
    static let proofs: [AppCheckKey] = [.customToken, .debugToken]
}

extension Node {
    /// Where App Check tokens come from: the place of one, or what they are asked for with.
    ///
    /// - Parameters:
    ///   - auth: how Cairn signs in; nil where that cannot be read. Its Web API key serves here, too.
    ///   - isOfFunction: whether a function takes the tokens, and may take each of them once.
    func appCheck(_ auth: FirebaseAuth?, isOfFunction: Bool = true) -> AppCheck? {
        if case .string = value.content { return secret().map { .token($0) } }
        let expected =
            "env:NAME or file:PATH, the place of a token, or a mapping such as {appId: \"1:1234567890:web:0123456789abcdef\", debugToken: env:APP_CHECK_DEBUG_TOKEN}"
        guard var fields = Fields(quiet, expected, keys: AppCheckKey.self) else { return nil }
        if !isOfFunction {
            fields.refuse(.limitedUse, "a function can take a token once, and Cloud Storage does not; leave it out")
        }
        let isLimitedUse = fields[.limitedUse]?.flag()
        let appID = fields.required(.appId, "\"1:1234567890:web:0123456789abcdef\"")?.name(.firebaseApp)
        let endpoint = fields[.endpoint]?.serviceAddress()
        let webKey = fields[.webKey].map { $0.secret() } ?? auth?.webKey
        if let auth, auth.webKey == nil, fields[.webKey] == nil {
            fields.report(
                "`webKey` is missing, such as `webKey: env:FIREBASE_WEB_KEY`; with `idToken`, backend.auth has none")
        }
        let present = fields.present(AppCheckKey.proofs)
        guard let key = present.first, present.count == 1, let node = fields[key] else {
            report(
                "expected exactly one of customToken or debugToken"
                    + (present.isEmpty ? "" : ", found \(present.map(\.rawValue).joined(separator: " and "))"))
            return nil
        }
        guard let secret = node.secret(), let appID, let webKey else { return nil }
        let proof: AppCheck.Proof = key == .customToken ? .customToken(secret) : .debugToken(secret)
        var exchange = AppCheck.TokenExchange(
            appID: appID, proof: proof, webKey: webKey, endpoint: endpoint ?? AppCheck.TokenExchange.publicEndpoint)
        exchange.isLimitedUse = isLimitedUse ?? exchange.isLimitedUse
        return .exchange(exchange)
    }
}

extension FirebaseAuth {
    /// The place of the Web API key that signing in needs.
    fileprivate var webKey: Secret? {
        if case .signIn(_, let webKey, _) = self { webKey } else { nil }
    }
}
