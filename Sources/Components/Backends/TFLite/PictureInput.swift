internal import LiteRT
internal import Platform
internal import Domain

/// How pictures are put into one input of a model.
struct PictureInput: Equatable, Sendable {
    let shape: PictureShape
    let coding: InputCoding
    /// What the input's channels are.
    let channels: TFLiteSettings.Channels
    /// The pixels that are wanted of each picture.
    let request: SampleRequest

    /// The bytes of one picture in the input.
    var bytes: Int { shape.size.width * shape.size.height * shape.channels * coding.width }

    /// Resolves how an input of these dimensions, none of them open, is filled, or says what does not fit.
    ///
    /// - Parameter key: the key that it is declared under.
    init(
        _ declared: TFLiteSettings.Input, _ key: String, _ tensor: TensorInfo, _ dimensions: [Int],
        _ told: ModelMetadata.Normalization?, _ model: FilePath
    ) throws(BackendError) {
        shape = try PictureInput.shape(declared, key, tensor, dimensions, model)
        channels = declared.channels ?? (shape.channels == 1 ? .greyscale : .rgb)
        guard channels.count == shape.channels else {
            throw BackendError.mismatch(
                key: "\(key).channels", declared: channels.rawValue, model: model,
                actual: shape.channels == 1 ? "1 channel" : "\(shape.channels) channels")
        }
        coding = try PictureInput.coding(declared, key, tensor, told, channels: shape.channels, model)
        request = SampleRequest(
            size: shape.size, channels: shape.channels, fit: declared.fit ?? .stretch,
            decode: declared.decode ?? .scaled)
    }

    private static func shape(
        _ declared: TFLiteSettings.Input, _ key: String, _ tensor: TensorInfo, _ dimensions: [Int], _ model: FilePath
    ) throws(BackendError) -> PictureShape {
        let readings = PictureShape.readings(dimensions, layout: declared.layout)
        if readings.count == 1 { return readings[0] }
        guard readings.isEmpty else {
            throw BackendError.setting(
                key: "\(key).layout",
                reason: "\(model) has the input \(tensor.dimensions), which may be NHWC or NCHW; say which")
        }
        if let layout = declared.layout {
            throw BackendError.mismatch(
                key: "\(key).layout", declared: layout.rawValue, model: model,
                actual: "\(tensor.dimensions), which holds no picture of 1 or 3 channels in that order")
        }
        throw BackendError.setting(
            key: "\(key).dimensions", reason: "\(dimensions) holds no picture; one is \(pictureForms)")
    }

    private static func coding(
        _ declared: TFLiteSettings.Input, _ key: String, _ tensor: TensorInfo, _ told: ModelMetadata.Normalization?,
        channels: Int, _ model: FilePath
    ) throws(BackendError) -> InputCoding {
        // Both reference implementations hand raw bytes to uint8 models whatever the metadata says.
        let takesPixels =
            tensor.type == .uint8 || [.int16, .int32, .int64].contains(tensor.type) && tensor.quantization == nil
        if takesPixels {
            for (name, value) in [("mean", declared.mean), ("std", declared.std)] where value != nil {
                throw BackendError.setting(
                    key: "\(key).\(name)",
                    reason: "\(model) takes \(tensor.type), the pixels themselves; leave \(name) out")
            }
            return .pixels(tensor.type)
        }
        let mean = try values(("mean", key), declared.mean, told?.mean, channels: channels, model)
        let std = try values(("std", key), declared.std, told?.std, channels: channels, model)
        switch tensor.type {
        case .float32: return .float(mean: mean, std: std)
        case .float16: return .half(mean: mean, std: std)
        default:
            guard let quantization = tensor.quantization,
                tensor.type != .int8 || (-128...127).contains(quantization.zeroPoint)
            else {
                throw BackendError.modelRefused(
                    model, reason: "its \(tensor.type) input \"\(tensor.name)\" says no scale and zero point")
            }
            return .quantized(mean: mean, std: std, quantization, tensor.type)
        }
    }

    /// Mean or std: the manifest's, which must not contradict the metadata, or the metadata's, or MobileNet's.
    private static func values(
        _ key: (name: String, input: String), _ declared: [Float]?, _ told: [Float]?, channels: Int, _ model: FilePath
    ) throws(BackendError) -> [Float] {
        let (name, key) = (key.name, "\(key.input).\(key.name)")
        func fits(_ values: [Float]) -> Bool {
            [1, channels].contains(values.count) && values.allSatisfy { $0.isFinite && (name == "mean" || $0 != 0) }
        }
        if let declared, !fits(declared) {
            throw BackendError.setting(
                key: key,
                reason: "\(declared) is not one number, or one for each of \(channels) channels"
                    + (name == "std" ? ", none of them 0" : ""))
        }
        if let told, !fits(told) {
            throw BackendError.modelRefused(
                model, reason: "its metadata gives \(told) as \(name) of \(channels) channels")
        }
        if let declared, let told, spread(declared, channels) != spread(told, channels) {
            throw BackendError.mismatch(
                key: key, declared: "\(declared)", model: model,
                actual: "\(told) in its metadata; where that is wrong, write `metadata: ignore`")
        }
        return declared ?? told ?? [127.5]
    }

    private static func spread(_ values: [Float], _ channels: Int) -> [Float] {
        values.count == 1 ? Array(repeating: values[0], count: channels) : values
    }
}
