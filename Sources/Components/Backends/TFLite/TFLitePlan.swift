internal import Crypto
package import LiteRT
package import Platform
package import Domain
internal import Services

/// A local model's job description, from the settings and the files they name alone.
///
/// Submitting needs no more than this; LiteRT's library is wanted only by `open`.
package struct TFLitePlan: LocalPlan {
    /// What is answered: one for each meaning of its outputs.
    package let recipes: [Recipe]
    /// The pixels the model wants.
    package let request: SampleRequest
    let settings: TFLiteSettings
    /// The model's file.
    package var model: FilePath { settings.model }
    private let source: ModelSource
    let file: ModelFile
    let digest: Digest
    let inputs: TFLiteInputs
    let output: TFLiteOutput
    /// The words for classes; nil where no output has any.
    var labels: Labels? { output.labels }
    /// What people should know about how its outputs are read.
    package var notices: [String] { output.notices }

    /// Reads model and labels, and checks what the manifest declares against them.
    package init(_ settings: TFLiteSettings) throws(BackendError) {
        guard settings.hosted == nil else {
            throw .setting(key: "backend.hosted", reason: "no version of the model was chosen before it is read")
        }
        try self.init(
            settings, from: ModelSource(file: settings.model), labels: nil, backend: "tflite",
            name: settings.modelName ?? settings.model.name.description)
    }

    /// The same for a model that another backend brings.
    ///
    /// - Parameters:
    ///   - source: where the model's bytes are; `settings.model` names it in messages.
    ///   - given: the labels; nil: those that the settings name, or those inside the model.
    ///   - backend: the backend's name in recipes.
    ///   - name: the model's name in recipes.
    init(
        _ settings: TFLiteSettings, from source: ModelSource, labels given: Labels?, backend: String, name: String
    ) throws(BackendError) {
        self.source = source
        if source.entry == nil, (try? FileStatus(of: source.file))?.kind == .folder {
            throw TFLitePlan.folder(source.file)
        }
        let buffer = try source.read()
        // One closure that gives all that needs the bytes, so that they are hashed and read once.
        let (file, digest, inputs, output) = try buffer.withBytes { bytes throws(BackendError) in
            let file = try TFLitePlan.describe(bytes, settings.model)
            // That it takes no picture is said before what else it lacks.
            let inputs = try TFLiteInputs(settings, file)
            guard file.unsupportedOperations.isEmpty else {
                throw BackendError.unsupportedOperations(settings.model, file.unsupportedOperations)
            }
            guard !file.hasVariables else {
                throw BackendError.modelRefused(
                    settings.model,
                    reason:
                        "it keeps a state in variable tensors, as recurrent layers do, and LiteRT cannot load these; "
                        + "convert it with its recurrent layers unrolled")
            }
            let output = try TFLiteOutput(settings, file, batch: inputs.batch, labels: given, contents: bytes)
            return (file, Digest(of: bytes), inputs, output)
        }
        self.settings = settings
        self.inputs = inputs
        self.output = output
        self.file = file
        self.digest = digest
        request = inputs.request
        recipes = output.readings.map { reading in
            TFLitePlan.recipe(settings, digest, inputs, reading, output.labels, backend: backend, name: name)
        }
    }

    /// Opens the model and LiteRT's library.
    package func open(in environment: BackendEnvironment) throws(BackendError) -> any LocalBackend {
        let library = try TFLitePlan.library(environment.libraryPlaces, for: settings.model)
        if let trial = environment.trial.map(ModelTrial.init), !trial.hasPassed(self, library: library.path) {
            try source.read().withBytes { bytes throws(BackendError) in
                guard Digest(of: bytes) == digest else { throw BackendError.modelChanged(settings.model) }
                try trial.check(
                    bytes, of: self, library: library.path, isInterrupted: environment.process.isInterrupted)
            }
        }
        guard let limit = environment.firstRun else { return try open(library) }
        // What its trial did not show: another thread runs it, and hangs with it.
        let end = BlockingQueue<Result<TFLiteBackend, BackendError>>(capacity: 1)
        WorkerThreads.start(1, named: "model") { [self] in
            end.put(Result { () throws(BackendError) in try open(library) })
        }
        guard let backend = end.take(within: limit.milliseconds) else {
            throw .modelHangs(recipes.first?.model ?? "", limit)
        }
        return try backend.get()
    }

    /// Opens the model with the first library that is at one of the places.
    package func open(libraryAt places: [FilePath]) throws(BackendError) -> TFLiteBackend {
        try open(try TFLitePlan.library(places, for: settings.model))
    }

    private static func library(_ places: [FilePath], for model: FilePath) throws(BackendError) -> LiteRTLibrary {
        do throws(LiteRTError) {
            return try LiteRTLibrary(places: places)
        } catch {
            throw BackendError(error, model: model)
        }
    }

    /// Loads the model into the library and tries it once.
    package func open(_ library: LiteRTLibrary) throws(BackendError) -> TFLiteBackend {
        let buffer = try source.read()
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

    /// That a folder is named in place of a model.
    private static func folder(_ path: FilePath) -> BackendError {
        let isExport = (try? FileStatus(of: path.appending("manifest.json"))) != nil
        return isExport
            ? .setting(key: "backend.model", reason: "\(path) is the folder of an AutoML export; write `kind: automl`")
            : .modelRefused(path, reason: "it is a folder; name the .tflite file in it")
    }

    private static func describe(_ bytes: Span<UInt8>, _ model: FilePath) throws(BackendError) -> ModelFile {
        do {
            return try ModelFile(bytes)
        } catch {
            throw BackendError(error, model: model)
        }
    }

    private static func recipe(
        _ settings: TFLiteSettings, _ digest: Digest, _ inputs: TFLiteInputs, _ reading: OutputReading,
        _ labels: Labels?, backend: String, name: String
    ) -> Recipe {
        Recipe(
            backend: backend, model: "\(name)@\(digest.short)", modelVersion: digest.short,
            feature: reading.feature, parameters: reading.parameters(settings, digest, labels),
            preparation: inputs.json)
    }
}
