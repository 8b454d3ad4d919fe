internal import LiteRT
internal import Domain
internal import Text

/// Which of a model's outputs the manifest speaks of.
struct OutputSelection {
    /// One of them.
    struct OutputChoice {
        /// The key of the manifest that it is declared under.
        let key: String
        /// What is declared of it.
        let declared: TFLiteSettings.Output
        /// Its place among the model's outputs; nil where neither index nor name is declared.
        let index: Int?
    }

    /// In the manifest's order; one without a place where nothing names one.
    let choices: [OutputChoice]

    /// Finds what is declared, or says what is missing or does not fit.
    init(_ settings: TFLiteSettings, _ file: ModelFile) throws(BackendError) {
        var choices: [OutputChoice] = []
        for (key, declared) in settings.declaredOutputs {
            let index = try OutputSelection.index(of: declared, key, settings, file)
            if let index {
                guard !choices.contains(where: { $0.index == index }) else {
                    throw BackendError.setting(
                        key: key, reason: "output \(index), \"\(file.outputs[index].name)\", is listed twice")
                }
                try OutputChoice(key: key, declared: declared, index: index).check(file.outputs[index], settings)
            }
            choices.append(OutputChoice(key: key, declared: declared, index: index))
        }
        self.choices = choices
    }

    /// The output that is declared; nil for one that has neither index nor name.
    private static func index(
        of output: TFLiteSettings.Output, _ key: String, _ settings: TFLiteSettings, _ file: ModelFile
    ) throws(BackendError) -> Int? {
        let outputs = file.outputs
        if let index = output.index, !outputs.indices.contains(index) {
            throw BackendError.mismatch(
                key: "\(key).index", declared: "\(index)", model: settings.model,
                actual: "\(outputs.count == 1 ? "1 output" : "\(outputs.count) outputs"): \(file.listedOutputs())")
        }
        guard let name = output.name else { return output.index }
        let described = file.metadata?.outputs ?? []
        let named = outputs.indices.filter { index in
            [outputs[index].name, outputs[index].signatureName].contains(name)
                || described.indices.contains(index) && described[index].name == name
        }
        guard let index = output.index ?? named.first, named.contains(index) else {
            throw BackendError.mismatch(
                key: "\(key).name", declared: name, model: settings.model,
                actual: "the outputs \(file.listedOutputs(output.index.map { [$0] }))")
        }
        return index
    }
}

extension OutputSelection.OutputChoice {
    /// The key of the manifest to name in a complaint about what it means.
    var meaningKey: String { declared.meaning == nil ? key : "\(key).meaning" }

    /// Throws unless the declared type and dimensions are those of an output.
    func check(_ tensor: TensorInfo, _ settings: TFLiteSettings) throws(BackendError) {
        try agree("\(key).type", declared.type?.rawValue, tensor.type.description, settings.model)
        if let dimensions = declared.dimensions, !tensor.accepts(dimensions) {
            throw BackendError.mismatch(
                key: "\(key).dimensions", declared: "\(dimensions)", model: settings.model,
                actual: "\(tensor.dimensions)")
        }
    }
}

extension ModelFile {
    /// Names and dimensions of outputs, for messages.
    func listedOutputs(_ indexes: [Int]? = nil) -> String {
        shortList((indexes ?? Array(outputs.indices)).map { "\(outputs[$0].name) \(outputs[$0].dimensions)" })
    }
}

extension TensorInfo {
    /// The dimensions of one picture's part, where the first one counts the pictures of a batch.
    func dimensions(inBatchOf batch: Int) -> [Int] {
        guard batch > 1, dimensions.first == batch else { return dimensions }
        return [1] + dimensions.dropFirst()
    }
}
