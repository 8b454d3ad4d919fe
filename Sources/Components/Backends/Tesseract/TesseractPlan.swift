internal import Crypto
internal import Tesseract
internal import Text
internal import Platform
internal import Domain
internal import Services

/// Text recognition on this machine, from the settings, the library's version and the files of the languages.
struct TesseractPlan: LocalPlan {
    /// One recipe: `TEXT_DETECTION` and `DOCUMENT_TEXT_DETECTION` are the same reading here.
    let recipes: [Recipe]
    /// The folder of the languages.
    var model: FilePath { data.folder }
    var settings: TesseractSettings
    let library: TesseractLibrary
    let data: TrainedData
    /// The variable that says where a library without a path is looked for, for child processes.
    let searchPath: [String: String]

    /// Opens the library, which alone knows its version, and reads the files of the languages.
    ///
    /// - Parameter variables: environment variables, which may name another library or folder.
    init(
        _ settings: TesseractSettings, features: [Feature], variables: [String: String]
    ) throws(BackendError) {
        do throws(TesseractError) {
            library = try TesseractLibrary(places: TesseractLibrary.places(variables))
        } catch {
            throw BackendError(error)
        }
        data = TrainedData(variables)
        self.settings = settings
        searchPath = variables.filter { $0.key == "LD_LIBRARY_PATH" }
        var files: [(name: String, digest: Digest)] = []
        for name in settings.files {
            do throws(TesseractError) {
                files.append((name, try data.read(name).withBytes { Digest(of: $0) }))
            } catch {
                throw BackendError(error)
            }
        }
        let feature: FeatureType =
            features.first?.type == .documentTextDetection ? .documentTextDetection : .textDetection
        recipes = [TesseractPlan.recipe(settings, feature, version: library.version, files)]
    }

    /// Every language that is missing or damaged, or why there is no library.
    static func problems(_ settings: TesseractSettings, variables: [String: String]) -> [BackendError] {
        var problems: [BackendError] = []
        do throws(TesseractError) {
            _ = try TesseractLibrary(places: TesseractLibrary.places(variables))
        } catch {
            problems.append(BackendError(error))
        }
        let data = TrainedData(variables)
        for name in settings.files {
            do throws(TesseractError) {
                _ = try data.read(name)
            } catch {
                problems.append(BackendError(error))
            }
        }
        return problems
    }

    /// Tries the files of the languages, which are first loaded by the library here.
    func open(in environment: BackendEnvironment) throws(BackendError) -> any LocalBackend {
        guard let trial = environment.trial else { throw .notBuilt("processes for text recognition") }
        try TextTrial(trial, isInterrupted: environment.process.isInterrupted).check(self)
        return TesseractBackend(self, trial)
    }

    private static func recipe(
        _ settings: TesseractSettings, _ feature: FeatureType, version: String,
        _ files: [(name: String, digest: Digest)]
    ) -> Recipe {
        let languages = settings.languages.joined(separator: "+")
        return Recipe(
            backend: "tesseract", model: languages, modelVersion: "\(version) \(languages)", feature: feature,
            parameters: object([
                ("algorithmVersion", "\(algorithmVersion)"), ("engine", jsonString(version)),
                ("traineddata", object(files.map { ($0.name, jsonString($0.digest.hex)) })), ("psm", "\(settings.psm)"),
                ("whitelist", settings.whitelist.map(jsonString) ?? "null"), ("symbols", "\(settings.symbols)"),
            ]),
            preparation: object([
                ("channels", jsonString("grey")), ("most", "\(PageRequest.text.maxEdge)"),
                ("enlargedTo", "\(PageRequest.text.enlargedTo)"),
            ]))
    }
}

extension TesseractSettings {
    /// The files that are needed: the languages, and what finds out how a page is turned.
    var files: [String] { languages + (findsOrientation ? [TrainedData.orientation] : []) }
}

extension BackendError {
    /// The same, for an error of text recognition before any page was read.
    init(_ error: TesseractError) {
        switch error {
        case .notFound: self = .systemLibraryMissing(error.description)
        case .notALibrary, .tooOld: self = .unusable(key: "backend.kind", reason: error.description)
        case .noLanguage, .unreadable: self = .absent(key: "backend.languages", reason: error.advice)
        case .damaged, .notLoaded, .failed:
            self = .unusable(key: "backend.languages", reason: error.description)
        }
    }
}

/// The version of how we prepare pages and read results: part of every recipe, raised when an answer would change.
private let algorithmVersion = 1
