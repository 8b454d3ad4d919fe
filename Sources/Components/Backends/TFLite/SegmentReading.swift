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
    let width: Int
    let height: Int
    let scoring: Scoring

    /// Finds out what a tensor's numbers are.
    ///
    /// - Parameter classCount: the number of labels; nil: a plane is taken to be square, or larger than the classes are
    ///   many.
    static func form(
        of tensor: TensorInfo, batch: Int, classCount: Int?, _ model: FilePath
    ) throws(BackendError) -> (form: Form, width: Int, height: Int) {
        var sides = tensor.dimensions(inBatchOf: batch)
        if sides.count == 4 || sides.count == 3 && sides[0] == 1, [1, -1].contains(sides[0]) { sides.removeFirst() }
        guard !sides.contains(-1), [2, 3].contains(sides.count) else {
            throw BackendError.modelRefused(
                model,
                reason:
                    "its output \"\(tensor.name)\" is \(tensor.dimensions), and [1, height, width, classes] or [1, height, width] is read for a segmentation"
            )
        }
        let isWhole = tensor.quantization == nil && tensor.integers([]) != nil
        if sides.count == 2 || sides[2] == 1 { return (isWhole ? .classes : .single, sides[1], sides[0]) }
        let isPlanar =
            if let classCount { sides[0] == classCount && sides[2] != classCount } else {
                sides[0] != sides[1] && (sides[1] == sides[2] || sides[0] < sides[2])
            }
        if isPlanar { return (.scores(count: sides[0], isPlanar: true), sides[2], sides[1]) }
        return (.scores(count: sides[2], isPlanar: false), sides[1], sides[0])
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
    func classMap(_ numbers: [Float], labels: Int) -> [Int] {
        switch form {
        case .classes: return numbers.map { Int(min(max($0, -1), 1_000_000)) }
        case .single:
            let cut = scoring.threshold ?? 0.5
            return numbers.map { number in
                let score = scoring.activation == .unchanged ? number : sigmoid(number)
                return score >= cut ? labels - 1 : labels - 2
            }
        case .scores(let count, let isPlanar):
            let pixels = width * height
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
