internal import Backends
internal import Logging
internal import ModelHosting
internal import Platform
internal import Storage
internal import Submitting
internal import Text
internal import Working
internal import Domain
internal import Services

/// What commands about jobs work with, on one store.
struct JobServices {
    let submitter: JobSubmitter
    let worker: JobWorker
    /// What the user has asked by Ctrl-C.
    let shutdown: ShutdownRequest
}

/// What every command works with: where to write, the store's name and kind, the time.
struct CommandContext {
    let common: CommonOptions
    let console: Console
    let reporter: ProgressReporter
    let hints: Hints
    let stores: any StoreProvider
    let clock = Clock { Timestamp(milliseconds: wallMilliseconds()) }
    let monotonic = MonotonicClock.machine

    init(_ common: CommonOptions, _ console: Console, _ stores: any StoreProvider) {
        self.common = common
        self.stores = stores
        self.console = console
        hints = Hints(common, isTerminal: console.errorColumns != nil)
        reporter = ProgressReporter(console, isQuiet: common.quiet, hints: hints)
    }

    /// Runs a command's work; an error becomes its sentence and its exit code.
    func attempt(_ body: () throws(CommandFailure) -> ExitCode) -> Int32 {
        do throws(CommandFailure) {
            if let problem = mayOpen(defaultFiles + 2 * usableProcessors()) {
                throw CommandFailure(problem.sentence, .store)
            }
            if let problem = StackLimit.problem { throw CommandFailure(problem, .store) }
            let code = try body()
            reporter.close()
            return code.rawValue
        } catch {
            reporter.report(error)
            return error.exit.rawValue
        }
    }

    /// Where crashed workers of the store leave a word.
    var crashWatch: CrashWatch { CrashWatch(stores.crashFile(of: common.store)) }

    /// Refuses a clock that cannot be right, before a moment of it is written: the store keeps moments as dates of
    /// four digits, and takes what is due at 0 for due in 1970.
    func checkClock() throws(CommandFailure) {
        let date = clock.now().utc.date
        guard !(2000...9999).contains(date.year) else { return }
        throw CommandFailure("this machine's clock says \(date.text); set it and run again", .store)
    }

    /// The store, opened; that it was made is said.
    func open(for purpose: StorePurpose) throws(CommandFailure) -> any Store {
        switch purpose {
        case .work, .change, .adopt: try checkClock()
        case .read, .preview: break
        }
        let new = purpose == .work ? stores.newStore(at: common.store) : nil
        let store = try endingCommand(explain) { () throws(StoreError) in
            try stores.open(common.store, for: purpose, clock: clock)
        }
        if let new { reporter.say("new store \(new)") }
        return store
    }

