internal import LiteRT
internal import Domain
internal import Text

extension OutputPlan {
    /// A detector's four outputs.
    ///
    /// Where the model's op or metadata says which output is which, that decides, in whatever order the manifest
    /// declares them; elsewhere the manifest's order does, which shapes must not contradict.
    static func objects(
        _ choices: [OutputSelection.OutputChoice], _ settings: TFLiteSettings, _ file: ModelFile
    ) throws(BackendError) -> OutputPlan {
        let declared = choices.compactMap(\.index)
        let told = file.detection ?? byMetadata(file)
        let indexes: [Int]
        if declared.isEmpty {
            guard let found = told ?? byShape(file) else { throw unknown(settings, file) }
            indexes = found
        } else {
            let key = settings.outputs.isEmpty ? choices[0].key : "backend.outputs"
            let known = told ?? (declared.count == 4 ? nil : byShape(file))
            if let known {
                guard Set(declared) == Set(known) else {
                    throw BackendError.mismatch(
                        key: key, declared: "that \(file.listedOutputs(declared)) mean detection",
                        model: settings.model,
                        actual:
                            "boxes \(file.listedOutputs([known[0]])), classes \(file.listedOutputs([known[1]])), scores \(file.listedOutputs([known[2]])) and count \(file.listedOutputs([known[3]]))"
                    )
                }
                indexes = known
            } else {
                guard declared.count == 4 else { throw unknown(settings, file) }
                indexes = declared
                if let reason = contradiction(declared, file) { throw BackendError.setting(key: key, reason: reason) }
            }
        }
        return .objects(boxes: indexes[0], classes: indexes[1], scores: indexes[2], count: indexes[3])
    }

    private static func unknown(_ settings: TFLiteSettings, _ file: ModelFile) -> BackendError {
        let outputs = file.listedOutputs()
        guard !OutputShape.hasAnchors(file) else {
            return .modelRefused(
                settings.model,
                reason:
                    "its boxes are relative to anchors (\(outputs)), and it does not say how these are made; "
                    + "convert it with TFLite_Detection_PostProcess, or keep its numbers with `meaning: raw`")
        }
        guard file.outputs.count >= 4 else {
            return .modelRefused(
                settings.model,
                reason:
                    "this model has \(counted(file.outputs.count, "output")) (\(outputs)); a detector needs 4 (boxes, classes, scores, count); "
                    + "remove `meaning: detection`, or set another meaning")
        }
        return .modelRefused(
            settings.model,
            reason:
                "it does not say which of its outputs (\(outputs)) are boxes, classes, scores and count; "
                + "list them in this order under `outputs`, by `index` or `name`")
    }

    /// What is wrong with four outputs that are declared as boxes, classes, scores and count; nil where nothing is.
    private static func contradiction(_ indexes: [Int], _ file: ModelFile) -> String? {
        let shapes = indexes.map { file.outputs[$0].dimensions }
        let (boxes, count) = (shapes[0], shapes[3])
        let isOpen = { (length: Int) in length == -1 }
        var fits = [2, 3].contains(boxes.count) && boxes.last == 4 && count.allSatisfy { $0 == 1 || isOpen($0) }
        if fits {
            let objects = boxes[boxes.count - 2]
            fits = shapes[1...2].allSatisfy { row in
                let length = row.last ?? 0
                return row.count == boxes.count - 1 && (length == objects || isOpen(length) || isOpen(objects))
            }
        }
        guard !fits else { return nil }
        return
            "nothing in the model says which output is which, so the four that mean detection are read as boxes [1, N, 4], classes [1, N], scores [1, N] and count [1], and those that are declared are \(file.listedOutputs(indexes)); "
            + "declare them in this order"
    }

    /// The names that TensorFlow Lite's own metadata writer gives.
    private static func byMetadata(_ file: ModelFile) -> [Int]? {
        let names = (file.metadata?.outputs ?? []).prefix(file.outputs.count).map { $0.name ?? "" }
        let indexes = ["location", "category", "score", "number of detections"].compactMap(names.firstIndex(of:))
        return indexes.count == 4 ? indexes : nil
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
