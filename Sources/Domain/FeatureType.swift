/// What is asked of an image, in the Vision API's own names.
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
}
