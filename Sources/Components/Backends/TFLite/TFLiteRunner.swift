internal import LiteRT
internal import Domain

/// One worker's compiled model: pictures in, the raw outputs of each out.
final class TFLiteRunner {
    private let inputs: TFLiteInputs
    private let model: Model
    private var compiled: CompiledModel
    private var fillers: [PictureFiller?]
    private var isFresh = true

    /// Compiles the model.
    init(_ inputs: TFLiteInputs, _ model: Model) throws(LiteRTError) {
        self.inputs = inputs
        self.model = model
        fillers = inputs.all.map { $0.picture.map(PictureFiller.init) }
        compiled = try CompiledModel(model, inputDimensions: inputs.dimensions)
        for (place, input) in inputs.all.enumerated() where compiled.inputBytes(place) != input.bytes {
            throw LiteRTError.modelRefused(
                why: "its input \(place) takes \(compiled.inputBytes(place)) bytes, not \(input.bytes)")
        }
        for (place, output) in model.file.outputs.enumerated() where outputRows(place) == nil {
            throw LiteRTError.modelRefused(
                why:
                    "its output \"\(output.name)\" is \(compiled.outputDimensions(place)), which is not one row for "
                    + "each of the \(inputs.batch) pictures that it takes at a time")
        }
    }

    /// Runs the model on 1 to `batch` pictures; what they leave of the inputs is zeros.
    ///
    /// - Returns: for each picture the bytes of every output, in the model's order.
    func run(_ images: borrowing [PreparedImage]) throws(LiteRTError) -> [[[UInt8]]] {
        // What a recurrent model keeps from the pictures before is not part of the answer to this one.
        if model.file.keepsState && !isFresh {
            compiled = try CompiledModel(model, inputDimensions: inputs.dimensions)
        }
        isFresh = false
        for (place, input) in inputs.all.enumerated() {
            switch input.feed {
            case .constant(_, let element):
                try compiled.withInput(place) { bytes in
                    for index in bytes.indices { bytes[index] = element[index % element.count] }
                }
            case .picture(let feed): try fill(place, feed, images)
            }
        }
        try compiled.run()
        var answers = [[[UInt8]]](repeating: [], count: images.count)
        for place in model.file.outputs.indices {
            let bytes = try compiled.output(place)
            let row = bytes.count / inputs.batch
            for index in images.indices {
                answers[index].append(inputs.batch == 1 ? bytes : Array(bytes[(index * row)..<((index + 1) * row)]))
            }
        }
        return answers
    }

    /// The dimensions of every output for one picture, as the compiled model has them: none is open.
    var shapes: [[Int]] {
        model.file.outputs.indices.map { place in
            let dimensions = compiled.outputDimensions(place)
            return inputs.batch == 1 ? dimensions : [1] + dimensions.dropFirst()
        }
    }

    private func fill(_ place: Int, _ feed: PictureFeed, _ images: borrowing [PreparedImage]) throws(LiteRTError) {
        let filled = try compiled.withInput(place) { bytes in
            for index in images.indices {
                guard fillers[place]?.fill(&bytes, at: index, with: images[index].samples) == true else { return false }
            }
            for index in (images.count * feed.bytes)..<bytes.count { bytes[index] = 0 }
            return true
        }
        guard filled else { throw LiteRTError.modelRefused(why: "a picture has more or fewer samples than it takes") }
    }

    /// The number of rows of an output, one for each picture; nil where it has none for each.
    private func outputRows(_ place: Int) -> Int? {
        inputs.batch == 1 || compiled.outputDimensions(place).first == inputs.batch ? inputs.batch : nil
    }
}
