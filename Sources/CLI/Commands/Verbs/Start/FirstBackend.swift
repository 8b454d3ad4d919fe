internal import Domain
internal import Platform

/// What may answer a first job.
enum FirstBackend: Equatable, Sendable {
    /// A model in a file here, and its block for a manifest.
    case model(FilePath, block: [String])
    /// A model that is downloaded.
    case download(PublicModel)
    /// Text recognition on this machine, in a language that is here.
    case text(language: String)
    /// The Cloud Vision API, with credentials as a manifest names them.
    case vision(auth: String, FeatureType)

    /// The choice in the words of the manifest's `kind`.
    var kind: BackendSettings.Kind {
        switch self {
        case .model(_, let block): block.contains("  kind: automl") ? .automl : .tflite
        case .download: .tflite
        case .text: .tesseract
        case .vision: .vision
        }
    }

    /// What it would do, for people.
    var title: String {
        switch self {
        case .model(let file, _): "labels by \(file), on this machine, at no cost"
        case .download(let model):
            "labels by \(model.title), on this machine, at no cost"
                + (model.bytes.map { "; \(HumanFormat.bytes($0)) to download" } ?? "")
        case .text(let language): "text by Tesseract (\(language)), on this machine, at no cost"
        case .vision(_, let feature): "\(feature.rawValue) by the Cloud Vision API, billed"
        }
    }

    /// What may be chosen, the best first: what costs nothing, and text for pages.
    ///
    /// Without a person the first is taken, so that nothing is billed unless nothing else can answer.
    static func choices(in place: Surroundings, offering model: PublicModel) -> [FirstBackend] {
        let models = place.hasLiteRT ? place.models.map { FirstBackend.model($0.file, block: $0.block) } : []
        let text = place.language.map { [FirstBackend.text(language: $0)] } ?? []
        let download = place.hasLiteRT && models.isEmpty ? [FirstBackend.download(model)] : []
        let feature = place.arePages ? FeatureType.documentTextDetection : .labelDetection
        let vision = place.auth.map { [FirstBackend.vision(auth: $0, feature)] } ?? []
        return (place.arePages ? text + models + download : models + download + text) + vision
    }

    /// The manifest's block.
    var block: [String] {
        switch self {
        case .model(_, let block): block + FirstBackend.labelKeys
        case .download(let model): model.block + FirstBackend.labelKeys
        case .text(let language):
            [
                "backend:", "  kind: tesseract",
                "  languages: [\(language)]    # `cairn doctor` names those that are here",
            ]
        case .vision(let auth, let feature):
            [
                "backend:", "  kind: vision", "  auth:", "    \(auth)", "features:",
                "  - \(feature.rawValue)    # each further one is one more unit a picture: LANDMARK_DETECTION, TEXT_DETECTION",
            ]
        }
    }

    /// Keys that most jobs with labels want one day.
    private static let labelKeys = [
        "  maxResults: 5        # the best labels of each picture",
        "  # threshold: 0.3     # leave out lower scores; look at the model's usual scores before",
    ]
}