    /// The bytes of a text file, a small one unless another limit is given.
    func text(of path: FilePath, limit: Int64 = 16 << 20) throws(CommandFailure) -> [UInt8] {
        let buffer = FileBuffer()
        return try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) in
            try buffer.read(path, limit: limit)
            return buffer.copy
        }
    }

    /// Everything on standard input.
    func standardInput() throws(CommandFailure) -> [UInt8] {
        try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) in
            var bytes: [UInt8] = []
            while true {
                let more = try Descriptor.input.read()
                if more.isEmpty { return bytes }
                bytes += more
            }
        }
    }

    /// What backends take from this process.
    func backendEnvironment(certificates: FilePath? = nil) -> BackendEnvironment {
        let environment = environmentVariables()
        let places = libraryPlaces(
            environment: environment, executable: try? FilePath("/proc/self/exe").resolved())
        var backend = BackendEnvironment(
            ProcessEnvironment(
                variables: environment, certificates: certificates, clock: clock, monotonic: monotonic),
            libraryPlaces: places)
        backend.trial = console.trialProgram.map { Trial(program: $0, variables: environment) }
        return backend
    }

    /// The same for work that a shutdown ends, waits included.
    func backendEnvironment(certificates: FilePath?, endedBy shutdown: ShutdownRequest) -> BackendEnvironment {
        var environment = backendEnvironment(certificates: certificates)
        environment.process.isInterrupted = { shutdown.isDraining }
        environment.process.pause = { shutdown.wait(milliseconds: $0.milliseconds) }
        return environment
    }

    /// Runs a body that submits jobs and works on them; Ctrl-C drains both, and a second one stops them.
    ///
    /// - Parameters:
    ///   - limit: when nothing more is begun; submissions and downloads of models keep it, too.
    ///   - sends: whether it sends pictures to services, so that stopping it may cost something.
    ///   - trust: which manifests of the store are obeyed; nil: those that need no word of the user's.
    ///   - log: the file that gets its events; nil: none.
    ///   - observer: hears how far the work is; nil: the reporter.
    func withJobs<Result>(
        on store: any Store, certificates: FilePath?, until limit: TimeLimit = TimeLimit(), sends: Bool,
        trusting trust: StoreTrust? = nil,
        log file: FilePath? = nil, observer: WorkObserver? = nil, _ body: (JobServices) throws(CommandFailure) -> Result
    ) throws(CommandFailure) -> Result {
        let shutdown = ShutdownRequest()
        let (console, hints) = (console, hints)
        let log = file.map { eventLog($0) }
        defer { if let log { close(log) } }
        var environment = backendEnvironment(certificates: certificates, endedBy: shutdown)
        environment.process.timeIsUp = { [clock, monotonic] in
            limit.isOver(at: clock.now(), monotonic.now()) ? StopMessage.timeIsUp : nil
        }
        if !common.quiet { environment.process.notice = { console.say(hints.completed($0)) } }
        let modelReporter = ModelReporter(
            console, hints, isQuiet: common.quiet, log: log.map { log in { @Sendable in log.add($0) } })
        var models = ModelChooser(environment.process, report: modelReporter.handle)
        let updates = ModelUpdates()
        models.updates = updates
        defer { updates.finish() }
        var submitter = JobSubmitter(
            store: store, environment: environment, shutdown: shutdown, observer: reporter.handle)
        var worker = JobWorker(
            store: store, environment: environment, shutdown: shutdown, observer: observer ?? reporter.handle,
            wording: StopMessage.reason)
        worker.crashWatch = crashWatch
        submitter.models = models
        worker.models = models
        if let trust { worker.trust = trust }
        if let log {
            submitter.log = { log.add($0) }
            worker.log = { log.add($0) }
        }
        let watch = SignalWatch(shutdown, signalHandlers(for: worker, sends: sends, log))
        defer { withExtendedLifetime(watch) {} }
        return try body(JobServices(submitter: submitter, worker: worker, shutdown: shutdown))
    }

    /// What signals do to work: Ctrl-C says what is in flight, and what a second one may cost.
    private func signalHandlers(for worker: JobWorker, sends: Bool, _ log: EventLog?) -> SignalWatch.Handlers {
        let (console, hints, inFlight) = (console, hints, worker.inFlight)
        return SignalWatch.Handlers(
            onDrain: {
                let words = sends ? inFlight.settled()?.finishingWords : nil
                console.interrupt(with: words ?? "finishing what has begun; Ctrl-C again stops now")
            },
            onStop: {
                let words = sends ? inFlight.last?.forcedWords : nil
                console.interrupt(with: hints.completed(words ?? "stopped; run the same command again"))
            }, status: ExitCode.interrupted.rawValue, onHangUp: log.map { log in { @Sendable in log.reopen() } })
    }

    /// Writes rows for people, without the columns that have nothing but 0, $0.00 or no value.
    func writeNonzero(_ columns: [String], _ rows: [[Cell]], heads: Int) {
        let kept = columns.indices.filter { index in index < heads || rows.contains { !$0[index].isNothing } }
        write(kept.map { columns[$0] }, rows.map { row in kept.map { row[$0] } }, heads: heads)
    }

    /// Writes rows of data: an array of objects with --json, otherwise a table, in which nothing stands for no value.
    ///
    /// On a terminal that is too narrow for the table, each row has a few lines.
    ///
    /// - Parameter heads: how many of the first columns make the first of these lines.
    func write(_ columns: [String], _ rows: [[Cell]], heads: Int = 1) {
        let output = console.output
        if !common.json, let terminal = console.outputColumns {
            let narrow = RowLines(columns, rows, heads: heads)
            if !narrow.fitTable(in: terminal) {
                return console.write(narrow.lines(for: terminal).map { $0 + "\n" }.joined())
            }
        }
        var writer = RowWriter(
            common.json ? .json : .table, columns: columns, terminal: console.outputColumns, null: "",
            output: { output($0) })
        for row in rows { writer.add(row) }
        writer.finish()
    }
}

/// What a command has open beside what each processor needs: the store, signals, libraries, and the usual 16 requests
/// with what belongs to each.
private let defaultFiles = 64
