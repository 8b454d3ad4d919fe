internal import Crypto
package import LiteRT
package import Platform
package import Domain

/// A local model's job description, from the settings and the files they name alone.
///
/// Submitting needs no more than this; LiteRT's library is wanted only by `open`.
package struct TFLitePlan: LocalPlan {
    /// What is answered: labels for a classifier, objects for a detector.
    package let recipes: [Recipe]
    /// The pixels the model wants.
    package let request: SampleRequest
    let settings: TFLiteSettings
    /// The model's file.
    package var model: FilePath { settings.model }
    let file: ModelFile
    let digest: Digest
    let input: TFLiteInput
    let output: TFLiteOutput
    let labels: Labels

    /// Reads model and labels, and checks what the manifest declares against them.
    package init(_ settings: TFLiteSettings) throws(BackendError) {
        guard settings.hosted == nil else { throw .notBuilt("hosted models") }
        let buffer = try TFLitePlan.read(settings.model)
        // One closure that gives all that needs the bytes, so that they are hashed and read once.
        let (file, digest, input, labels) = try buffer.withBytes { bytes throws(BackendError) in
            let file = try TFLitePlan.describe(bytes, settings.model)
            guard file.unsupportedOperations.isEmpty else {
                throw BackendError.unsupportedOperations(settings.model, file.unsupportedOperations)
            }
            let input = try TFLiteInput(settings, file)
            let output = try TFLiteOutput(settings, file)
            let labels = try Labels(
                file: settings.labels, model: settings.model, contents: bytes, description: file,
                outputs: output.labelled)
            return (file, Digest(of: bytes), input, labels)
        }
        output = try TFLiteOutput(settings, file)
        if case .scores(let place) = output, file.outputs[place].count != labels.words.count {
            throw BackendError.labelCount(
                source: labels.source, labels: labels.words.count, model: settings.model,
                classes: file.outputs[place].count)
        }
        self.settings = settings
        self.input = input
        self.file = file
        self.digest = digest
        self.labels = labels
        request = input.request
        recipes = [TFLitePlan.recipe(settings, digest, input, output, labels)]
    }

    /// Opens the model and LiteRT's library.
    package func open(in environment: BackendEnvironment) throws(BackendError) -> any LocalBackend {
        try open(libraryAt: environment.libraryPlaces)
    }

    /// Opens the model with the first library that is at one of the places.
    package func open(libraryAt places: [FilePath]) throws(BackendError) -> TFLiteBackend {
        let library: LiteRTLibrary
        do throws(LiteRTError) {
            library = try LiteRTLibrary(places: places)
        } catch {
            throw BackendError(error, model: settings.model)
        }
        return try open(library)
    }

    /// Loads the model into the library and tries it once.
    package func open(_ library: LiteRTLibrary) throws(BackendError) -> TFLiteBackend {
        let buffer = try TFLitePlan.read(settings.model)
        let bytes: ModelBytes = try buffer.withBytes { bytes throws(BackendError) in
            guard Digest(of: bytes) == digest else { throw BackendError.modelChanged(settings.model) }
            do throws(LiteRTError) {
                return try ModelBytes(copying: bytes)
            } catch {
                throw BackendError(error, model: settings.model)
            }
        }
        do throws(LiteRTError) {
            return try TFLiteBackend(self, try Model(bytes, file: file, library: library))
        } catch {
            throw BackendError(error, model: settings.model)
        }
    }

    private static func read(_ model: FilePath) throws(BackendError) -> FileBuffer {
        let buffer = FileBuffer()
        do {
            try buffer.read(model, limit: ModelFile.maximumBytes)
        } catch {
            throw BackendError.modelUnreadable(error)
        }
        return buffer
    }

    private static func describe(_ bytes: Span<UInt8>, _ model: FilePath) throws(BackendError) -> ModelFile {
        do {
            return try ModelFile(bytes)
        } catch {
            throw BackendError(error, model: model)
        }
    }

    private static func recipe(
        _ settings: TFLiteSettings, _ digest: Digest, _ input: TFLiteInput, _ output: TFLiteOutput, _ labels: Labels
    ) -> Recipe {
        let feature: FeatureType = if case .scores = output { .labelDetection } else { .objectLocalization }
        let normalisation: [(name: String, json: String)] =
            switch input.coding {
            case .bytes: []
            case .float(let mean, let std), .signed(let mean, let std, _): [("mean", array(mean)), ("std", array(std))]
            }
        return Recipe(
            backend: "tflite", model: "\(settings.model.name)@\(digest.short)", modelVersion: digest.short,
            feature: feature,
            parameters: object([
                ("algorithmVersion", "\(algorithmVersion)"), ("modelDigest", quoted(digest.hex)),
                ("labelsDigest", quoted(labels.digest.hex)), ("outputs", array(output.places)),
                ("threshold", "\(settings.smallestScore)"), ("maxResults", "\(settings.mostResults)"),
            ]),
            preparation: object(
                [("type", quoted("\(input.type)")), ("dimensions", array(input.dimensions))] + normalisation
                    + [("fit", quoted(input.request.fit.rawValue))]))
    }
}

/// Numbers as a JSON array.
private func array<Number: CustomStringConvertible>(_ numbers: [Number]) -> String {
    "[\(numbers.map(\.description).joined(separator: ","))]"
}

extension TFLiteSettings {
    /// Scores below are left out.
    var smallestScore: Float { threshold ?? 0 }
    /// The most annotations.
    var mostResults: Int { maxResults ?? 10 }
}

/// The version of how we fill inputs and read outputs: part of every recipe, raised when an answer would change.
private let algorithmVersion = 1
