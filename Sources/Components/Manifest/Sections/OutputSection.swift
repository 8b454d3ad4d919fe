internal import Domain
internal import YAML

enum OutputKey: String, SectionKey {
    case index, name, type, dimensions, meaning, activation
    static let section = "output"
}

extension Node {
    /// What the manifest says of the model's output.
    func modelOutput() -> TFLiteSettings.Output? {
        let expected = "a mapping such as {type: float32, meaning: classification}"
        guard let fields = Fields(self, expected, keys: OutputKey.self) else { return nil }
        return modelOutput(fields)
    }

    /// What the manifest says of several outputs.
    func modelOutputs() -> [TFLiteSettings.Output]? {
        let expected = "a list such as [{name: scores, meaning: classification}, {index: 1, meaning: embedding}]"
        guard let items = items(expected, limit: 64) else { return nil }
        var outputs: [TFLiteSettings.Output] = []
        for item in items {
            let expected = "a mapping such as {index: 1, meaning: embedding}"
            guard let fields = Fields(item, expected, keys: OutputKey.self) else { continue }
            if fields.present([.index, .name]).isEmpty, !fields.hasUnknownKeys {
                fields.report("say which output is meant, by `index` or `name`")
            }
            outputs.append(item.modelOutput(fields))
        }
        return outputs
    }

    private func modelOutput(_ fields: Fields<OutputKey>) -> TFLiteSettings.Output {
        var output = TFLiteSettings.Output()
        output.index = fields[.index]?.whole(0...63)
        output.name = fields[.name]?.text("an output's name")
        output.type = fields[.type]?.choice(TFLiteSettings.TensorType.self)
        output.dimensions = fields[.dimensions]?.dimensions()
        output.meaning = fields[.meaning]?.choice(TFLiteSettings.Meaning.self)
        output.activation = fields[.activation]?.choice(TFLiteSettings.Activation.self)
        if let node = fields[.activation], let meaning = output.meaning, !meaning.hasScores {
            node.report("an output that means \(meaning.rawValue) has no scores; leave `activation` out")
        }
        return output
    }

    /// The labels of classes that are left out.
    func ignoredLabels() -> [String]? {
        guard let items = items("a list of labels, such as [background]", limit: 1000) else { return nil }
        let labels = items.compactMap { $0.text("a label") }
        return labels.count == items.count ? labels : nil
    }
}

extension TFLiteSettings.Meaning {
    /// Whether an activation can make scores of its numbers.
    fileprivate var hasScores: Bool { self == .classification || self == .segmentation }
}
