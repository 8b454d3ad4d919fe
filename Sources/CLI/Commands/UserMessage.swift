internal import Backends
internal import Manifest
internal import Nights
internal import Platform
internal import Storage
internal import Submitting
internal import Working
internal import Domain

/// Every error's exit code and sentence.
///
/// The sentences of stores, backends, sources and manifests are worded where the error arises, which alone knows the
/// cause and the remedy; those of runs and questions are worded here.
struct UserMessage {
    /// One sentence on one line, without the program's name; empty where the complaints say all.
    let sentence: String
    /// What the process ends with.
    var code: ExitCode
    /// The complaints about a manifest, each with its place.
    var complaints: [Manifest.Complaint] = []
    /// Lines to paste; `or` stands between those of which one is chosen.
    var steps: [String] = []

    init(_ error: StoreError) {
        self.init(error.message, error.kind == .tooLong ? .noAnswer : .store)
    }

    init(_ error: BackendError) {
        if case .notBuilt(let part) = error {
            self.init(UserMessage.unavailable(part), .backend)
        } else {
            self.init(error.description, ExitCode(error))
        }
    }

    init(_ error: SubmitError) {
        switch error {
        case .store(let error): self.init(error)
        case .backend(let error): self.init(error)
        case .sources(let error): self.init("images: \(error)", .badInput)
        case .notBuilt(let part): self.init(UserMessage.unavailable(part), .backend)
        case .planMoved:
            self.init(
                "the model has changed since the plan was compared; nothing was queued: make a new plan", .badInput)
        case .interrupted:
            self.init("interrupted before anything was queued; the same command continues", .interrupted)
        case .timeIsUp(let reason): self.init(reason, .capReached)
        case .system(let error): self.init(refused: error)
        }
    }

    init(_ error: NightError) {
        switch error {
        case .store(let error): self.init(error)
        case .submit(let error): self.init(error)
        case .work(let error): self.init(error)
        }
    }

    init(_ error: WorkError) {
        switch error {
        case .store(let error): self.init(error)
        case .storeGone(let error, let inFlight):
            self.init(error.message + UserMessage.words(inFlight), .store)
        case .untrusted(let decision): self.init(decision.refusal(before: "work --trust"), .store)
        case .backend(let error): self.init(error)
        case .overrun(let run, let overrun): self.init(overrun, in: run)
        case .manifest(let run, let error):
            self.init("this version cannot read the manifest of run \(run.value)", .badInput)
            complaints = error.complaints
        case .noSuchRun(let run): self.init(noSuchRun: run)
        case .notBuilt(let part):
            self.init(UserMessage.unavailable(part), .backend)
        case .modelChanged(let run):
            self.init(
                "the model or its settings have changed since run \(run.value) was submitted; "
                    + "submit the job again, its queued images are kept", .backend)
        case .nightTaken(let holder):
            self.init(
                "this process was suspended too long; "
                    + "another cairn nightly took over the job at \(HumanFormat.moment(holder.since)) (process \(holder.process.pid) on \(holder.hostName))",
                .alreadyRunning)
        case .system(let error): self.init(refused: error)
        }
    }

    init(noSuchRun run: RunID) {
        self.init("there is no run \(run.value) in this store; `cairn status` lists them", .badInput)
    }

    /// What ends a command because a local model takes more than it may.
    private init(_ overrun: Overrun, in run: RunID) {
        let pictures = overrun.pictures
        let more = pictures.count > 1 ? " or \(HumanFormat.count(Int64(pictures.count - 1), "picture")) beside it" : ""
        let key = if case .time = overrun.limit { "limits.picture" } else { "CAIRN_TRIAL_MEBIBYTES" }
        self.init(
            "run \(run.value): \(overrun.reason), for \(pictures.first ?? "")\(more); "
                + "a model cannot be interrupted, so the command ends and counts a crash on what the model processed (retry.crashes); "
                + "continue with `cairn work`, or allow more with \(key)", .backend)
    }

    private init(refused error: SystemError) {
        self.init(error.sentence, .store)
    }

    /// What keeps a manifest from being a job of this version: every mistake, and every part that is not available.
    init(_ found: ManifestExamination) {
        self.init("", found.error == nil ? .backend : .badInput)
        let unavailable = found.unavailable.compactMap { part in
            found.places?.complaint(part.keyPath, UserMessage.unavailable(part.name))
        }
        complaints = ((found.error?.complaints ?? []) + unavailable).sorted {
            ($0.line, $0.column) < ($1.line, $1.column)
        }
    }

    /// That this version cannot do a part of the manifest, named in the plural.
    static func unavailable(_ part: String) -> String {
        "\(part) are not available in this version (\(Commands.version)); nothing was done"
    }

    init(_ error: SystemError) {
        let advice = error.code == "EISDIR" ? "name a file, not a folder" : error.reason
        self.init("cannot \(error.operation) \(error.subject): \(advice)", .badInput)
    }

    init(_ error: QueryError) {
        switch error {
        case .store(let error): self.init(error)
        case .sql(let message): self.init("SQL: \(message); `cairn schema` lists views and columns", .badInput)
        case .refusedArgument(let message): self.init("SQL: \(message)", .badInput)
        case .damagedValue(let message): self.init(message, .noAnswer)
        case .notAQuestion(let message):
            self.init("cairn query is read-only (\(message)); nothing was changed", .badInput)
        case .notOneStatement(let found): self.init("give exactly one SQL statement (found \(found))", .badInput)
        case .tooLong(let limit):
            self.init("the query took longer than \(UserMessage.exact(limit)); allow more with --timeout", .noAnswer)
        case .tooLarge(let memory):
            let sizes = [memory.total, Int64(memory.row), Int64(memory.value)].map { "\($0 >> 20) MiB" }
            self.init(
                "the query needs more memory than it may have (\(sizes[0]) in all, \(sizes[1]) for a row, \(sizes[2]) for a value); "
                    + "ask for fewer or shorter values, with length(), substr() or LIMIT", .noAnswer)
        case .noRoom:
            self.init(
                "the disk of the query's temporary files is full; "
                    + "free some space, or name another folder with SQLITE_TMPDIR", .noAnswer)
        case .unbound(let parameter):
            self.init("the query needs a value for :\(parameter); give it with --param \(parameter)=VALUE", .badInput)
        case .noSuchParameter(let name, let known):
            let list = known.isEmpty ? "it has none" : "it has \(known.map { ":\($0)" }.joined(separator: ", "))"
            self.init("the query has no parameter :\(name); \(list)", .badInput)
        }
    }

    init(_ sentence: String, _ code: ExitCode, steps: [String] = []) {
        self.sentence = shown(sentence)
        self.code = code
        self.steps = steps
    }

    /// A limit as it was given.
    private static func exact(_ span: TimeSpan) -> String {
        span.milliseconds % 1000 == 0 ? HumanFormat.duration(span) : "\(span.milliseconds) ms"
    }

    /// What was sent and is not recorded.
    private static func words(_ inFlight: InFlight) -> String {
        guard inFlight.units > 0 else { return "; nothing was in flight" }
        let (units, images) = (Int64(inFlight.units), Int64(inFlight.images))
        return
            "; \(HumanFormat.count(units, "unit")) of \(HumanFormat.count(images, "image")) were sent and not recorded: the vendor may bill them"
    }
}
