internal import Domain
internal import Platform

enum AutoMLKey: String, SectionKey {
    case kind, model, manifest, hosted, threshold, maxResults
    static let section = "automl"
}

extension Node {
    /// The settings of `kind: automl`; `manifest` is another name of the key `model`.
    func automl() -> AutoMLSettings? {
        guard var fields = Fields(self, "a mapping", keys: AutoMLKey.self) else { return nil }
        if fields[.model] != nil {
            fields.refuse(.manifest, "`manifest` and `model` are the same key; leave one of them out")
        }
        let key: AutoMLKey = fields[.manifest] == nil ? .model : .manifest
        let hosted = fields[.hosted]?.hosted()
        let export: FilePath? =
            if fields[key] == nil, fields[.hosted] != nil {
                hosted.map { FilePath($0.fileName) }
            } else {
                fields.required(key, "flowers")?.modelPath("the path of a manifest.json, of its folder or of a ZIP")
            }
        let threshold = fields[.threshold]?.share()
        let maxResults = fields[.maxResults]?.whole(1...1000)
        guard let export else { return nil }
        var settings = AutoMLSettings(model: export)
        settings.key = key.rawValue
        settings.hosted = hosted
        settings.isBundled = fields[key] != nil
        settings.threshold = threshold
        settings.maxResults = maxResults
        return settings
    }
}
