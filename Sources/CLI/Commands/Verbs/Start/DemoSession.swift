internal import Backends
internal import Demo
internal import Domain
internal import Exporting
internal import Platform
internal import Storage

/// One call of `cairn demo`: writes the demo's files into a folder, runs its job, shows answers and report.
struct DemoSession {
    private let folder: FilePath
    private let context: CommandContext
    private let files = DemoFile.all

    init(_ folder: FilePath, _ context: CommandContext) {
        self.folder = folder
        self.context = context
    }

    private var manifest: FilePath { folder.appending("demo.yaml") }
    private var report: FilePath { folder.appending("report") }

    private static let answers =
        "select path, description, score from labels where job = 'demo' and rank = 0 order by path"

    /// Does it; answers the exit code.
    func run() throws(CommandFailure) -> ExitCode {
        // Without the library nothing could answer; the folder then stays as it is.
        _ = try endingCommand { () throws(BackendError) in
            try findLibrary(at: context.backendEnvironment().libraryPlaces)
        }
        try refuseTaken()
        try endingCommand({ CommandFailure("cannot write \(folder): \($0.reason)", .noAnswer) }) {
            () throws(SystemError) in try write()
        }
        let reporter = context.reporter
        reporter.say(
            "wrote \(folder): \(HumanFormat.count(files.count - 1, "picture")), scenes.tflite, demo.yaml"
        )
        reporter.say(command: "cairn run \(Hints.quoted(manifest))")
        let code = try label()
        guard code == .done else { return code }
        reporter.say(command: "cairn query \"\(Self.answers)\"")
        let store = try context.open(for: .read)
        try show(Self.answers, in: store)
        reporter.say(command: "cairn report demo --out \(Hints.quoted(report))")
        _ = try context.writeReport(ReportOptions(jobs: ["demo"]), to: report, in: store)
        reporter.say("a browser shows the pictures with their answers: \(report.appending("index.html"))")
        reporter.say("the answers are in \(context.common.store), which any SQLite client opens")
        reporter.say("next, your own pictures: go to the folder that holds a folder of them, such as photos, and write")
        // Without the demo's store.
        if !context.common.quiet { context.console.show(command: "cairn init photos") }
        return .done
    }

    /// Runs the job; with --json the rows of the answers are the only data.
    private func label() throws(CommandFailure) -> ExitCode {
        var common = context.common
        common.json = false
        let quiet = CommandContext(common, context.console, context.stores)
        return try quiet.run(quiet.jobs(at: [manifest]), RunOptions(), within: quiet.limits(WorkOptions()))
    }

    private func show(_ sql: String, in store: any Store) throws(CommandFailure) {
        let hints = QueryHints(sql)
        let answer = QueryAnswer(context.console, limit: .seconds(60), advice: hints.advice)
        let query = Query(
            sql: sql, parameters: [:], format: context.common.json ? .json : .table, answer: answer, hints: hints,
            columns: context.console.outputColumns)
        for sentence in try query.run(on: store, QuerySpelling(context.stores)) { context.reporter.say(sentence) }
    }

    private func refuseTaken() throws(CommandFailure) {
        do throws(SystemError) {
            guard try Directory(folder).next() != nil else { return }
        } catch {
            if error.code == "ENOENT", !FileStatus.isLink(folder) { return }
        }
        throw CommandFailure(
            "\(folder) is there already and is not an empty folder; nothing was written. "
                + "Name another one: `cairn demo other`", .badInput)
    }

    private func write() throws(SystemError) {
        try makeFolder(folder.appending("pictures"))
        for file in files { try AtomicFile(of: folder.appending(file.path)).publish(file.bytes) }
        try AtomicFile(of: manifest).publish(Array(DemoSession.job.utf8))
    }

    private static let job = """
        # Fourteen drawn landscapes, labelled by a small model: no network, no account, no cost.
        job: demo
        store: cairn.db         # beside this file
        images:
          - folder: pictures
        backend:
          kind: tflite
          model: scenes.tflite  # knows ten kinds of drawn landscape, and no photograph
          threshold: 0.3        # leaves out labels with a lower score
          maxResults: 3

        """
}
