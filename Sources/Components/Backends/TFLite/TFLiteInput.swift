internal import LiteRT
internal import Platform
internal import Domain

/// A model's input as it is to be filled: what the manifest, the model and its metadata agree on.
struct TFLiteInput: Equatable, Sendable {
    let type: ElementType
    /// `[1, height, width, channels]`, none open.
    let dimensions: [Int]
    let coding: InputCoding
    let request: SampleRequest

    /// Resolves the input, or says what does not fit.
    init(_ settings: TFLiteSettings, _ file: ModelFile) throws(BackendError) {
        let model = settings.model
        guard let tensor = file.inputs.first, file.inputs.count == 1 else {
            let names = shortList(file.inputs.map { "\($0.name) \($0.dimensions)" })
            throw BackendError.modelRefused(
                model, why: "it has \(file.inputs.count) inputs (\(names)), and one is given")
        }
        type = tensor.type
        try agree("backend.input.type", settings.input.type?.rawValue, tensor.type.description, model)
        dimensions = try TFLiteInput.dimensions(settings, tensor)
        request = SampleRequest(
            size: Size(width: dimensions[2], height: dimensions[1]), channels: dimensions[3],
            fit: settings.input.fit ?? .stretch)
        coding = try TFLiteInput.coding(settings, tensor, file.metadata?.inputs.first, channels: dimensions[3])
    }

    private static func dimensions(_ settings: TFLiteSettings, _ tensor: TensorInfo) throws(BackendError) -> [Int] {
        let key = "backend.input.dimensions"
        let model = settings.model
        let declared = settings.input.dimensions
        if let declared, !tensor.accepts(declared) {
            throw BackendError.mismatch(key: key, declared: "\(declared)", model: model, actual: "\(tensor.dimensions)")
        }
        var found = declared ?? tensor.dimensions
        // An open batch is one picture.
        if found.first == -1 { found[0] = 1 }
        guard found.count == 4, found[0] == 1, [1, 3, -1].contains(found[3]) else {
            throw BackendError.modelRefused(
                model, why: "its input is \(tensor.dimensions), and [1, height, width, 1 or 3 channels] is given")
        }
        guard !found.contains(-1) else {
            throw BackendError.setting(
                key: key, why: "\(model) leaves its input open, \(tensor.dimensions); declare the size to use")
        }
        return found
    }

    private static func coding(
        _ settings: TFLiteSettings, _ tensor: TensorInfo, _ metadata: ModelMetadata.Tensor?, channels: Int
    ) throws(BackendError) -> InputCoding {
        switch tensor.type {
        case .uint8:
            // Both reference implementations hand raw bytes to such models whatever the metadata says.
            for (key, value) in [("mean", settings.input.mean), ("std", settings.input.std)] where value != nil {
                throw BackendError.setting(
                    key: "backend.input.\(key)",
                    why: "\(settings.model) takes uint8, the pixels themselves; leave \(key) out")
            }
            return .bytes
        case .float32, .int8:
            let told = metadata?.normalisation
            let mean = try values("mean", settings.input.mean, told?.mean, channels: channels, settings.model)
            let std = try values("std", settings.input.std, told?.std, channels: channels, settings.model)
            if tensor.type == .float32 { return .float(mean: mean, std: std) }
            guard let quantisation = tensor.quantisation, (-128...127).contains(quantisation.zeroPoint) else {
                throw BackendError.modelRefused(
                    settings.model, why: "its int8 input \"\(tensor.name)\" says no scale and zero point")
            }
            return .signed(mean: mean, std: std, quantisation)
        default:
            throw BackendError.modelRefused(
                settings.model, why: "its input takes \(tensor.type), and float32, uint8 or int8 is given")
        }
    }

    /// Mean or std: the manifest's, which must not contradict the metadata, or the metadata's, or MobileNet's.
    private static func values(
        _ name: String, _ declared: [Float]?, _ told: [Float]?, channels: Int, _ model: FilePath
    ) throws(BackendError) -> [Float] {
        func fits(_ values: [Float]) -> Bool {
            [1, channels].contains(values.count) && values.allSatisfy { $0.isFinite && (name == "mean" || $0 != 0) }
        }
        if let declared, !fits(declared) {
            throw BackendError.setting(
                key: "backend.input.\(name)",
                why: "\(declared) is not one number, or one for each of \(channels) channels"
                    + (name == "std" ? ", none of them 0" : ""))
        }
        if let told, !fits(told) {
            throw BackendError.modelRefused(model, why: "its metadata gives \(told) as \(name) of \(channels) channels")
        }
        if let declared, let told, spread(declared, channels) != spread(told, channels) {
            throw BackendError.mismatch(
                key: "backend.input.\(name)", declared: "\(declared)", model: model, actual: "\(told) in its metadata")
        }
        return declared ?? told ?? [127.5]
    }

    private static func spread(_ values: [Float], _ channels: Int) -> [Float] {
        values.count == 1 ? Array(repeating: values[0], count: channels) : values
    }
}

/// Throws unless what the manifest declares, if it does, is what the model has.
func agree(_ key: String, _ declared: String?, _ actual: String, _ model: FilePath) throws(BackendError) {
    if let declared, declared != actual {
        throw BackendError.mismatch(key: key, declared: declared, model: model, actual: actual)
    }
}
