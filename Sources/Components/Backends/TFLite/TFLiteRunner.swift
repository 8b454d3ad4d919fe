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
        for (tensor, input) in inputs.all.enumerated() where compiled.inputBytes(tensor) != input.bytes {
            throw LiteRTError.modelRefused(
                reason: "its input \(tensor) takes \(compiled.inputBytes(tensor)) bytes, not \(input.bytes)")
        }
        for (tensor, output) in model.file.outputs.enumerated() where outputRows(tensor) == nil {
            throw LiteRTError.modelRefused(
                reason:
                    "its output \"\(output.name)\" is \(compiled.outputDimensions(tensor)), which is not one row for each of the \(inputs.batch) pictures that it takes at a time"
            )
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
        for (tensor, input) in inputs.all.enumerated() {
            switch input.feed {
            case .constant(_, let element):
                try compiled.withInput(tensor) { bytes in
                    for index in bytes.indices { bytes[index] = element[index % element.count] }
                }
            case .picture(let feed): try fill(tensor, feed, images)
            }
        }
        try compiled.run()
        var answers = [[[UInt8]]](repeating: [], count: images.count)
        for tensor in model.file.outputs.indices {
            let bytes = try compiled.output(tensor)
            let row = bytes.count / inputs.batch
            for index in images.indices {
                answers[index].append(inputs.batch == 1 ? bytes : Array(bytes[(index * row)..<((index + 1) * row)]))
            }
        }
        return answers
    }

    /// The dimensions of every output for one picture, as the compiled model has them: none is open.
    var shapes: [[Int]] {
        model.file.outputs.indices.map { tensor in
            let dimensions = compiled.outputDimensions(tensor)
            return inputs.batch == 1 ? dimensions : [1] + dimensions.dropFirst()
        }
    }

    private func fill(_ tensor: Int, _ feed: PictureInput, _ images: borrowing [PreparedImage]) throws(LiteRTError) {
        let filled = try compiled.withInput(tensor) { bytes in
            for index in images.indices {
                guard fillers[tensor]?.fill(&bytes, at: index, with: images[index].samples) == true else {
                    return false
                }
            }
            for index in (images.count * feed.bytes)..<bytes.count { bytes[index] = 0 }
            return true
        }
        guard filled else {
            throw LiteRTError.modelRefused(reason: "the picture has the wrong number of samples for this input")
        }
    }

    /// The number of rows of an output, one for each picture; nil where it has none for each.
    private func outputRows(_ tensor: Int) -> Int? {
        inputs.batch == 1 || compiled.outputDimensions(tensor).first == inputs.batch ? inputs.batch : nil
    }
}
