internal import Domain

/// What the vendor's bill calls a feature.
///
/// The descriptions of the service "Cloud Vision API" on https://cloud.google.com/skus/sku-groups and in the console's
/// "Pricing" table of a billing account, as they stood in November 2026. They are compared without regard to case.
enum VisionSKU {
    /// The service's name in exports.
    static let service = "cloud vision api"

    private static let features: [String: FeatureType] = [
        "crop hints operations": .cropHints,
        "document text detection operations": .documentTextDetection,
        "face detection operations": .faceDetection,
        "image properties operations": .imageProperties,
        "label detection operations": .labelDetection,
        "landmark detection operations": .landmarkDetection,
        "logo detection operations": .logoDetection,
        "object localization operations": .objectLocalization,
        "safe search detection operations": .safeSearchDetection,
        "text detection operations": .textDetection,
        "web detection operations": .webDetection,
    ]

    /// The feature of a description; nil for one that is not known here.
    static func feature(of description: String) -> FeatureType? { features[description.lowercased()] }
}
