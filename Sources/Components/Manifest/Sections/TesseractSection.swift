internal import Domain

enum TesseractKey: String, SectionKey {
    case kind, languages
    static let section = "tesseract"
}

extension Node {
    /// The settings of `kind: tesseract`.
    func tesseract() -> TesseractSettings? {
        guard let fields = Fields(self, "a mapping", keys: TesseractKey.self) else { return nil }
        var settings = TesseractSettings()
        if let languages = fields[.languages]?.names(.trainedData, "a list of languages, such as [eng, deu]") {
            settings.languages = languages
        }
        return settings
    }

    /// A list of names, none of them twice.
    func names(_ rule: NameRule, _ expected: String) -> [String]? {
        guard let items = items(expected) else { return nil }
        var names: [String] = []
        var seen: Set<String> = []
        for item in items {
            guard let name = item.name(rule) else { continue }
            if !seen.insert(name).inserted { item.complain("\(quoted(name)) is here for the second time") }
            names.append(name)
        }
        return names
    }
}
