internal import Domain

/// What may be asked of a backend.
struct FeatureRules {
    /// The features it can give.
    var allowed: [FeatureType]
    /// Whether it takes parameters with a feature; a local model's are settings of the backend.
    var takesParameters: Bool
    /// Whether the manifest must say what is asked.
    var isRequired: Bool
    /// What is asked where the manifest need not say it and does not.
    var implied: [Feature] = []
    /// The most features at once, and why.
    var limit: (count: Int, reason: String)?
    /// The backend that cannot give other features.
    var subject: String
    /// Why `prepare` may not stand beside this backend.
    var prepareRefusal: String?

    /// The rules of a backend, as far as it is known.
    init(kind: BackendSettings.Kind?, settings: BackendSettings?) {
        allowed = FeatureType.vision
        takesParameters = true
        isRequired = kind != nil
        subject = "the \(kind?.rawValue ?? "chosen") backend"
        switch kind {
        case .vision, .firebase, nil: break
        case .command:
            local([
                .landmarkDetection, .labelDetection, .textDetection, .documentTextDetection, .objectLocalization,
                .imageEmbedding, .caption,
            ])
            isRequired = true
        case .tflite: limit(toModel: settings)
        case .automl:
            local([.labelDetection, .objectLocalization])
            limit = (1, "a model gives one of them")
            prepareRefusal =
                "an AutoML model has a fixed input that each picture is stretched to, and nothing is sent; leave `prepare` out"
        case .tesseract:
            local([.textDetection, .documentTextDetection], implied: [Feature(type: .textDetection)])
            limit = (1, "both are the same reading of the page")
            prepareRefusal = "tesseract reads the picture's own pixels, and nothing is sent; leave `prepare` out"
        }
    }

    private mutating func limit(toModel settings: BackendSettings?) {
        local(TFLiteSettings.Meaning.allCases.map(\.feature))
        prepareRefusal =
            "a local model's pictures are made ready as its input says, and nothing is sent; use backend.input.fit"
        guard case .tflite(let model)? = settings else { return }
        let meanings = model.declaredOutputs.map(\.output.meaning)
        if model.outputs.isEmpty { limit = (1, "a model gives one of them") }
        let features = meanings.compactMap { $0?.feature }
        guard features.count == meanings.count, let first = meanings.first else { return }
        allowed = FeatureType.allCases.filter(features.contains)
        implied = allowed.map { Feature(type: $0) }
        subject =
            model.outputs.isEmpty
            ? "a model whose output means \(first?.rawValue ?? "nothing")"
            : "a model whose outputs mean \(meanings.compactMap { $0?.rawValue }.joined(separator: ", "))"
    }

    private mutating func local(_ types: [FeatureType], implied: [Feature] = []) {
        allowed = types
        takesParameters = false
        isRequired = false
        self.implied = implied
    }
}
