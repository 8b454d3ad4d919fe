internal import LiteRT
internal import Domain

/// What an output's dimensions and type look like.
struct OutputShape {
    /// The dimensions of one picture's part, without leading ones.
    private let dimensions: [Int]
    private let isWhole: Bool
    private let written: String

    /// The looks of an output.
    init(_ tensor: TensorInfo, batch: Int) {
        var all = tensor.dimensions(inBatchOf: batch)[...]
        // An open batch is one picture; another open length is only known once the input has its size.
        if all.first == -1 { all.removeFirst() }
        dimensions = all.drop { $0 == 1 }.map { $0 == -1 ? .max : $0 }
        isWhole = tensor.quantization == nil && tensor.integers([]) != nil
        written = "\(tensor.dimensions)"
    }

    /// Whether it is one row of numbers.
    var isRow: Bool { dimensions.count <= 1 }

    /// Whether it has a number, or several, for each pixel.
    private var isMap: Bool {
        switch dimensions.count {
        case 3: dimensions[0] > 8 && dimensions[1] > 8 || dimensions[1] > 8 && dimensions[2] > 8
        case 2: dimensions[0] > 8 && dimensions[1] > 8
        default: false
        }
    }

    /// Whether an output of this shape can have a meaning.
    func fits(_ meaning: TFLiteSettings.Meaning) -> Bool {
        switch meaning {
        case .classification, .embedding: isRow
        case .segmentation: isMap
        case .detection: false
        case .raw: true
        }
    }

    /// What to write in the manifest, for an output whose meaning is not certain.
    var advice: String {
        if isMap {
            return "this looks like a segmentation model: \(written)\(isWhole ? " of whole numbers" : ""); "
                + "write `meaning: segmentation`"
        }
        if isRow {
            return "this looks like an embedding model, or like a classifier without labels: \(written); "
                + "write `meaning: embedding`, or name a file with one label a line in backend.labels"
        }
        return "its output \(written) is not one row of scores; write `meaning: raw` to keep its numbers"
    }

    /// Whether the outputs of a model look like boxes relative to anchors, and their scores.
    static func hasAnchors(_ file: ModelFile) -> Bool {
        let shapes = file.outputs.map(\.dimensions).filter { $0.count == 3 && $0[1] > 8 }
        return shapes.contains { boxes in
            boxes[2] >= 4 && shapes.contains { $0 != boxes && $0[1] == boxes[1] && $0[2] < boxes[2] }
        }
    }
}
