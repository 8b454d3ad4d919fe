internal import LiteRT
internal import Platform
internal import Domain

/// How an output tells the class of every pixel.
struct SegmentReading: Equatable, Sendable {
    /// What there is of each pixel.
    enum Form: Equatable, Sendable {
        /// The number of its class.
        case classes
        /// A score for each class: behind each other, or a plane for each.
        case scores(count: Int, isPlanar: Bool)
        /// One score: of the only class, or of the second one of two.
        case single
    }

    let index: Int
    let form: Form
    let scoring: Scoring

    /// Finds out what a tensor's numbers are.
    ///
    /// - Parameter classCount: the number of labels; nil: a plane is taken to be square, or larger than the classes are
    ///   many.
    static func form(
        of tensor: TensorInfo, batch: Int, classCount: Int?, _ model: FilePath
    ) throws(BackendError) -> Form {
        let sides = Array(sides(of: tensor.dimensions(inBatchOf: batch)))
        let refused = BackendError.modelRefused(
            model,
            reason:
                "its output \"\(tensor.name)\" is \(tensor.dimensions), and [1, height, width, classes] or [1, height, width] is read for a segmentation"
        )
        guard [2, 3].contains(sides.count) else { throw refused }
        let isWhole = tensor.quantization == nil && tensor.integers([]) != nil
        if sides.count == 2 || sides[2] == 1 { return isWhole ? .classes : .single }
        let isPlanar =
            if let classCount { sides[0] == classCount && sides[2] != classCount } else {
                sides[0] != sides[1] && (sides[1] == sides[2] || sides[0] < sides[2])
            }
        let count = sides[isPlanar ? 0 : 2]
        guard count > 0 else { throw refused }
        return .scores(count: count, isPlanar: isPlanar)
    }

    /// The dimensions of an output without the one for its pictures.
    private static func sides(of dimensions: [Int]) -> ArraySlice<Int> {
        let hasBatch = dimensions.count == 4 || dimensions.count == 3 && dimensions[0] == 1
        return hasBatch && [1, -1].contains(dimensions[0]) ? dimensions.dropFirst() : dimensions[...]
    }

    /// The size of the map in an output of these dimensions, none of them open: a model may leave it to its input's.
    func size(in dimensions: [Int]) -> Size {
        let sides = Array(SegmentReading.sides(of: dimensions))
        guard sides.count >= 2 else { return Size(width: 0, height: 0) }
        if case .scores(_, isPlanar: true) = form, sides.count == 3 { return Size(width: sides[2], height: sides[1]) }
        return Size(width: sides[1], height: sides[0])
    }

    /// How many labels there must be; nil where any number may be.
    var classes: ClosedRange<Int>? {
        switch form {
        case .classes: nil
        case .scores(let count, _): count...count
        case .single: 1...2
        }
    }

    /// The class of every pixel, row by row; -1 where it is of none.
    ///
    /// - Parameter numbers: the output's, all finite.
    func classMap(_ numbers: [Float], of size: Size, labels: Int) -> [Int] {
        switch form {
        case .classes: return numbers.map { Int(min(max($0, -1), 1_000_000)) }
        case .single:
            let cut = scoring.threshold ?? 0.5
            return numbers.map { number in
                let score = scoring.activation == .unchanged ? number : sigmoid(number)
                return score >= cut ? labels - 1 : labels - 2
            }
        case .scores(let count, let isPlanar):
            let pixels = size.width * size.height
            guard numbers.count == count * pixels else { return [] }
            return (0..<pixels).map { pixel in
                let (start, step) = isPlanar ? (pixel, pixels) : (pixel * count, 1)
                return best(of: (0..<count).map { numbers[start + $0 * step] })
            }
        }
    }

    /// The class with the greatest score, the first of equal ones; -1 where all are below the threshold.
    private func best(of numbers: [Float]) -> Int {
        let cut = scoring.threshold
        let scores = cut == nil ? numbers : scoring.activated(numbers)
        var best = -1
        for index in scores.indices where best < 0 || scores[index] > scores[best] {
            best = index
        }
        if best >= 0, let cut, scores[best] < cut { return -1 }
        return best
    }
}
