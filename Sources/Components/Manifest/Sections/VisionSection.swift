internal import Domain
internal import YAML

enum VisionKey: String, SectionKey {
    case kind, account, model, endpoint, auth
    static let section = "vision"
}

enum VisionAuthKey: String, SectionKey {
    case apiKey, serviceAccount, accessToken, adc
    static let section = "visionAuth"
}

extension Node {
    /// The settings of `kind: vision`.
    func vision() -> VisionSettings? {
        guard let fields = Fields(self, "a mapping", keys: VisionKey.self) else { return nil }
        let auth = fields.required(.auth, "{apiKey: env:GOOGLE_API_KEY}")?.visionAuth()
        let account = fields[.account]?.name(.project)
        let model = fields[.model].flatMap(visionModel)
        let endpoint = fields[.endpoint]?.serviceAddress()
        guard let auth else { return nil }
        var settings = VisionSettings(auth: auth)
        settings.account = account
        settings.model = model ?? settings.model
        settings.endpoint = endpoint ?? settings.endpoint
        return settings
    }

    private func visionModel(_ node: Node) -> VisionSettings.Model? {
        if case .string(Feature.Model.weekly.rawValue) = node.value.content {
            return node.mismatch(
                alternatives(VisionSettings.Model.allCases.map(\.rawValue)),
                suggestion: "the weekly model is for text alone; set it on the feature")
        }
        return node.choice(VisionSettings.Model.self)
    }

    /// How Cairn proves to Google Cloud who it is.
    func visionAuth() -> VisionSettings.Auth? {
        let expected = "a mapping such as {apiKey: env:GOOGLE_API_KEY}"
        guard let fields = Fields(quiet, expected, keys: VisionAuthKey.self) else { return nil }
        let present = fields.present(VisionAuthKey.allCases)
        guard let key = present.first, present.count == 1, let node = fields[key] else {
            if present.isEmpty, fields.hasUnknownKeys { return nil }
            report(
                "expected exactly one of apiKey, serviceAccount, accessToken or adc"
                    + (present.isEmpty ? "" : ", found \(present.map(\.rawValue).joined(separator: " and "))"))
            return nil
        }
        return switch key {
        case .apiKey: node.secret().map { .apiKey($0) }
        case .serviceAccount: node.secret().map { .serviceAccount($0) }
        case .accessToken: node.secret().map { .accessToken($0) }
        case .adc: node.chosen() ? .applicationDefault : nil
        }
    }

    /// A switch that can only be on: `adc: true`.
    func chosen() -> Bool {
        guard let flag = flag() else { return false }
        if !flag { report("expected true; leave the key out to choose another way") }
        return flag
    }
}
