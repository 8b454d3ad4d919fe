internal import LiteRT
internal import Platform
internal import Domain

/// Which of a model's outputs are read together, by what they mean.
enum OutputPlan: Equatable, Sendable {
    /// One score a class, in this output.
    case scores(Int)
    /// A detector's four outputs.
    case objects(boxes: Int, classes: Int, scores: Int, count: Int)
    /// Outputs that are the picture in the model's own numbers.
    case embeddings([Int])
    /// A class, or a score for each class, of every pixel.
    case segments(Int)
    /// Outputs that are kept as they are.
    case tensors([Int])

    /// Finds the outputs of one meaning, or says what does not fit.
    ///
    /// - Parameter batch: how many pictures the model takes at a time.
    init(
        _ meaning: TFLiteSettings.Meaning, _ choices: [OutputSelection.OutputChoice], _ settings: TFLiteSettings,
        _ file: ModelFile, batch: Int
    ) throws(BackendError) {
        let indexes = choices.compactMap(\.index)
        switch meaning {
        case .classification, .segmentation:
            guard choices.count == 1 else {
                throw BackendError.setting(
                    key: choices[1].key,
                    reason: "one output of a job means \(meaning.rawValue); give the other one to a job of its own")
            }
            let index: Int
            if let given = indexes.first {
                index = given
            } else {
                index = try OutputPlan.only(meaning, choices[0], settings, file, batch: batch)
            }
            // Said before labels are asked for, which would not help.
            if meaning == .segmentation { try OutputPlan.checkIsMap(file.outputs[index], settings, batch: batch) }
            self = meaning == .segmentation ? .segments(index) : .scores(index)
        case .detection: self = try OutputPlan.objects(choices, settings, file)
        case .embedding:
            guard indexes.isEmpty else {
                self = .embeddings(indexes)
                break
            }
            self = .embeddings([try OutputPlan.only(meaning, choices[0], settings, file, batch: batch)])
        case .raw:
            self = .tensors(indexes.isEmpty ? OutputPlan.fitting(choices[0], file) : indexes)
        }
        // What stands under `output` alone speaks of the scores, or of a detector's boxes.
        if indexes.isEmpty, let main = all.first { try choices[0].check(file.outputs[main], settings) }
        try checkTypes(settings, file)
    }

    /// Every output that is read.
    var all: [Int] {
        switch self {
        case .scores(let index), .segments(let index): [index]
        case .objects(let boxes, let classes, let scores, let count): [boxes, classes, scores, count]
        case .embeddings(let indexes), .tensors(let indexes): indexes
        }
    }

    /// Outputs that labels inside the model may be written down for; nil where there are no labels.
    var labelled: [Int]? {
        switch self {
        case .scores(let index), .segments(let index): [index]
        case .objects(_, let classes, let scores, _): [classes, scores]
        case .embeddings, .tensors: nil
        }
    }

    private func checkTypes(_ settings: TFLiteSettings, _ file: ModelFile) throws(BackendError) {
        for index in all {
            let tensor = file.outputs[index]
            if case .tensors = self {
                guard tensor.type.bytes == nil else { continue }
                throw BackendError.modelRefused(
                    settings.model, reason: "its output \"\(tensor.name)\" gives text, which has no fixed length")
            }
            guard tensor.floats([]) == nil else { continue }
            throw BackendError.modelRefused(
                settings.model,
                reason:
                    "its output \"\(tensor.name)\" gives \(tensor.type); "
                    + "float32, int64, int32, int16, int8 or uint8 is read, and `meaning: raw` keeps it as it is")
        }
    }

    private static func checkIsMap(
        _ tensor: TensorInfo, _ settings: TFLiteSettings, batch: Int
    ) throws(BackendError) {
        guard OutputShape(tensor, batch: batch).isRow else { return }
        throw BackendError.modelRefused(
            settings.model,
            reason:
                "its output \"\(tensor.name)\" is \(tensor.dimensions), one row of numbers, and a segmentation is [1, height, width, classes] or [1, height, width]; "
                + "write `meaning: embedding`, or `meaning: classification` with labels")
    }

    /// The outputs that a declaration without index and name can mean.
    private static func fitting(_ choice: OutputSelection.OutputChoice, _ file: ModelFile) -> [Int] {
        let all = Array(file.outputs.indices)
        guard let declared = choice.declared.dimensions, all.count > 1 else { return all }
        let fitting = all.filter { file.outputs[$0].accepts(declared) }
        return fitting.isEmpty ? all : fitting
    }

    /// The one output that a declaration without index and name means.
    private static func only(
        _ meaning: TFLiteSettings.Meaning, _ choice: OutputSelection.OutputChoice, _ settings: TFLiteSettings,
        _ file: ModelFile, batch: Int
    ) throws(BackendError) -> Int {
        let all = Array(file.outputs.indices)
        let described = file.metadata?.outputs ?? []
        let key = "\(choice.key).dimensions"
        let declared = choice.declared.dimensions
        if let declared, all.count > 1, !all.contains(where: { file.outputs[$0].accepts(declared) }) {
            throw BackendError.mismatch(
                key: key, declared: "\(declared)", model: settings.model,
                actual: "\(all.count) outputs: \(file.listedOutputs())")
        }
        let fitting = fitting(choice, file)
        let labelled = fitting.filter { described.indices.contains($0) && !described[$0].labels.isEmpty }
        let shaped = fitting.filter { OutputShape(file.outputs[$0], batch: batch).fits(meaning) }
        if let index = [fitting, labelled, shaped].first(where: { $0.count == 1 })?.first { return index }
        let count = "\(settings.model) has \(fitting.count) outputs"
        if declared == nil, file.detection != nil {
            throw BackendError.setting(
                key: choice.meaningKey,
                reason:
                    "\(settings.model) is a detector (\(file.listedOutputs())), and none of its outputs means \(meaning.rawValue) alone; "
                    + "write `meaning: detection`, or name one output by `index` or `name`")
        }
        throw BackendError.setting(
            key: declared == nil ? choice.meaningKey : key,
            reason: declared == nil
                ? "\(count) (\(file.listedOutputs(fitting))); "
                    + "name the one that means \(meaning.rawValue) by `index` or `name`"
                : "\(count) of these dimensions (\(file.listedOutputs(fitting))); "
                    + "name the one that means \(meaning.rawValue) by `index` or `name`")
    }
}
