internal import LiteRT
internal import Platform
internal import Domain

/// Which of a model's outputs mean what.
enum TFLiteOutput: Equatable, Sendable {
    /// One score a class, in this output.
    case scores(Int)
    /// A detector's four outputs.
    case objects(boxes: Int, classes: Int, scores: Int, count: Int)

    /// Resolves the outputs, or says what does not fit.
    init(_ settings: TFLiteSettings, _ file: ModelFile) throws(BackendError) {
        let meaning = settings.output.meaning ?? (file.detection == nil ? .classification : .detection)
        switch meaning {
        case .classification: self = .scores(try TFLiteOutput.scores(settings, file))
        case .detection: self = try TFLiteOutput.objects(settings, file)
        }
        let main = file.outputs[self.main]
        let key = "backend.output"
        try agree("\(key).type", settings.output.type?.rawValue, main.type.description, settings.model)
        if let declared = settings.output.dimensions, !main.accepts(declared) {
            throw BackendError.mismatch(
                key: "\(key).dimensions", declared: "\(declared)", model: settings.model, actual: "\(main.dimensions)")
        }
        for place in places where ![.float32, .uint8, .int8].contains(file.outputs[place].type) {
            let tensor = file.outputs[place]
            throw BackendError.modelRefused(
                settings.model,
                why: "its output \"\(tensor.name)\" gives \(tensor.type); float32, uint8 or int8 is read")
        }
    }

    /// The output whose type and dimensions the manifest's `output` speaks of: the scores, or a detector's boxes.
    var main: Int {
        switch self {
        case .scores(let place): place
        case .objects(let boxes, _, _, _): boxes
        }
    }

    /// Every output that is read.
    var places: [Int] {
        switch self {
        case .scores(let place): [place]
        case .objects(let boxes, let classes, let scores, let count): [boxes, classes, scores, count]
        }
    }

    /// Outputs that labels inside the model may be written down for.
    var labelled: [Int] {
        switch self {
        case .scores(let place): [place]
        case .objects(_, let classes, let scores, _): [classes, scores]
        }
    }

    private static func scores(_ settings: TFLiteSettings, _ file: ModelFile) throws(BackendError) -> Int {
        let all = Array(file.outputs.indices)
        let described = file.metadata?.outputs ?? []
        func names(_ places: [Int]) -> String {
            shortList(places.map { "\(file.outputs[$0].name) \(file.outputs[$0].dimensions)" })
        }
        let key = "backend.output.dimensions"
        var fitting = all
        if let declared = settings.output.dimensions, all.count > 1 {
            fitting = all.filter { file.outputs[$0].accepts(declared) }
            guard !fitting.isEmpty else {
                throw BackendError.mismatch(
                    key: key, declared: "\(declared)", model: settings.model,
                    actual: "\(all.count) outputs: \(names(all))")
            }
        }
        let labelled = fitting.filter { described.indices.contains($0) && !described[$0].labels.isEmpty }
        guard let place = [fitting, labelled].first(where: { $0.count == 1 })?.first else {
            let isDeclared = settings.output.dimensions != nil
            let count = "\(settings.model) has \(fitting.count) outputs"
            throw BackendError.setting(
                key: key,
                why: isDeclared
                    ? "\(count) of these dimensions (\(names(fitting))), and nothing says which of them are the "
                        + "scores; convert the model with the scores as its only output of these dimensions"
                    : "\(count) (\(names(fitting))); declare the dimensions of its scores")
        }
        // One picture has one row of scores.
        let tensor = file.outputs[place]
        guard tensor.dimensions.dropFirst().allSatisfy({ $0 > 0 }),
            tensor.dimensions.count < 2 || tensor.dimensions[0] < 2
        else {
            throw BackendError.modelRefused(
                settings.model,
                why: "its output \"\(tensor.name)\" is \(tensor.dimensions), and one row of scores is read")
        }
        return place
    }

    private static func objects(_ settings: TFLiteSettings, _ file: ModelFile) throws(BackendError) -> TFLiteOutput {
        guard let places = file.detection ?? byMetadata(file) ?? byShape(file) else {
            let names = shortList(file.outputs.map { "\($0.name) \($0.dimensions)" })
            throw BackendError.modelRefused(
                settings.model,
                why: "which of its outputs (\(names)) are boxes, classes, scores and count, nothing says")
        }
        return .objects(boxes: places[0], classes: places[1], scores: places[2], count: places[3])
    }

    /// The names that TensorFlow Lite's own metadata writer gives.
    private static func byMetadata(_ file: ModelFile) -> [Int]? {
        let names = (file.metadata?.outputs ?? []).prefix(file.outputs.count).map { $0.name ?? "" }
        let places = ["location", "category", "score", "number of detections"].compactMap(names.firstIndex(of:))
        return places.count == 4 ? places : nil
    }

    /// Boxes and count by their shapes; classes and scores, which look alike, by the tensors' names.
    private static func byShape(_ file: ModelFile) -> [Int]? {
        let outputs = file.outputs
        func only(_ fits: (TensorInfo) -> Bool) -> Int? {
            let found = outputs.indices.filter { fits(outputs[$0]) }
            return found.count == 1 ? found[0] : nil
        }
        guard outputs.count == 4, let boxes = only({ $0.dimensions.count == 3 && $0.dimensions.last == 4 }),
            let count = only({ $0.dimensions.count < 2 && $0.count == 1 }),
            let classes = only({ $0.dimensions.count == 2 && $0.name.lowercased().contains("class") }),
            let scores = only({ $0.dimensions.count == 2 && $0.name.lowercased().contains("score") })
        else { return nil }
        return [boxes, classes, scores, count]
    }
}
