internal import LiteRT
internal import Domain
internal import Text

/// All of a model's inputs as they are to be filled.
struct TFLiteInputs: Equatable, Sendable {
    /// In the model's order.
    let all: [TFLiteInput]
    /// The pixels that are wanted of each picture.
    let request: SampleRequest
    /// How many pictures fill the inputs; a model without a dimension for them takes one.
    let batch: Int

    /// Resolves the inputs, or says what does not fit.
    init(_ settings: TFLiteSettings, _ file: ModelFile) throws(BackendError) {
        let choices = try InputSelection(settings, file).choices
        var all: [TFLiteInput] = []
        for (index, choice) in choices.enumerated() {
            all.append(try TFLiteInput(choice, index, file, settings.model))
        }
        self.all = all
        // The selection has a picture, and all its inputs are of one size.
        var first: (index: Int, feed: PictureInput)?
        for (index, input) in all.enumerated() {
            guard let feed = input.picture else { continue }
            if let first, first.feed.request != feed.request || first.feed.shape.batch != feed.shape.batch {
                throw BackendError.modelRefused(
                    settings.model,
                    reason:
                        "its inputs \(file.inputs[first.index].listed(at: first.index)) and \(file.inputs[index].listed(at: index)) take pictures of different sizes, channels, fit or decoding, and one picture is prepared for all; "
                        + "feed one of them zeros or a value")
            }
            first = first ?? (index, feed)
        }
        guard let first else {
            throw BackendError.modelRefused(settings.model, reason: "none of its inputs takes the picture")
        }
        request = first.feed.request
        batch = first.feed.shape.batch
    }

    /// The dimensions of every input, in the model's order.
    var dimensions: [[Int]] { all.map(\.dimensions) }

    /// What of the preparation decides the answers, as JSON.
    ///
    /// What stands for what was usual before it could be declared is left out, so that recipes keep their digests.
    var json: String {
        if all.count == 1, let picture = all[0].picture { return object(all[0].members + picture.members) }
        let inputs = all.enumerated().map { index, input in
            let fed: [(name: String, json: String)] =
                switch input.feed {
                case .picture(let picture): picture.members
                case .constant(let number, _): [("value", "\(number)")]
                }
            return object([("index", "\(index)")] + input.members + fed)
        }
        return object([("inputs", "[\(inputs.joined(separator: ","))]")])
    }
}

extension TFLiteInput {
    fileprivate var members: [(name: String, json: String)] {
        [("type", jsonString("\(type)")), ("dimensions", array(dimensions))]
    }
}

extension PictureInput {
    fileprivate var members: [(name: String, json: String)] {
        var members: [(name: String, json: String)] =
            switch coding {
            case .pixels: []
            case .float(let mean, let std), .half(let mean, let std), .quantized(let mean, let std, _, _):
                [("mean", array(mean)), ("std", array(std))]
            }
        members.append(("fit", jsonString(request.fit.rawValue)))
        if shape.layout != .channelsLast { members.append(("layout", jsonString(shape.layout.rawValue))) }
        if channels == .bgr { members.append(("channels", jsonString(channels.rawValue))) }
        if request.decode != .scaled { members.append(("decode", jsonString(request.decode.rawValue))) }
        return members
    }
}

/// Numbers as a JSON array.
func array<Number: CustomStringConvertible>(_ numbers: [Number]) -> String {
    "[\(numbers.map(\.description).joined(separator: ","))]"
}
