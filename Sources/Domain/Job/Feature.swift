/// One thing that is asked of every image, with its parameters: an entry of `features` in the manifest.
package struct Feature: Equatable, Sendable {
    /// The models a feature can name.
    package enum Model: String, CaseIterable, Sendable {
        case stable = "builtin/stable"
        case latest = "builtin/latest"
        /// For the two text features only.
        case weekly = "builtin/weekly"
    }

    /// What Vision sends at most unless told otherwise; always sent, for the API leaves the default undocumented.
    package static let defaultMaxResults = 10

    /// What is asked.
    package var type: FeatureType
    /// The most annotations; nil where the manifest cannot say: Vision ignores it for text and crop hints, and
    /// a local model's is a setting of the backend.
    package var maxResults: Int?
    /// The model; nil: the backend's.
    package var model: Model?
    /// Languages of the text, as BCP-47 tags; normally empty.
    package var languageHints: [String] = []
    /// Whether text annotations carry a confidence.
    package var enableTextDetectionConfidenceScore = false
    /// Switches of the text recognition: `legacy_layout`.
    package var advancedOcrOptions: [String] = []
    /// Whether the symbols of text are kept, too, each with its box.
    ///
    /// It decides what is kept of an answer and not what is asked: it is not a part of a recipe.
    package var symbols = false
    /// Width divided by height of the wanted crops, at most 16.
    package var aspectRatios: [Float] = []
    /// What `PRODUCT_SEARCH` looks for.
    package var productSearch: ProductSearch?

    /// A feature without parameters.
    package init(type: FeatureType, maxResults: Int? = nil) {
        self.type = type
        self.maxResults = maxResults
    }
}

/// What is asked of an image, in the Vision API's own names, and in ours for what that has no name.
package enum FeatureType: String, CaseIterable, Sendable {
    case faceDetection = "FACE_DETECTION"
    case landmarkDetection = "LANDMARK_DETECTION"
    case logoDetection = "LOGO_DETECTION"
    case labelDetection = "LABEL_DETECTION"
    case textDetection = "TEXT_DETECTION"
    case safeSearchDetection = "SAFE_SEARCH_DETECTION"
    case imageProperties = "IMAGE_PROPERTIES"
    case cropHints = "CROP_HINTS"
    case webDetection = "WEB_DETECTION"
    case documentTextDetection = "DOCUMENT_TEXT_DETECTION"
    case productSearch = "PRODUCT_SEARCH"
    case objectLocalization = "OBJECT_LOCALIZATION"
    /// What a picture is in a model's own numbers.
    case imageEmbedding = "IMAGE_EMBEDDING"
    /// Which pixels show what.
    case imageSegmentation = "IMAGE_SEGMENTATION"
    /// A model's outputs as they are.
    case rawTensors = "RAW_TENSORS"

    /// What the Vision API can be asked.
    package static let vision = allCases.filter { !$0.isLocal }

    /// Whether only a model on this machine gives it.
    package var isLocal: Bool {
        switch self {
        case .imageEmbedding, .imageSegmentation, .rawTensors: true
        case .faceDetection, .landmarkDetection, .logoDetection, .labelDetection, .textDetection,
            .safeSearchDetection, .imageProperties, .cropHints, .webDetection, .documentTextDetection, .productSearch,
            .objectLocalization:
            false
        }
    }
}

/// The parameters of `PRODUCT_SEARCH`.
package struct ProductSearch: Equatable, Sendable {
    /// The set that is searched: `projects/P/locations/L/productSets/S`.
    package var productSet: String
    /// The categories that are searched: `homegoods-v2`.
    package var productCategories: [String]
    /// A filter over the products' labels.
    package var filter: String?
    /// The part of the picture to look at, in fractions of its width and height; empty: Vision chooses.
    package var boundingPoly: [Point] = []

    /// A search without a filter, in the part of the picture that Vision chooses.
    package init(productSet: String, productCategories: [String]) {
        self.productSet = productSet
        self.productCategories = productCategories
    }
}
