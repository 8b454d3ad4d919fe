internal import Domain
internal import Platform

/// A model file behind an address, as a manifest's `hosted:` names it.
struct PublicModel: Equatable, Sendable {
    /// https, or http on this machine.
    let address: String
    /// Its SHA-256, in hexadecimal digits; nil: whatever is served.
    let sha256: String?
    /// How many bytes it has; nil where that is not known.
    var bytes: Int64?
    /// What it knows, for people.
    var title: String
    /// The licence that its publisher names; nil where none is known.
    var licence: String?
    /// Labels that are not an answer.
    var ignoredLabels: [String] = []

    /// A model that somebody serves.
    init(address: String, sha256: String?) {
        self.address = address
        self.sha256 = sha256
        title = FilePath(address).withoutSecrets.name.description
    }

    /// MobileNet v2 for 1,000 kinds of things, from Google's test data for Coral, with its labels inside.
    ///
    /// The commit is in the address, so that the file is always the same; the digest is of the file in that commit.
    static let mobileNet: PublicModel = {
        var model = PublicModel(
            address:
                "https://raw.githubusercontent.com/google-coral/test_data/104342d2d3480b3e66203073dac24f4e2dbb4c41/"
                + "mobilenet_v2_1.0_224_quant.tflite",
            sha256: "7aad0c74c5e3c06e5eb3c827e13304fdd68a83da6087d92ee169c24ff9fd4776")
        model.bytes = 3_610_798
        model.title = "MobileNet v2, which knows 1,000 kinds of things and animals"
        model.licence = "Apache 2.0"
        model.ignoredLabels = ["background"]
        return model
    }()

    /// `3.6 MB from https://...`, with the licence and the digest.
    var origin: String {
        [
            "\(bytes.map { "\(HumanFormat.bytes($0)) " } ?? "")from \(address)", licence.map { "licence \($0)" },
            sha256.map { "SHA-256 \($0)" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// The manifest's block.
    var block: [String] {
        var lines = ["backend:", "  kind: tflite", "  hosted:", "    url: \(address)"]
        if let sha256 { lines.append("    sha256: \(sha256)") }
        lines.append("    when: missing        # downloaded once, into the cache of `cairn models`")
        if !ignoredLabels.isEmpty { lines.append("  ignore: [\(ignoredLabels.joined(separator: ", "))]") }
        return lines
    }
}
