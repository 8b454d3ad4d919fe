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
    /// A sentence that says what a picture shows.
    case caption = "CAPTION"

    /// What the Vision API can be asked.
    package static let vision = allCases.filter { !$0.isLocal }

    /// Whether only a model or a program on this machine gives it.
    package var isLocal: Bool {
        switch self {
        case .imageEmbedding, .imageSegmentation, .rawTensors, .caption: true
        case .faceDetection, .landmarkDetection, .logoDetection, .labelDetection, .textDetection,
            .safeSearchDetection, .imageProperties, .cropHints, .webDetection, .documentTextDetection, .productSearch,
            .objectLocalization:
            false
        }
    }
}
