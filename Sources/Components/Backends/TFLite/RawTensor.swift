internal import LiteRT
internal import JSON
internal import Domain

/// An output that is kept as it is.
struct RawTensor {
    private let tensor: TensorInfo
    private let bytes: [UInt8]
    private let batch: Int

    /// An output's bytes for one picture.
    init(_ tensor: TensorInfo, _ bytes: [UInt8], batch: Int) {
        (self.tensor, self.bytes, self.batch) = (tensor, bytes, batch)
    }

    /// The annotation: name, type and shape in its attributes, and the bytes.
    func annotation(rank: Int) -> Annotation {
        var attributes: [(name: String, json: String)] = [
            ("name", quoted(tensor.name)), ("type", quoted("\(tensor.type)")),
            ("shape", "[\(shape.map(String.init).joined(separator: ","))]"),
        ]
        if let quantisation = tensor.quantisation {
            attributes += [("scale", "\(quantisation.scale)"), ("zeroPoint", "\(quantisation.zeroPoint)")]
        }
        var annotation = Annotation(
            kind: .tensor, rank: rank, description: tensor.name, attributes: object(attributes))
        annotation.blob = bytes
        return annotation
    }

    /// The dimensions; one that the model leaves open is what the bytes make of it.
    private var shape: [Int] {
        let declared = tensor.dimensions(inBatchOf: batch)
        let open = declared.indices.filter { declared[$0] == -1 }
        guard !open.isEmpty, let width = tensor.type.bytes else { return declared }
        let known = declared.reduce(1) { $0 * max($1, 1) }
        var shape = declared.map { max($0, 1) }
        // Several open ones cannot be told apart.
        if let last = open.last { shape[last] = bytes.count / width / max(known, 1) }
        return shape
    }
}
