internal import LiteRT
internal import JSON
internal import Domain
internal import Text

/// An output that is kept as it is.
struct RawTensor {
    private let tensor: TensorInfo
    private let bytes: [UInt8]
    private let shape: [Int]

    /// An output's bytes for one picture, and the dimensions that they have.
    init(_ tensor: TensorInfo, _ bytes: [UInt8], shape: [Int]) {
        (self.tensor, self.bytes, self.shape) = (tensor, bytes, shape)
    }

    /// The annotation: name, type and shape in its attributes, and the bytes.
    func annotation(rank: Int) -> Annotation {
        var attributes: [(name: String, json: String)] = [
            ("name", jsonString(tensor.name)), ("type", jsonString("\(tensor.type)")),
            ("shape", "[\(shape.map(String.init).joined(separator: ","))]"),
        ]
        if let quantization = tensor.quantization {
            attributes += [("scale", "\(quantization.scale)"), ("zeroPoint", "\(quantization.zeroPoint)")]
        }
        var annotation = Annotation(
            kind: .tensor, rank: rank, description: tensor.name, attributes: object(attributes))
        annotation.blob = bytes
        return annotation
    }
}
