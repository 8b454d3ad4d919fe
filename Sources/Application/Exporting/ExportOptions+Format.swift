internal import Domain

extension ExportOptions {
    /// The formats that are written.
    package enum Format: String, CaseIterable, Sendable {
        case svg, html, txt, hocr, alto
        case visionJSON = "vision-json"
        case xmp, pdf, coco
        case labelStudio = "label-studio"

        /// Whether it is always one file for all pictures.
        package var isOneFile: Bool { self == .coco || self == .labelStudio }
        /// Whether it can be one file for all pictures as well as one for each.
        package var canBeOneFile: Bool { [.txt, .hocr, .visionJSON, .pdf].contains(self) }
        /// Whether it is of the text alone.
        package var isText: Bool { [.txt, .hocr, .alto, .pdf].contains(self) }
        /// Whether it can be in the frame of the file as well as in that of the upright picture.
        package var hasFrames: Bool { [.hocr, .alto, .coco].contains(self) }
        /// Whether it shows drawings over pixels.
        package var isDrawing: Bool { self == .svg || self == .html }
        /// Whether the size of the picture has to be known.
        var needsSize: Bool { self != .txt && self != .visionJSON }

        /// What stands behind the picture's name in that of its file.
        var suffix: String {
            switch self {
            case .alto: ".alto.xml"
            case .visionJSON: ".json"
            default: ".\(rawValue)"
            }
        }

        /// The features whose answers it shows; nil: all.
        var features: Set<FeatureType>? {
            switch self {
            case .svg, .html, .visionJSON: nil
            case .txt, .hocr, .alto, .pdf: texts
            case .xmp: framed
            case .coco: framed.union([.imageSegmentation])
            case .labelStudio: framed.union(texts)
            }
        }

        /// The lowest score of what is written where nothing is said: ten guesses are no help among keywords.
        package var defaultMinScore: Float? { self == .xmp ? 0.5 : nil }
    }
}

/// The features whose answers have frames or labels.
private let framed: Set<FeatureType> = [
    .faceDetection, .landmarkDetection, .logoDetection, .labelDetection, .productSearch, .objectLocalization,
]
/// The features whose answers are texts.
private let texts: Set<FeatureType> = [.textDetection, .documentTextDetection]
