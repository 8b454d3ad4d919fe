internal import Domain
internal import YAML

enum FeatureKey: String, SectionKey {
    case type, maxResults, model, languageHints, enableTextDetectionConfidenceScore, advancedOcrOptions, symbols
    case aspectRatios, productSearch
    static let section = "feature"
}

extension Node {
    /// What is asked.
    func features(_ rules: FeatureRules) -> [Feature]? {
        guard let items = items("a list with at least one feature, such as [LABEL_DETECTION]") else { return nil }
        let read = items.map { ($0, $0.feature(rules)) }
        var types: [FeatureType] = []
        for (node, feature) in read {
            guard let type = feature?.type else { continue }
            if types.contains(type) { node.report("\(type.rawValue) is listed twice") }
            types.append(type)
        }
        if types.contains(.textDetection), types.contains(.documentTextDetection) {
            report(
                "TEXT_DETECTION and DOCUMENT_TEXT_DETECTION give one result, the document's, and how the pair is billed is not said; ask for one of them"
            )
        }
        if let limit = rules.limit, items.count > limit.count {
            report("expected at most \(limit.count) feature, for \(limit.reason); found \(items.count)")
        }
        return read.compactMap(\.1)
    }

    private func feature(_ rules: FeatureRules) -> Feature? {
        if case .string = value.content {
            guard let type = featureType(rules) else { return nil }
            if type == .productSearch {
                report("PRODUCT_SEARCH needs parameters; write {type: PRODUCT_SEARCH, productSearch: ...}")
            }
            let hasMaxResults = rules.takesParameters && FeatureKey.maxResults.belongs(to: type)
            return Feature(type: type, maxResults: hasMaxResults ? Feature.defaultMaxResults : nil)
        }
        let expected = "a feature such as LABEL_DETECTION or {type: LABEL_DETECTION, maxResults: 5}"
        guard var fields = Fields(self, expected, keys: FeatureKey.self) else { return nil }
        let type = fields.required(.type, "LABEL_DETECTION")?.featureType(rules)
        for key in fields.present(Array(FeatureKey.allCases.dropFirst())) {
            if !rules.takesParameters {
                fields.refuse(key, "\(rules.subject) takes no parameters here; its settings stand under `backend`")
            } else if let type, !key.belongs(to: type) {
                fields.refuse(key, "\(type.rawValue) has no `\(key.rawValue)`")
            }
        }
        let maxResults = fields[.maxResults].map { $0.whole(1...1000) } ?? Feature.defaultMaxResults
        var feature = Feature(type: type ?? .labelDetection)
        if rules.takesParameters, FeatureKey.maxResults.belongs(to: feature.type) { feature.maxResults = maxResults }
        feature.model = fields[.model]?.featureModel(for: type)
        readTextParameters(fields, into: &feature)
        feature.aspectRatios = fields[.aspectRatios]?.aspectRatios() ?? []
        feature.productSearch = fields[.productSearch]?.productSearch()
        if type == .productSearch, fields[.productSearch] == nil {
            _ = fields.required(.productSearch, "{productSet: projects/P/locations/L/productSets/S, ...}")
        }
        return type == nil ? nil : feature
    }

    private func readTextParameters(_ fields: Fields<FeatureKey>, into feature: inout Feature) {
        feature.languageHints = fields[.languageHints]?.names(.languageTag, "a list of languages, such as [en]") ?? []
        feature.enableTextDetectionConfidenceScore = fields[.enableTextDetectionConfidenceScore]?.flag() ?? false
        let options = fields[.advancedOcrOptions]?.items("a list of options, such as [legacy_layout]") ?? []
        feature.symbols = fields[.symbols]?.flag() ?? false
        feature.advancedOcrOptions = options.compactMap { $0.word(among: ["legacy_layout"]) }
    }

    private func featureType(_ rules: FeatureRules) -> FeatureType? {
        let known = rules.allowed.contains(where: \.isLocal) ? FeatureType.allCases : FeatureType.vision
        guard let type = choice(FeatureType.self, among: known) else { return nil }
        guard rules.allowed.contains(type) else {
            report(
                "\(rules.subject) gives \(alternatives(rules.allowed.map(\.rawValue))), and not \(type.rawValue)")
            return nil
        }
        return type
    }

    private func featureModel(for type: FeatureType?) -> Feature.Model? {
        let isText = type == nil || type == .textDetection || type == .documentTextDetection
        let allowed = isText ? Feature.Model.allCases : [.stable, .latest]
        return choice(Feature.Model.self, among: allowed)
    }

    private func aspectRatios() -> [Float]? {
        items("a list of at most 16 numbers, width divided by height", limit: 16)?.compactMap { $0.positiveNumber() }
    }
}

extension FeatureKey {
    /// Whether a feature has this parameter (Vision ignores `maxResults` for text and crop hints).
    fileprivate func belongs(to type: FeatureType) -> Bool {
        let isText = type == .textDetection || type == .documentTextDetection
        return switch self {
        case .type, .model: true
        case .maxResults: !isText && type != .cropHints
        case .languageHints, .enableTextDetectionConfidenceScore, .advancedOcrOptions, .symbols: isText
        case .aspectRatios: type == .cropHints
        case .productSearch: type == .productSearch
        }
    }
}
