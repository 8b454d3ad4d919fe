internal import Domain
internal import YAML

enum TesseractKey: String, SectionKey {
    case kind, languages, psm, whitelist, timeout, symbols
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
        settings.psm = fields[.psm]?.segmentation() ?? settings.psm
        settings.whitelist = fields[.whitelist]?.text("the letters that words may have, such as \"0123456789.,\"")
        settings.timeout = fields[.timeout]?.duration() ?? settings.timeout
        settings.symbols = fields[.symbols]?.flag() ?? settings.symbols
        return settings
    }

    /// A PageSegMode that reads text.
    private func segmentation() -> Int? {
        guard let number = whole(0...13) else { return nil }
        guard !TesseractSettings.segmentations.contains(number) else { return number }
        report("\(number) reads no text; write 1 for pages, 6 for one block, 7 for one line, 11 for sparse text")
        return nil
    }

    /// A list of names, none of them twice.
    func names(_ rule: NameRule, _ expected: String) -> [String]? {
        guard let items = items(expected) else { return nil }
        var names: [String] = []
        var seen: Set<String> = []
        for item in items {
            guard let name = item.name(rule) else { continue }
            if !seen.insert(name).inserted { item.report("\(quoted(name)) is listed twice") }
            names.append(name)
        }
        return names
    }
}
