internal import Domain
internal import YAML

enum InputKey: String, SectionKey {
    case index, name, feed, type, dimensions, layout, channels, mean, std, fit, decode, metadata
    static let section = "input"
}

enum FeedKey: String, SectionKey {
    case value
    static let section = "feed"
}

extension Node {
    /// What the manifest says of the one input that takes the picture.
    func modelInput() -> TFLiteSettings.Input? {
        let expected = "a mapping such as {type: float32, mean: 127.5, std: 127.5}"
        guard let fields = Fields(self, expected, keys: InputKey.self) else { return nil }
        return modelInput(fields)
    }

    /// What the manifest says of several inputs.
    func modelInputs() -> [TFLiteSettings.Input]? {
        guard let items = items("a list such as [{index: 0, feed: picture}, {index: 1, feed: zeros}]", limit: 64) else {
            return nil
        }
        var inputs: [TFLiteSettings.Input] = []
        for item in items {
            let expected = "a mapping such as {index: 1, feed: zeros}"
            guard let fields = Fields(item, expected, keys: InputKey.self) else { continue }
            if fields.present([.index, .name]).isEmpty, !fields.hasUnknownKeys {
                fields.report("say which input is meant, by `index` or `name`")
            }
            inputs.append(item.modelInput(fields))
        }
        return inputs
    }

    private func modelInput(_ fields: Fields<InputKey>) -> TFLiteSettings.Input {
        var input = TFLiteSettings.Input()
        input.index = fields[.index]?.whole(0...63)
        input.name = fields[.name]?.text("an input's name")
        input.feed = fields[.feed]?.feed()
        input.type = fields[.type]?.choice(TFLiteSettings.TensorType.self)
        input.dimensions = fields[.dimensions]?.dimensions()
        input.layout = fields[.layout]?.choice(TFLiteSettings.Layout.self)
        input.channels = fields[.channels]?.choice(TFLiteSettings.Channels.self)
        let channels = input.channelCount
        input.mean = fields[.mean]?.perChannel(channels) { $0.anyNumber() }
        input.std = fields[.std]?.perChannel(channels) { $0.positiveNumber() }
        input.fit = fields[.fit]?.choice(Fit.self)
        input.decode = fields[.decode]?.choice(Decode.self)
        input.ignoresMetadata = fields[.metadata]?.word(among: ["use", "ignore"]) == "ignore"
        if case .value = input.feed {
            let ofPictures: [InputKey] = [.layout, .channels, .mean, .std, .fit, .decode, .metadata]
            for key in fields.present(ofPictures) {
                fields[key]?.report(
                    "`\(key.rawValue)` applies only to the input that receives the picture; remove it")
            }
        }
        return input
    }

    private func feed() -> TFLiteSettings.Feed? {
        if case .mapping = value.content {
            guard let fields = Fields(self, "a mapping", keys: FeedKey.self) else { return nil }
            return fields.required(.value, "0.5")?.finiteNumber().map { .value($0) }
        }
        switch value.content {
        case .integer, .float:
            return mismatch("picture, zeros or {value: 0.5}", suggestion: "write {value: \(value.source)}")
        default: break
        }
        guard let word = word(among: ["picture", "zeros"]) else { return nil }
        return word == "picture" ? .picture : .value(0)
    }

    /// The lengths of a tensor's axes.
    func dimensions() -> [Int]? {
        guard let items = items("a list of dimensions, such as [1, 224, 224, 3]", limit: 8) else { return nil }
        let dimensions = items.compactMap { $0.whole(1...1_000_000) }
        return dimensions.count == items.count ? dimensions : nil
    }

    /// One value for all channels, alone or as a list, or one for each.
    private func perChannel(_ channels: Int?, read: (Node) -> Float?) -> [Float]? {
        guard case .list = value.content else { return read(self).map { [$0] } }
        let expected = "a number, or a list of 1 or \(channels.map(String.init) ?? "3") numbers"
        guard let items = items(expected) else { return nil }
        guard items.count == 1 || items.count == channels ?? 3 else {
            report("expected \(expected), found \(items.count) items")
            return nil
        }
        let numbers = items.compactMap(read)
        return numbers.count == items.count ? numbers : nil
    }
}

extension TFLiteSettings.Input {
    /// How many channels it has, as far as the manifest tells.
    fileprivate var channelCount: Int? {
        if let channels { return channels.count }
        guard let dimensions, dimensions.count == 4 else { return nil }
        let isPlanar = layout == .channelsFirst || ![1, 3].contains(dimensions[3]) && [1, 3].contains(dimensions[1])
        return dimensions[isPlanar ? 1 : 3]
    }
}
