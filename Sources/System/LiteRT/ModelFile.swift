/// What a .tflite file says of itself, read without the library.
///
/// The schema's field numbers are those of TensorFlow Lite's schema.fbs, version 3. Everything is bounded: no
/// bytes can make this crash, hang or take much memory.
package struct ModelFile: Equatable, Sendable {
    /// Inputs of the first graph, in the order the library takes them.
    package let inputs: [TensorInfo]
    /// Outputs of the first graph, in the order the library gives them.
    package let outputs: [TensorInfo]
    /// Names of the operations that are not LiteRT's own builtins, each once.
    package let customOperations: [String]
    /// Places in `outputs` of boxes, classes, scores and count, where a TFLite_Detection_PostProcess makes them.
    package let detection: [Int]?
    /// How many classes that op tells apart, where it says so.
    package let detectedClasses: Int?
    /// How many boxes that op gives, where it says so.
    package let detectedBoxes: Int?
    /// What the operation that makes an output does, one for each output.
    package let finalOperations: [FinalOperation]
    /// Whether a run leaves something behind that the next one sees, as recurrent networks do.
    package let keepsState: Bool
    /// Whether it does so in variable tensors, which LiteRT does not load.
    package let hasVariables: Bool
    /// What TensorFlow Lite Metadata adds; nil where the file has none.
    package let metadata: ModelMetadata?

    /// The most bytes a model may have.
    package static let maximumBytes: Int64 = 1 << 30

    /// Reads a whole file's bytes.
    package init(_ bytes: Span<UInt8>) throws(LiteRTError) {
        guard bytes.count > 0 else { throw LiteRTError.modelRefused(reason: "it is empty") }
        guard bytes.count >= 16, bytes.copy(4..<8) == Array("TFL3".utf8) else {
            throw LiteRTError.modelRefused(reason: "it is not a TensorFlow Lite model (bytes 5 to 8 are not \"TFL3\")")
        }
        guard bytes.count <= ModelFile.maximumBytes else {
            throw LiteRTError.modelRefused(reason: "it has more than \(ModelFile.maximumBytes) bytes")
        }
        let model = try FlatTable(rootOf: bytes)
        let version = try model.scalar(0, default: UInt32(0), in: bytes)
        guard version == 3 else {
            throw LiteRTError.modelRefused(reason: "its schema version is \(version), and only 3 is known")
        }
        let graphs = try model.vector(2, of: 4, in: bytes)
        guard graphs.count > 0 else { throw LiteRTError.modelRefused(reason: "it holds no graph") }
        let graph = try Graph(try graphs.table(0, in: bytes), in: bytes)
        let names = try SignatureNames(model, in: bytes)
        inputs = try graph.tensors(graph.inputs, names: names.inputs, in: bytes)
        outputs = try graph.tensors(graph.outputs, names: names.outputs, in: bytes)
        let codes = try OperatorCodes(model, in: bytes)
        customOperations = codes.customNames
        detection = try graph.postProcess(codes, in: bytes)
        (detectedClasses, detectedBoxes) = try graph.detectionCounts(codes, in: bytes)
        finalOperations = try FinalOperation.all(of: graph, model, in: bytes)
        hasVariables = try graph.hasVariables(in: bytes)
        keepsState = hasVariables || codes.assignsVariables
        metadata = try ModelMetadata(of: model, in: bytes)
    }

    /// The dimensions of an output: as the file declares them, or where a detection op declares none, those that the op
    /// makes; -1 where one is open.
    package func outputDimensions(_ index: Int) -> [Int] {
        guard outputs[index].dimensions.isEmpty, let boxes = detectedBoxes, let place = detection?.firstIndex(of: index)
        else { return outputs[index].dimensions }
        return [[1, boxes, 4], [1, boxes], [1, boxes], [1]][place]
    }

    /// Operations of this model that neither LiteRT nor XNNPACK brings.
    package var unsupportedOperations: [String] {
        // From the registry of LiteRT 2.3.0; the last four are XNNPACK's.
        let known: Set = [
            "TFLite_Detection_PostProcess", "NumericVerify", "Mfcc", "AudioSpectrogram", "aeq.hadamard_rotation",
            "Convolution2DTransposeBias", "MaxPoolingWithArgmax2D", "MaxUnpooling2D", "moe",
        ]
        return customOperations.filter { !known.contains($0) }
    }
}
