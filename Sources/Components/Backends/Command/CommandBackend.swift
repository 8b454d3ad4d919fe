internal import Domain
internal import Platform
internal import Services

/// A program of the user's own: a process for each worker.
final class CommandBackend: LocalBackend {
    /// What all processes of the program have in common.
    struct Shared {
        /// The version that the first of them has said, which may be none; nil before it has said hello.
        var versions: [String?]?
        /// How many numbers an embedding has; nil before the first one.
        var dimension: Int?
        /// Why nothing can be asked any more.
        var stop: BackendError?
    }

    let plan: CommandPlan
    let shared = Monitor(Shared())
    let guardProgram: FilePath
    let environment: ProcessEnvironment

    var recipes: [Recipe] { plan.recipes }
    var input: LocalInput { .encoded(plan.preparation.encoding(for: plan.recipes.map(\.feature))) }
    var batch: Int { plan.settings.batch }
    var slots: Int? { plan.settings.processes }
    /// The program has limits of its own, and does not take this process with it.
    var isSeparate: Bool { true }

    /// - Parameter guardProgram: the program that answers `ProcessGuard.word`.
    init(_ plan: CommandPlan, guardProgram: FilePath, _ environment: ProcessEnvironment) {
        self.plan = plan
        self.guardProgram = guardProgram
        self.environment = environment
    }

    /// A worker's share; its process is started with its first picture.
    func makeSlot() throws(BackendError) -> any LocalSlot { CommandSlot(self) }

    /// Starts the program, which has not said hello yet.
    func start() throws(SystemError) -> GuardedProgram {
        let folder = try TemporaryFolder.make(in: environment.temporaryFolder)
        let path = String(decoding: folder.bytes, as: UTF8.self)
        var variables = environment.variables.filter { ["PATH", "HOME", "LANG"].contains($0.key) }
        variables["TMPDIR"] = path
        var launch = GuardedLaunch(
            plan.program, Array(plan.settings.run.dropFirst()), in: plan.settings.folder, privateFolder: folder,
            environment: variables)
        launch.memory = plan.settings.memory
        return try GuardedProgram(launch, by: guardProgram)
    }
}
