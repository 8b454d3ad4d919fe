internal import LiteRT
internal import Domain

/// What is read from a model's outputs for one recipe.
enum OutputReading: Equatable, Sendable {
    /// One score a class.
    case scores(Int, Scoring)
    /// A detector's four outputs.
    case objects(boxes: Int, classes: Int, scores: Int, count: Int, Scoring)
    /// Each the picture in the model's own numbers.
    case embeddings([Int])
    /// A class, or a score for each class, of every pixel.
    case segments(SegmentReading)
    /// Each kept as it is.
    case tensors([Int])

    /// What is asked.
    var feature: FeatureType {
        switch self {
        case .scores: .labelDetection
        case .objects: .objectLocalization
        case .embeddings: .imageEmbedding
        case .segments: .imageSegmentation
        case .tensors: .rawTensors
        }
    }

    /// Every output that is read.
    var indexes: [Int] {
        switch self {
        case .scores(let index, _): [index]
        case .objects(let boxes, let classes, let scores, let count, _): [boxes, classes, scores, count]
        case .embeddings(let indexes), .tensors(let indexes): indexes
        case .segments(let reading): [reading.index]
        }
    }

    /// How scores are made; nil where there are none.
    var scoring: Scoring? {
        switch self {
        case .scores(_, let scoring), .objects(_, _, _, _, let scoring): scoring
        case .segments(let reading): reading.scoring
        case .embeddings, .tensors: nil
        }
    }

    /// Whether its annotations hold all that there is to know of its outputs, which are not kept beside them then.
    var isResponse: Bool {
        switch self {
        case .segments, .tensors: true
        case .scores, .objects, .embeddings: false
        }
    }
}
