internal import Domain

enum AutoMLKey: String, SectionKey {
    case kind, manifest, threshold, maxResults
    static let section = "automl"
}

extension Node {
    /// The settings of `kind: automl`.
    func automl() -> AutoMLSettings? {
        guard let fields = Fields(self, "a mapping", keys: AutoMLKey.self) else { return nil }
        let manifest = fields.required(.manifest, "flowers/manifest.json")?.filePath("the path of a manifest.json")
        let threshold = fields[.threshold]?.share()
        let maxResults = fields[.maxResults]?.whole(1...1000)
        guard let manifest else { return nil }
        var settings = AutoMLSettings(manifest: manifest)
        settings.threshold = threshold
        settings.maxResults = maxResults
        return settings
    }
}
