internal import LiteRT
internal import JSON
internal import Domain
internal import Text

/// How a model's numbers become scores, and which of them count.
struct Scoring: Equatable, Sendable {
    /// What makes scores of the numbers.
    let activation: TFLiteSettings.Activation
    /// What makes scores of classes comparable, after that.
    let calibration: ScoreCalibration?
    /// Whether the scores are from 0 to 1; nil where nothing says so.
    let areProbabilities: Bool?
    /// Scores below are left out; nil: none is.
    let threshold: Float?
    /// Classes that are left out.
    let ignored: Set<Int>
    let ignoredLabels: [String]
    /// Whether the manifest, and not the model, decides the activation.
    private let isActivationTold: Bool

    /// Scores of one output.
    ///
    /// - Parameter calibration: what the model's metadata says.
    init(
        _ declared: TFLiteSettings.Activation?, key: String, _ origin: ScoreOrigin, _ settings: TFLiteSettings,
        _ labels: Labels, calibration: ScoreCalibration? = nil, metadataThreshold: Float? = nil,
        guess: TFLiteSettings.Activation = .softmax, isOfPixels: Bool = false
    ) throws(BackendError) {
        if let declared, declared != .unchanged, origin == .probabilities {
            throw BackendError.setting(
                key: "\(key).activation",
                reason: "the scores of \(settings.model) are probabilities already; leave `activation` out")
        }
        activation = declared ?? (origin == .logits && calibration == nil ? guess : .unchanged)
        self.calibration = calibration
        isActivationTold = declared == .unchanged && origin != .probabilities
        areProbabilities =
            activation != .unchanged || calibration != nil || origin == .probabilities
            ? true : origin == .logits ? false : nil
        threshold = settings.threshold ?? metadataThreshold ?? (isActivationTold || isOfPixels ? nil : 0)
        if areProbabilities == true, let threshold = settings.threshold, !(0...1).contains(threshold) {
            throw BackendError.setting(
                key: "backend.threshold",
                reason: "\(written(threshold)) is not from 0 to 1, as the scores of \(settings.model) are")
        }
        ignoredLabels = settings.ignore
        ignored = try Scoring.indexes(of: settings.ignore, labels)
    }

    private static func indexes(of ignored: [String], _ labels: Labels) throws(BackendError) -> Set<Int> {
        var indexes: Set<Int> = []
        for (index, word) in ignored.enumerated() {
            let found = labels.words.indices.filter { labels.words[$0] == word || labels.word($0) == word }
            guard !found.isEmpty else {
                throw BackendError.setting(
                    key: "backend.ignore[\(index)]", reason: "\(labels.source) has no label \(jsonString(word))")
            }
            indexes.formUnion(found)
        }
        return indexes
    }

    /// One row of numbers, one for each class, after the activation.
    func activated(_ numbers: [Float]) -> [Float] {
        var scores = numbers
        switch activation {
        case .unchanged: break
        case .sigmoid: for label in scores.indices { scores[label] = sigmoid(scores[label]) }
        case .softmax: softmax(&scores)
        }
        return scores
    }

    /// Makes scores of one row of finite numbers; a class that is left out has none (NaN).
    func scores(_ numbers: [Float]) -> [Float] {
        var scores = activated(numbers)
        if let calibration {
            for label in scores.indices { scores[label] = calibration.score(scores[label], ofClass: label) }
        }
        for label in ignored where scores.indices.contains(label) { scores[label] = .nan }
        return scores
    }

    /// What changes answers beside the threshold, for a recipe.
    var parameters: [(name: String, json: String)] {
        var parameters: [(name: String, json: String)] = []
        if activation != .unchanged || isActivationTold {
            parameters.append(("activation", jsonString(activation.rawValue)))
        }
        if calibration != nil { parameters.append(("calibration", jsonString("metadata"))) }
        if !ignoredLabels.isEmpty {
            parameters.append(("ignore", "[\(ignoredLabels.map { jsonString($0) }.joined(separator: ","))]"))
        }
        return parameters
    }

    /// What says of an annotation that its score is not from 0 to 1; nothing where all of the row's are.
    func attributes(of scores: [Float]) -> [(name: String, json: String)] {
        if areProbabilities == true { return [] }
        let isOutside = areProbabilities == false || scores.contains { $0 < 0 || $0 > 1 }
        return isOutside ? [("isProbability", "false")] : []
    }
}

/// A number without a fraction of zero: 30, 1.5.
private func written(_ number: Float) -> String {
    "\(number)".hasSuffix(".0") ? String("\(number)".dropLast(2)) : "\(number)"
}
