internal import LiteRT
internal import Platform
internal import Domain

/// Makes readings of a model's outputs whose meaning and places are known.
struct OutputDecoderBuilder {
    private let settings: TFLiteSettings
    private let file: ModelFile
    private let batch: Int
    private let labels: Labels?
    private let calibrations: [Int: [UInt8]]

    /// - Parameter contents: the model's bytes, behind which files of its metadata lie.
    init(
        _ settings: TFLiteSettings, _ file: ModelFile, batch: Int, _ labels: Labels?, _ contents: Span<UInt8>
    ) throws(BackendError) {
        self.settings = settings
        self.file = file
        self.batch = batch
        self.labels = labels
        var calibrations: [Int: [UInt8]] = [:]
        do throws(LiteRTError) {
            for (index, tensor) in (file.metadata?.outputs ?? []).enumerated() {
                guard let name = tensor.calibration?.file else { continue }
                calibrations[index] = try EmbeddedFiles(contents).contents(of: name, in: contents)
            }
        } catch {
            throw BackendError(error, model: settings.model)
        }
        self.calibrations = calibrations
    }

    /// The reading, and what people should know about it.
    func reading(
        of plan: OutputPlan, _ choice: OutputSelection.OutputChoice
    ) throws(BackendError) -> (OutputReading, notice: String?) {
        switch plan {
        case .embeddings(let indexes):
            for index in indexes where !OutputShape(file.outputs[index], batch: batch).isRow {
                throw BackendError.modelRefused(
                    settings.model,
                    reason:
                        "its output \"\(file.outputs[index].name)\" is \(file.outputs[index].dimensions), and one row of numbers is an embedding; "
                        + "`meaning: raw` keeps it as it is")
            }
            return (.embeddings(indexes), nil)
        case .tensors(let indexes):
            let bytes = indexes.reduce(0) { sum, index in
                sum + file.outputs[index].count * (file.outputs[index].type.bytes ?? 0) / batch
            }
            guard bytes <= Answer.maxBlobBytes else {
                throw BackendError.modelRefused(
                    settings.model,
                    reason:
                        "the outputs to keep have \(bytes) bytes for each picture, and \(Answer.maxBlobBytes) are kept at most; "
                        + "name some of them under `outputs`")
            }
            return (.tensors(indexes), nil)
        case .scores(let index): return try scores(index, choice)
        case .segments(let index): return try segments(index, choice)
        case .objects(let boxes, let classes, let scores, let count):
            let scoring = try detection(scores, choice)
            return (.objects(boxes: boxes, classes: classes, scores: scores, count: count, scoring), nil)
        }
    }

    private func scores(
        _ index: Int, _ choice: OutputSelection.OutputChoice
    ) throws(BackendError) -> (OutputReading, notice: String?) {
        let (tensor, labels) = (file.outputs[index], try wanted())
        let shape = OutputShape(tensor, batch: batch)
        guard shape.isRow else {
            throw BackendError.modelRefused(
                settings.model,
                reason: "its output \"\(tensor.name)\" is \(tensor.dimensions), and one row of scores is read")
        }
        let classes = tensor.dimensions(inBatchOf: batch).reduce(1) { $0 * max($1, 1) }
        guard classes == labels.words.count else {
            throw BackendError.labelCount(
                source: labels.source, labels: labels.words.count, model: settings.model, classes: classes)
        }
        let (calibration, threshold) = try calibration(index, classes: classes)
        let origin = ScoreOrigin(file, index)
        let scoring = try Scoring(
            choice.declared.activation, key: choice.key, origin, settings, labels, calibration: calibration,
            metadataThreshold: threshold)
        return (.scores(index, scoring), notice(scoring, origin, choice))
    }

