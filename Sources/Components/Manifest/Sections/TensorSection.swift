internal import Domain
internal import YAML

enum InputKey: String, SectionKey {
    case type, dimensions, mean, std, fit
    static let section = "input"
}

enum OutputKey: String, SectionKey {
    case type, dimensions, meaning
    static let section = "output"
}

extension Node {
    /// What the manifest says of a model's input.
    func modelInput() -> TFLiteSettings.Input? {
        let expected = "a mapping such as {type: float32, mean: 127.5, std: 127.5}"
        guard let fields = Fields(self, expected, keys: InputKey.self) else { return nil }
        var input = TFLiteSettings.Input()
        input.type = fields[.type]?.choice(TFLiteSettings.TensorType.self)
        input.dimensions = fields[.dimensions]?.dimensions()
        let channels = input.dimensions.flatMap { $0.count == 4 ? $0.last : nil }
        input.mean = fields[.mean]?.perChannel(channels) { $0.anyNumber() }
        input.std = fields[.std]?.perChannel(channels) { $0.positiveNumber() }
        input.fit = fields[.fit]?.choice(Fit.self)
        return input
    }

    /// What the manifest says of a model's output.
    func modelOutput() -> TFLiteSettings.Output? {
        let expected = "a mapping such as {type: float32, meaning: classification}"
        guard let fields = Fields(self, expected, keys: OutputKey.self) else { return nil }
        var output = TFLiteSettings.Output()
        output.type = fields[.type]?.choice(TFLiteSettings.TensorType.self)
        output.dimensions = fields[.dimensions]?.dimensions()
        output.meaning = fields[.meaning]?.choice(TFLiteSettings.Meaning.self)
        return output
    }

    private func dimensions() -> [Int]? {
        guard let items = items("a list of dimensions, such as [1, 224, 224, 3]", most: 8) else { return nil }
        let dimensions = items.compactMap { $0.whole(1...1_000_000) }
        return dimensions.count == items.count ? dimensions : nil
    }

    /// One value for all channels, alone or as a list, or one for each.
    private func perChannel(_ channels: Int?, read: (Node) -> Float?) -> [Float]? {
        guard case .list = value.content else { return read(self).map { [$0] } }
        let expected = "a number, or a list of 1 or \(channels.map(String.init) ?? "3") numbers"
        guard let items = items(expected) else { return nil }
        guard items.count == 1 || items.count == channels ?? 3 else {
            complain("expected \(expected), found \(items.count) items")
            return nil
        }
        let numbers = items.compactMap(read)
        return numbers.count == items.count ? numbers : nil
    }
}

enum PrepareKey: String, SectionKey {
    case fit, quality, metadata
    static let section = "prepare"
}

extension Node {
    /// How images are made ready to be sent.
    func prepare() -> Prepare? {
        let expected = "a mapping such as {fit: 640x480, quality: 85}"
        guard let fields = Fields(self, expected, keys: PrepareKey.self) else { return nil }
        var prepare = Prepare()
        prepare.fit = fields[.fit]?.target()
        prepare.quality = fields[.quality]?.whole(1...100)
        prepare.metadata = fields[.metadata]?.choice(Prepare.Metadata.self)
        return prepare
    }

    private func target() -> Prepare.Target? {
        if case .string("original") = value.content { return .original }
        return size(orWord: "original").map { .box($0) }
    }
}
