internal import Crypto
internal import LiteRT
package import Platform
package import Domain

/// What a model file says of itself, and how a job's manifest would name it; read without LiteRT's library.
package struct ModelDescription: Sendable {
    /// The model's file; inside a ZIP archive `flowers.zip/model.tflite`.
    package let model: FilePath
    /// How many bytes it has.
    package let bytes: Int
    /// SHA-256 of them, in hexadecimal digits.
    package let sha256: String
    /// What its author wrote about it, each with its name: `description`, `author`.
    package let card: [(name: String, text: String)]
    /// What goes in, in the model's order.
    package let inputs: [TensorDescription]
    /// What comes out, in the model's order.
    package let outputs: [TensorDescription]
    /// The labels; nil: there are none.
    package let labels: LabelsDescription?
    /// Operations that are not LiteRT's own builtins.
    package let customOperations: [String]
    /// Those of them that LiteRT does not have.
    package let unsupportedOperations: [String]
    /// What people should know of how the model is used, such as that the parts of an export do not agree.
    package let notices: [String]
    /// The block that a manifest has for this model, or why none is accepted.
    package let backend: BackendBlock

    /// Reads a model: a .tflite file, or an AutoML export's folder, manifest or ZIP archive.
    ///
    /// - Parameters:
    ///   - path: as it was typed; a manifest in the current folder would name it so.
    ///   - folder: the current folder.
    package init(of path: FilePath, in folder: FilePath) throws(BackendError) {
        let file = folder.appending(path).normalized
        let isExport = try ModelDescription.isExport(file)
        let export = isExport ? try AutoMLExport(file, key: "model") : nil
        let source = export?.model ?? ModelSource(file: file)
        model = source.name
        let buffer = try source.read()
        let (parsed, card, digest, inner) = try buffer.withBytes { bytes throws(BackendError) in
            do throws(LiteRTError) {
                let parsed = try ModelFile(bytes)
                let labels = ModelDescription.labels(of: parsed, bytes, source.name)
                return (parsed, try ModelCard(bytes), Digest(of: bytes), labels)
            } catch {
                throw BackendError(error, model: source.name)
            }
        }
        bytes = buffer.count
        sha256 = digest.hex
        let labels = export?.labels ?? inner
        self.labels = labels.map { LabelsDescription($0) }
        let described = parsed.metadata
        inputs = parsed.inputs.enumerated().map { index, tensor in
            TensorDescription(
                tensor, dimensions: tensor.dimensions, at: index, described?.inputs.dropFirst(index).first, nil)
        }
        outputs = parsed.outputs.enumerated().map { index, tensor in
            TensorDescription(
                tensor, dimensions: parsed.outputDimensions(index), at: index,
                described?.outputs.dropFirst(index).first, card?.outputs.dropFirst(index).first)
        }
        self.card = ModelDescription.lines(card)
        customOperations = parsed.customOperations
        unsupportedOperations = parsed.unsupportedOperations
        guard isExport else {
            backend = BackendBlock(of: parsed, in: file, named: path)
            notices = (try? TFLitePlan(TFLiteSettings(model: file)))?.notices ?? []
            return
        }
        let settings = AutoMLSettings(model: file)
        backend = BackendBlock(of: settings, named: path)
        notices = (try? AutoMLPlan(settings))?.notices ?? []
    }

    /// Whether a path names an AutoML export rather than a model file.
    private static func isExport(_ path: FilePath) throws(BackendError) -> Bool {
        do throws(SystemError) {
            if try FileStatus(of: path).kind == .folder { return true }
        } catch {
            throw BackendError.modelUnreadable(error)
        }
        return path.fileExtension == "json" || AutoMLArchive.isOne(path)
    }

    /// The labels inside a model; nil where there are none, or none that can be read.
    private static func labels(of file: ModelFile, _ bytes: Span<UInt8>, _ model: FilePath) -> Labels? {
        try? Labels(
            file: nil, model: model, contents: bytes, description: file, outputs: Array(file.outputs.indices))
    }

    private static func lines(_ card: ModelCard?) -> [(name: String, text: String)] {
        let all = [
            ("name", card?.name), ("description", card?.description), ("version", card?.version),
            ("author", card?.author), ("license", card?.license),
        ]
        return all.compactMap { name, text in text.map { (name, $0) } }
    }
}
