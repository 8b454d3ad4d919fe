internal import LiteRT
internal import Domain

/// The meaning of outputs of which the manifest says none, where the model leaves no doubt.
struct OutputMeaningDetector {
    private let settings: TFLiteSettings
    private let file: ModelFile
    private let batch: Int
    private let hasLabels: Bool

    init(_ settings: TFLiteSettings, _ file: ModelFile, batch: Int, hasLabels: Bool) {
        self.settings = settings
        self.file = file
        self.batch = batch
        self.hasLabels = hasLabels || settings.labels != nil
    }

    /// Detection where its op is in the model, classification for one row of scores; else a refusal that says what the
    /// model looks like.
    func meaning(of choice: OutputSelection.OutputChoice) throws(BackendError) -> TFLiteSettings.Meaning {
        if let meaning = choice.declared.meaning { return meaning }
        if let detection = file.detection, choice.index.map(detection.contains) ?? true { return .detection }
        let candidates = choice.index.map { [$0] } ?? scoreLike(choice)
        guard let index = candidates.first, candidates.count == 1 else {
            if candidates.isEmpty { throw refusal(choice, advice: OutputShape.hasAnchors(file) ? anchors : several) }
            return .classification
        }
        let shape = OutputShape(file.outputs[index], batch: batch)
        let isCertain = shape.isRow && (hasLabels || isLabelled(index) || isShare(index))
        guard isCertain else { throw refusal(choice, advice: shape.advice) }
        return .classification
    }

    /// Outputs that may be scores: of several those whose dimensions are declared, or that are one row.
    private func scoreLike(_ choice: OutputSelection.OutputChoice) -> [Int] {
        let all = Array(file.outputs.indices)
        guard all.count > 1 else { return all }
        if let declared = choice.declared.dimensions {
            let fitting = all.filter { file.outputs[$0].accepts(declared) }
            return fitting.isEmpty ? all : fitting
        }
        let labelled = all.filter(isLabelled)
        return labelled.isEmpty ? all.filter { OutputShape(file.outputs[$0], batch: batch).isRow } : labelled
    }

    private func isLabelled(_ index: Int) -> Bool {
        let described = file.metadata?.outputs ?? []
        return described.indices.contains(index) && !described[index].labels.isEmpty
    }

    /// Whether its numbers are made to be scores.
    private func isShare(_ index: Int) -> Bool { [.softmax, .sigmoid].contains(file.finalOperations[index]) }

    private var anchors: String {
        "this looks like a detector whose boxes are relative to anchors (\(file.listedOutputs())), and it does not say how these are made; "
            + "convert it with TFLite_Detection_PostProcess, or write `meaning: raw` to keep its numbers"
    }

    private var several: String {
        file.outputs.count == 1
            ? OutputShape(file.outputs[0], batch: batch).advice
            : "it has the outputs \(file.listedOutputs()); say under `outputs` what each means, or write `meaning: raw`"
    }

    private func refusal(_ choice: OutputSelection.OutputChoice, advice: String) -> BackendError {
        .setting(key: "\(choice.key).meaning", reason: "\(settings.model): \(advice)")
    }
}
