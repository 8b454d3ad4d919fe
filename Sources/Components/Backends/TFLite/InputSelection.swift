internal import LiteRT
internal import Domain

/// What each input of a model is filled with: by the manifest, and the picture where it can only go to one.
struct InputSelection {
    /// One input.
    struct InputChoice {
        /// The key of the manifest that it is declared under.
        let key: String
        /// What is declared of it.
        let declared: TFLiteSettings.Input
        /// What it is filled with.
        let feed: TFLiteSettings.Feed
    }

    /// One for each of the model's inputs, in their order.
    let choices: [InputChoice]

    /// Finds what is declared, or says what is missing or does not fit.
    init(_ settings: TFLiteSettings, _ file: ModelFile) throws(BackendError) {
        let inputs = file.inputs
        var declared: [Int: (key: String, input: TFLiteSettings.Input)] = [:]
        for (key, input) in settings.declaredInputs {
            guard let index = try InputSelection.index(of: input, key, settings, file) else {
                // Of the one input that takes the picture.
                continue
            }
            guard declared.updateValue((key, input), forKey: index) == nil else {
                throw BackendError.setting(
                    key: key, reason: "input \(inputs[index].listed(at: index)) is listed twice")
            }
        }
        var feeds = declared.compactMapValues(\.input.feed)
        if !feeds.values.contains(.picture) {
            let takes = inputs.indices.filter { index in
                feeds[index] == nil && file.whyNoPicture(at: index, declared[index]?.input) == nil
            }
            // Which of several is meant, a declaration without a feed tells.
            let meant = takes.filter { declared[$0] != nil }
            if let index = takes.count == 1 ? takes[0] : meant.count == 1 ? meant[0] : inputs.count == 1 ? 0 : nil {
                feeds[index] = .picture
            } else if takes.isEmpty {
                let able = inputs.indices.filter { file.whyNoPicture(at: $0, declared[$0]?.input) == nil }
                guard able.isEmpty else {
                    let list = able.prefix(8).map { inputs[$0].listed(at: $0) }.joined(separator: ", ")
                    throw BackendError.setting(
                        key: settings.inputs.isEmpty ? "backend.input" : "backend.inputs",
                        reason: "no input has `feed: picture`; write it for the one that takes the picture: \(list)")
                }
                throw BackendError.modelRefused(
                    settings.model, reason: "none of its \(inputs.count) inputs can take a picture: \(listed(inputs))")
            }
        }
        guard feeds.count == inputs.count, feeds.values.contains(.picture) else {
            throw BackendError.setting(
                key: settings.inputs.isEmpty ? "backend.input" : "backend.inputs",
                reason: InputSelection.missing(feeds, settings, file))
        }
        let general = settings.inputs.isEmpty ? ("backend.input", settings.input) : ("backend.inputs", .init())
        choices = inputs.indices.map { index in
            let (key, input) = declared[index] ?? general
            return InputChoice(key: key, declared: input, feed: feeds[index] ?? .picture)
        }
    }

    /// The input that is declared; nil for one that has neither index nor name.
    private static func index(
        of input: TFLiteSettings.Input, _ key: String, _ settings: TFLiteSettings, _ file: ModelFile
    ) throws(BackendError) -> Int? {
        let inputs = file.inputs
        if let index = input.index, !inputs.indices.contains(index) {
            throw BackendError.mismatch(
                key: "\(key).index", declared: "\(index)", model: settings.model,
                actual: "\(inputs.count == 1 ? "1 input" : "\(inputs.count) inputs"): \(listed(inputs))")
        }
        guard let name = input.name else { return input.index }
        let named = inputs.indices.filter { file.names($0).contains(name) }
        guard let index = input.index ?? named.first, named.contains(index) else {
            throw BackendError.mismatch(
                key: "\(key).name", declared: name, model: settings.model,
                actual: input.index.map { "\(inputs[$0].listed(at: $0))" } ?? "the inputs \(listed(inputs))")
        }
        return index
    }

    /// All inputs, and the lines to write for them.
    private static func missing(
        _ feeds: [Int: TFLiteSettings.Feed], _ settings: TFLiteSettings, _ file: ModelFile
    ) -> String {
        let inputs = file.inputs
        let takes = inputs.indices.filter { feeds[$0] == nil && file.whyNoPicture(at: $0, nil) == nil }
        // Inputs of one form may be meant for the same picture.
        let pictures =
            feeds.values.contains(.picture)
            ? []
            : takes.filter {
                inputs[$0].type == inputs[takes[0]].type && inputs[$0].dimensions == inputs[takes[0]].dimensions
            }
        let states = inputs.indices.filter { index in
            feeds[index] == nil && !pictures.contains(index)
                && file.outputs.contains { $0.type == inputs[index].type && $0.dimensions == inputs[index].dimensions }
        }
        let numbers = states.map(String.init).joined(separator: ", ")
        let hint =
            "; inputs with an output of the same dimensions (\(numbers)) carry a state from one picture to the next, and zeros begin every picture without one"
        let lines = inputs.indices.map { index in
            let feed: String =
                switch feeds[index] {
                case .picture: "picture"
                case .value(0): "zeros"
                case .value(let number): "{value: \(number)}"
                case nil: pictures.contains(index) ? "picture" : "zeros"
                }
            return "{index: \(index), feed: \(feed)}"
        }
        return
            "\(settings.model) has \(inputs.count) inputs (\(listed(inputs))); "
            + "say what each receives: inputs: [\(lines.joined(separator: ", "))]\(states.isEmpty ? "" : hint)"
    }
}

extension ModelFile {
    /// Why no picture can be given to an input; nil where one can.
    ///
    /// - Parameter declared: what the manifest says of it.
    func whyNoPicture(at index: Int, _ declared: TFLiteSettings.Input?) -> String? {
        inputs[index].whyNoPicture(described(at: index, declared)?.content, declared?.layout)
    }

    /// What the metadata says of an input; nil for nothing, and where the manifest does not trust it.
    func described(at index: Int, _ declared: TFLiteSettings.Input?) -> ModelMetadata.Tensor? {
        let described = metadata?.inputs ?? []
        return described.indices.contains(index) && declared?.ignoresMetadata != true ? described[index] : nil
    }

    /// The names that an input goes by.
    fileprivate func names(_ index: Int) -> [String] {
        let described = metadata?.inputs ?? []
        let told = described.indices.contains(index) ? described[index].name : nil
        return [inputs[index].name, inputs[index].signatureName, told].compactMap(\.self)
    }
}
