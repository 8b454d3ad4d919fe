internal import Domain

enum TFLiteKey: String, SectionKey {
    case kind, model, hosted, labels, input, inputs, output, outputs, ignore, threshold, maxResults
    static let section = "tflite"
}

enum HostedKey: String, SectionKey {
    case project, name, apiKey, endpoint
    static let section = "hosted"
}

extension Node {
    /// The settings of `kind: tflite`.
    func tflite() -> TFLiteSettings? {
        guard let fields = Fields(self, "a mapping", keys: TFLiteKey.self) else { return nil }
        let model = fields.required(.model, "models/flowers.tflite")?.filePath("a model file's path")
        if let hosted = fields[.hosted] { complaints.note(unavailable: "hosted models", at: hosted.path) }
        let hosted = fields[.hosted]?.hosted()
        let labels = fields[.labels]?.filePath("a labels file's path")
        let input = fields[.input]?.modelInput()
        let inputs = fields[.inputs]?.modelInputs()
        if let node = fields[.inputs], fields[.input] != nil {
            node.complain("write `input` or `inputs`, not both")
        }
        let output = fields[.output]?.modelOutput()
        let outputs = fields[.outputs]?.modelOutputs()
        if let node = fields[.outputs], fields[.output] != nil {
            node.complain("write `output` or `outputs`, not both")
        }
        let ignore = fields[.ignore]?.ignoredLabels()
        let threshold = fields[.threshold]?.anyNumber()
        let maxResults = fields[.maxResults]?.whole(1...1000)
        guard let model else { return nil }
        var settings = TFLiteSettings(model: model)
        settings.hosted = hosted
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

    private func hosted() -> HostedModel? {
        let expected = "a mapping with `project`, `name` and `apiKey`"
        guard let fields = Fields(self, expected, keys: HostedKey.self) else { return nil }
        let project = fields.required(.project, "my-project")?.name(.project)
        let name = fields.required(.name, "flowers")?.name(.hostedModel)
        let apiKey = fields.required(.apiKey, "env:FIREBASE_API_KEY")?.secret()
        let endpoint = fields[.endpoint]?.serviceAddress()
        guard let project, let name, let apiKey else { return nil }
        var app = HostedModel.FirebaseApp()
        app.project = project
        app.apiKey = apiKey
        return HostedModel(.firebaseML(HostedModel.FirebaseModel(name: name, app: app, endpoint: endpoint)))
    }
}
