internal import Glibc
internal import LiteRT
internal import Platform
internal import Domain

/// Makes scores of different classes comparable, as a model's metadata says.
///
/// The formula, the lines of parameters and the clamped logarithm are those of TensorFlow Lite Support:
/// metadata_schema.fbs (ScoreCalibrationOptions) and cc/task/core/score_calibration.cc. A score g is
/// `scale / (1 + e^-(slope * f(g) + offset))`, where f is the transformation; it is the default score for a class
/// without parameters, and where g is below the class's least.
struct ScoreCalibration: Equatable, Sendable {
    private struct Sigmoid: Equatable {
        let scale, slope, offset: Float
        let minScore: Float?
    }

    private let transformation: ModelMetadata.Calibration.Transformation
    private let defaultScore: Float
    /// One for each class; nil for one without parameters.
    private let sigmoids: [Sigmoid?]

    /// Reads the lines `scale,slope,offset` or `scale,slope,offset,minScore`, one for each class; an
    /// empty one has none.
    init(
        _ told: ModelMetadata.Calibration, _ bytes: [UInt8], classes: Int, model: FilePath
    ) throws(BackendError) {
        transformation = told.transformation
        defaultScore = told.defaultScore
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        if lines.count == classes + 1, lines.last == "" { lines.removeLast() }
        guard lines.count == classes else {
            throw BackendError.modelRefused(
                model, reason: "its score calibration has \(lines.count) lines, and \(classes) classes are told apart")
        }
        var sigmoids: [Sigmoid?] = []
        for (index, line) in lines.enumerated() {
            guard !line.isEmpty else {
                sigmoids.append(nil)
                continue
            }
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = fields.compactMap { Float(ScoreCalibration.trimmed($0)) }
            guard numbers.count == fields.count, [3, 4].contains(numbers.count), numbers.allSatisfy(\.isFinite),
                numbers[0] >= 0
            else {
                throw BackendError.modelRefused(
                    model,
                    reason:
                        "line \(index + 1) of its score calibration is not `scale,slope,offset` with a scale of 0 or more"
                )
            }
            sigmoids.append(
                Sigmoid(
                    scale: numbers[0], slope: numbers[1], offset: numbers[2],
                    minScore: numbers.count == 4 ? numbers[3] : nil))
        }
        self.sigmoids = sigmoids
    }

    /// The calibrated score of a class.
    func score(_ score: Float, ofClass index: Int) -> Float {
        guard !score.isNaN else { return score }
        guard sigmoids.indices.contains(index), let sigmoid = sigmoids[index], score >= sigmoid.minScore ?? -.infinity
        else { return defaultScore }
        let argument = transformed(score) * sigmoid.slope + sigmoid.offset
        // Either form is stable where it is used.
        if argument >= 0 { return Float(Double(sigmoid.scale) / (1 + exp(Double(-argument)))) }
        let power = Float(exp(Double(argument)))
        return Float(Double(sigmoid.scale * power) / (1 + Double(power)))
    }

    private func transformed(_ score: Float) -> Float {
        switch transformation {
        case .identity: score
        case .logarithm: clampedLogarithm(score)
        case .inverseLogistic: clampedLogarithm(score) - clampedLogarithm(Float(1 - Double(score)))
        }
    }

    private static func trimmed(_ field: Substring) -> Substring {
        var field = field
        while field.first == " " { field.removeFirst() }
        while field.last == " " { field.removeLast() }
        return field
    }
}

/// The logarithm; below the least score its mirror image, so that order is kept and nothing is infinite.
private func clampedLogarithm(_ score: Float) -> Float {
    let minScore: Float = 1e-16
    if score < minScore { return Float(2 * log(Double(minScore)) - log(2 * Double(minScore) - Double(score))) }
    return Float(log(Double(score)))
}
