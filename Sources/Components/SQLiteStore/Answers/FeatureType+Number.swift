internal import Domain

extension FeatureType {
    /// The number that stands for it in the store.
    var number: Int64 {
        switch self {
        case .faceDetection: 0
        case .landmarkDetection: 1
        case .logoDetection: 2
        case .labelDetection: 3
        case .textDetection: 4
        case .safeSearchDetection: 5
        case .imageProperties: 6
        case .cropHints: 7
        case .webDetection: 8
        case .documentTextDetection: 9
        case .productSearch: 10
        case .objectLocalization: 11
        case .imageEmbedding: 12
        case .imageSegmentation: 13
        case .rawTensors: 14
        case .caption: 15
        }
    }

    /// Its bit in `job_recipe.feature_bit` and `job_image.corrected`.
    var bit: Int64 { 1 << number }

    /// The features whose answers one correction takes the place of: the text of a picture is one, whichever way a
    /// machine was asked for it.
    var correctedTogether: [FeatureType] {
        let texts: [FeatureType] = [.documentTextDetection, .textDetection]
        return texts.contains(self) ? texts : [self]
    }
}
