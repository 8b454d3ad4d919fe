internal import Crypto
internal import Domain
internal import Platform
internal import Text

/// A program of the user's own, from the settings and the files that they name.
struct CommandPlan: LocalPlan {
    let settings: CommandSettings
    /// The program, absolute.
    let program: FilePath
    /// Its name for people: that of its own file where an interpreter runs it.
    let name: String
    /// One recipe for each feature.
    let recipes: [Recipe]
    let preparation: Preparation
    var model: FilePath { FilePath(name) }

    /// Looks for the program, and reads its files.
    ///
    /// - Parameter variables: environment variables, which say where programs lie.
    init(
        _ settings: CommandSettings, features: [Feature], prepare: Prepare, variables: [String: String]
    ) throws(BackendError) {
        self.settings = settings
        let named = CommandFiles(settings)
        program = try named.program(among: variables["PATH"])
        name = String(decoding: (named.beside.first ?? program).name.bytes, as: UTF8.self)
        let preparation = Preparation(prepare: prepare)
        self.preparation = preparation
        let files = settings.version == nil ? try named.digests() : []
        let all = Digest(of: files.map { "\($0.name):\($0.digest.hex)" }.joined(separator: "\n")).hex.prefix(8)
        let version = settings.version ?? (files.isEmpty ? nil : String(all))
        let parameters = object([
            ("protocol", "\(CommandPlan.protocolVersion)"),
            ("run", "[\(named.names.map { jsonString($0) }.joined(separator: ","))]"),
            ("files", object(files.map { (name: $0.name, json: jsonString($0.digest.hex)) })),
            ("answers", jsonString("short")),
            ("parameters", settings.parameters),
        ])
        let shown = name
        let model = version.map { "\(shown)@\($0)" } ?? shown
        recipes = features.map {
            Recipe(
                backend: "command", model: model, modelVersion: version, feature: $0.type, parameters: parameters,
                preparation: preparation.json(for: $0.type))
        }
    }

    /// The version of the lines that the program takes and gives.
    static let protocolVersion = 1

    func open(in environment: BackendEnvironment) throws(BackendError) -> any LocalBackend {
        guard let trial = environment.trial else { throw .notBuilt("processes for programs") }
        return CommandBackend(self, guardProgram: trial.program, environment.process)
    }
}
