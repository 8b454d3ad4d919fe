internal import LiteRT
internal import Platform
internal import Domain

/// One of a model's inputs as it is to be filled: what the manifest, the model and its metadata agree on.
struct TFLiteInput: Equatable, Sendable {
    /// What it is filled with.
    enum InputValue: Equatable, Sendable {
        case picture(PictureInput)
        /// A number, and the bytes of one element that stands for it.
        case constant(Double, element: [UInt8])
    }

    let type: ElementType
    /// None of them open.
    let dimensions: [Int]
    let feed: InputValue

    /// Resolves the input at a place, or says what does not fit.
    init(_ choice: InputSelection.InputChoice, _ index: Int, _ file: ModelFile, _ model: FilePath) throws(BackendError)
    {
        let (key, declared, tensor) = (choice.key, choice.declared, file.inputs[index])
        if case .picture = choice.feed, let reason = file.whyNoPicture(at: index, declared) {
            throw BackendError.modelRefused(model, reason: reason)
        }
        type = tensor.type
        try agree("\(key).type", declared.type?.rawValue, tensor.type.description, model)
        if let dimensions = declared.dimensions, !tensor.accepts(dimensions) {
            throw BackendError.mismatch(
                key: "\(key).dimensions", declared: "\(dimensions)", model: model, actual: "\(tensor.dimensions)")
        }
        let found = PictureShape.closingBatch(declared.dimensions ?? tensor.dimensions)
        guard !found.contains(-1) else {
            throw BackendError.setting(
                key: "\(key).dimensions",
                reason: "\(model) leaves its input open, \(tensor.dimensions); declare the size to use")
        }
        dimensions = found
        switch choice.feed {
        case .picture:
            let told = file.described(at: index, declared)?.normalization
            feed = .picture(try PictureInput(declared, key, tensor, found, told, model))
        case .value(let number):
            guard let element = tensor.element(of: number) else {
                throw BackendError.setting(
                    key: "\(key).feed", reason: "\(number) is not a number that \(tensor.type) can hold (\(model))")
            }
            feed = .constant(number, element: element)
        }
    }

    /// The bytes of the whole input.
    var bytes: Int { dimensions.reduce(type.bytes ?? 1, *) }

    /// How pictures are put into it; nil for one that takes none.
    var picture: PictureInput? { if case .picture(let feed) = feed { feed } else { nil } }
}

/// Throws unless what the manifest declares, if it does, is what the model has.
func agree(_ key: String, _ declared: String?, _ actual: String, _ model: FilePath) throws(BackendError) {
    if let declared, declared != actual {
        throw BackendError.mismatch(key: key, declared: declared, model: model, actual: actual)
    }
}