    private func segments(
        _ index: Int, _ choice: OutputSelection.OutputChoice
    ) throws(BackendError) -> (OutputReading, notice: String?) {
        let (tensor, labels) = (file.outputs[index], try wanted())
        let form = try SegmentReading.form(
            of: tensor, batch: batch, classCount: labels.words.count, settings.model)
        var origin = ScoreOrigin(file, index)
        var usual = TFLiteSettings.Activation.softmax
        switch form {
        case .classes:
            if settings.threshold != nil || choice.declared.activation ?? .unchanged != .unchanged {
                throw BackendError.setting(
                    key: settings.threshold != nil ? "backend.threshold" : "\(choice.key).activation",
                    reason: "\(settings.model) gives the number of a class for each pixel, and no scores; leave it out")
            }
            origin = .unknown
        case .single: usual = .sigmoid
        // The greatest of several stays the greatest: only a threshold asks for more.
        case .scores: if settings.threshold == nil, origin == .logits { origin = .unknown }
        }
        let scoring = try Scoring(
            choice.declared.activation, key: choice.key, origin, settings, labels, guess: usual, isOfPixels: true)
        let reading = SegmentReading(index: index, form: form, scoring: scoring)
        if let classes = reading.classes, !classes.contains(labels.words.count) {
            throw BackendError.labelCount(
                source: labels.source, labels: labels.words.count, model: settings.model, classes: classes.lowerBound)
        }
        let needsScores = form == .single || form != .classes && settings.threshold != nil
        return (.segments(reading), needsScores ? notice(scoring, origin, choice) : nil)
    }

    private func detection(_ index: Int, _ choice: OutputSelection.OutputChoice) throws(BackendError) -> Scoring {
        let labels = try wanted()
        if choice.declared.activation != nil {
            throw BackendError.setting(
                key: "\(choice.key).activation",
                reason: "a detector's boxes come with their scores; leave `activation` out")
        }
        if let classes = file.detectedClasses, file.detection?[2] == index, classes != labels.words.count {
            throw BackendError.labelCount(
                source: labels.source, labels: labels.words.count, model: settings.model, classes: classes)
        }
        let (calibration, threshold) = try calibration(index, classes: labels.words.count)
        return try Scoring(
            nil, key: choice.key, .probabilities, settings, labels, calibration: calibration,
            metadataThreshold: threshold)
    }

    private func wanted() throws(BackendError) -> Labels {
        guard let labels else { throw BackendError.labelsMissing(settings.model) }
        return labels
    }

    /// What the metadata says of an output's scores.
    private func calibration(
        _ index: Int, classes: Int
    ) throws(BackendError) -> (ScoreCalibration?, threshold: Float?) {
        let described = file.metadata?.outputs ?? []
        guard described.indices.contains(index) else { return (nil, nil) }
        let threshold = described[index].threshold.flatMap { $0.isFinite ? $0 : nil }
        guard let told = described[index].calibration else { return (nil, threshold) }
        guard let bytes = calibrations[index] else {
            throw BackendError.modelRefused(
                settings.model,
                reason: "its metadata asks for score calibration, but the parameter file is missing from the model")
        }
        return (try ScoreCalibration(told, bytes, classes: classes, model: settings.model), threshold)
    }

    /// What people should know about scores that nothing calls probabilities.
    private func notice(_ scoring: Scoring, _ origin: ScoreOrigin, _ choice: OutputSelection.OutputChoice) -> String? {
        guard choice.declared.activation == nil, scoring.calibration == nil else { return nil }
        switch origin {
        case .probabilities: return nil
        case .logits:
            return
                "the scores of \(settings.model) are not from 0 to 1, and \(scoring.activation.rawValue) makes them so; "
                + "`activation: none` under `output` keeps them as they are"
        case .unknown:
            return
                "nothing says whether the scores of \(settings.model) are from 0 to 1, and they are kept as they are; "
                + "write `activation: softmax`, `sigmoid` or `none` under `output`"
        }
    }

    /// Refuses settings that none of the readings has a use for.
    func checkSettings(_ readings: [OutputReading]) throws(BackendError) {
        guard readings.allSatisfy({ $0.scoring == nil }) else { return }
        let unused: [(String, Bool)] = [
            ("labels", settings.labels != nil), ("threshold", settings.threshold != nil),
            ("maxResults", settings.maxResults != nil), ("ignore", !settings.ignore.isEmpty),
        ]
        for (key, isSet) in unused where isSet {
            throw BackendError.setting(
                key: "backend.\(key)",
                reason: "the outputs that are read have no classes and no scores; leave `\(key)` out")
        }
    }
}
