internal import Backends
internal import Catalog
internal import Crypto
internal import Domain
internal import Manifest
internal import Platform
internal import Services

/// What there is for a first job: pictures in a folder, models, keys, and what this machine can do.
struct Surroundings: Sendable {
    /// The pictures of the folder, and what lies beside them.
    var pictures = 0
    var skipped = SkippedFiles()
    /// Whether most pictures seem to be pages of text.
    var arePages = false
    /// Models that labels can be had of, each with the block for a manifest.
    var models: [(file: FilePath, block: [String])] = []
    /// Models that are left out, each with the reason.
    var unusedModels: [String] = []
    /// The language that text is read in; nil where no text recognition is here.
    var language: String?
    /// Whether local models can be run.
    var hasLiteRT = false
    /// The credentials for the Cloud Vision API, as a manifest names them; nil where none are here.
    var auth: String?
    /// The name of the local time zone; nil where the system does not tell it.
    var zone: String?

    init() {}

    /// Looks at a folder of pictures.
    ///
    /// - Parameters:
    ///   - folder: as a manifest in the current folder would name it.
    ///   - here: the current folder.
    ///   - model: the only model that is looked at; nil: all that lie here.
    init(_ folder: FilePath, in here: FilePath, model: FilePath?, _ environment: BackendEnvironment)
        throws(CommandFailure)
    {
        let endings = try countPictures(in: here.appending(folder).normalized)
        let pages = endings["tif", default: 0] + endings["tiff", default: 0]
        let name = here.appending(folder).normalized.name.description.lowercased()
        arePages = pictures > 0 && (2 * pages > pictures || Surroundings.pageWords.contains { name.contains($0) })
        let variables = environment.process.variables
        hasLiteRT = (try? findLibrary(at: environment.libraryPlaces)) != nil
        if let languages = (try? TextRecognition(variables: variables))?.languages, let first = languages.first {
            language = languages.contains("eng") ? "eng" : first
        }
        auth = ["apiKey: env:GOOGLE_API_KEY", "adc: true"].first { Surroundings.isThere($0, environment.process) }
        zone = Surroundings.zone(variables)
        let files = model.map { [$0] } ?? Surroundings.modelFiles(in: [FilePath(""), FilePath("models"), folder], here)
        for file in files { look(at: file, in: here, isNamed: model != nil) }
    }

    /// Counts the pictures below a folder; answers how many there are of each ending.
    private mutating func countPictures(in folder: FilePath) throws(CommandFailure) -> [String: Int] {
        let catalog: Catalog
        do throws(CatalogError) {
            catalog = try Catalog(
                sources: [ImageSource(.folder(folder))], exclude: [], directory: folder, workingDirectory: folder,
                standardInput: { [] })
        } catch {
            throw CommandFailure("\(folder): \(error)", .badInput)
        }
        var endings: [String: Int] = [:]
        var problem: String?
        catalog.visit { item in
            switch item {
            case .listing(let listing):
                for file in listing.files { endings[FilePath(bytes: file.name).fileExtension, default: 0] += 1 }
            case .problem(let found): if !found.isNotice { problem = problem ?? found.failure.message }
            case .skipped(let files): skipped.add(files)
            case .objects, .web, .query, .idleExclusions: break
            }
        }
        pictures = endings.values.reduce(0, +)
        if pictures == 0, let problem { throw CommandFailure("\(problem); nothing was written", .badInput) }
        return endings
    }

    /// Takes a model that labels can be had of, or notes why not.
    private mutating func look(at file: FilePath, in here: FilePath, isNamed: Bool) {
        do throws(BackendError) {
            let model = try ModelDescription(of: file, in: here)
            guard isNamed || model.sha256 != demoModel else {
                return unusedModels.append("\(file) knows ten drawn scenes, and no photographs")
            }
            switch model.backend {
            case .block(let lines) where lines.contains { $0.hasPrefix("  labels: ") }:
                unusedModels.append(
                    "\(file) brings no labels; `cairn models show \(Hints.quoted(file))` says how to give them")
            case .block(let lines): models.append((file, lines))
            case .refused(let reason): unusedModels.append("\(file) is not usable: \(reason)")
            }
        } catch {
            unusedModels.append("\(file): \(error.sentence)")
        }
    }

    /// The model files and the AutoML exports in some folders, by name.
    private static func modelFiles(in folders: [FilePath], _ here: FilePath) -> [FilePath] {
        var files: [FilePath] = []
        for folder in folders {
            guard let entries = try? Directory(here.appending(folder)) else { continue }
            while let entry = try? entries.next() {
                let file = folder.appending(FilePath(bytes: entry.name)).normalized
                let isExport =
                    entry.hint != .file
                    && ["manifest.json", "dict.txt"].allSatisfy {
                        (try? FileStatus(of: here.appending(file).appending($0))) != nil
                    }
                if file.fileExtension == "tflite" || isExport, !files.contains(file) { files.append(file) }
            }
        }
        return Array(files.sorted().prefix(maxModels))
    }

    /// Whether credentials are where a manifest would say they are.
    private static func isThere(_ auth: String, _ environment: ProcessEnvironment) -> Bool {
        let text =
            "{job: a, images: [{folder: a}], backend: {kind: vision, auth: {\(auth)}}, features: [LABEL_DETECTION]}"
        let job = ManifestReader.examine(
            Array(text.utf8), file: FilePath("a.yaml"), workingDirectory: FilePath("/")
        ).job
        let secrets = job.map { secretStatuses(for: $0.backend, in: environment) } ?? []
        // Of a machine of Google's only asking tells, and nothing is asked here.
        return !secrets.isEmpty && secrets.allSatisfy { $0.problem == nil && $0.warning == nil }
    }

    /// `Europe/Berlin`, by TZ or by where /etc/localtime leads.
    private static func zone(_ variables: [String: String]) -> String? {
        if let name = variables["TZ"], !name.isEmpty { return name.hasPrefix(":") ? String(name.dropFirst()) : name }
        guard let file = (try? FilePath("/etc/localtime").resolved())?.description,
            let cut = file.firstRange(of: "/zoneinfo/")
        else { return nil }
        return String(file[cut.upperBound...])
    }

    /// Parts of the names of folders that hold pages.
    private static let pageWords = ["scan", "page", "letter", "document", "receipt", "invoice", "book"]
}

/// SHA-256 of `scenes.tflite`, the demo's model.
private let demoModel = "0564d5f33b020a5be59c5661599ef93bbca8f62b0d759dab2970f2564ec79304"
/// The most models that are looked at: each is read whole.
private let maxModels = 8
