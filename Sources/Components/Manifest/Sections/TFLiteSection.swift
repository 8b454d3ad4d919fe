internal import Domain
internal import Platform

enum TFLiteKey: String, SectionKey {
    case kind, model, hosted, labels, input, inputs, output, outputs, ignore, threshold, maxResults
    static let section = "tflite"
}

extension Node {
    /// The settings of `kind: tflite`.
    func tflite() -> TFLiteSettings? {
        guard let fields = Fields(self, "a mapping", keys: TFLiteKey.self) else { return nil }
        let hosted = fields[.hosted]?.hosted()
        let model = bundledModel(fields, hosted)
        let labels = fields[.labels]?.filePath("a labels file's path")
        let input = fields[.input]?.modelInput()
        let inputs = fields[.inputs]?.modelInputs()
        if let node = fields[.inputs], fields[.input] != nil {
            node.report("write `input` or `inputs`, not both")
        }
        let output = fields[.output]?.modelOutput()
        let outputs = fields[.outputs]?.modelOutputs()
        if let node = fields[.outputs], fields[.output] != nil {
            node.report("write `output` or `outputs`, not both")
        }
        let ignore = fields[.ignore]?.ignoredLabels()
        let threshold = fields[.threshold]?.anyNumber()
        let maxResults = fields[.maxResults]?.whole(1...1000)
        guard let model else { return nil }
        var settings = TFLiteSettings(model: model)
        settings.hosted = hosted
        settings.isBundled = fields[.model] != nil
        settings.labels = labels
        settings.input = input ?? settings.input
        settings.inputs = inputs ?? []
        settings.output = output ?? settings.output
        settings.outputs = outputs ?? []
        settings.ignore = ignore ?? []
        settings.threshold = threshold
        settings.maxResults = maxResults
        return settings
    }

    /// The bundled model's file; beside `hosted` it may be left out, and then messages have the hosted model's name.
    private func bundledModel(_ fields: Fields<TFLiteKey>, _ hosted: HostedModel?) -> FilePath? {
        if let node = fields[.model] { return node.modelPath("a model file's path") }
        guard fields[.hosted] == nil else { return hosted.map { FilePath($0.fileName) } }
        _ = fields.required(.model, "models/flowers.tflite")
        return nil
    }
}
