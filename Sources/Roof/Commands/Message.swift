internal import Backends
internal import Catalog
internal import Manifest
internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// Every error's sentence and exit code; wording lives here and nowhere below.
struct Message {
    /// One sentence on one line, without the program's name; empty where the complaints say all.
    let sentence: String
    /// What the process ends with.
    let code: ExitCode
    /// The complaints about a manifest, each with its place.
    var complaints: [Manifest.Complaint] = []

    init(_ error: StoreError) {
        let words =
            switch error {
            case .cannotOpen(let path, let reason):
                "cannot open the store \(path): \(reason); check the path, or name another with --store"
            case .notAStore(let path):
                "\(path) is no Cairn store; name another file with --store or CAIRN_STORE"
            case .tooOld(let path, let version):
                "\(path) was made by a development version of Cairn from before the first release (store version \(version)), "
                    + "whose tables this one does not read; move it away, or name another store with --store"
            case .newer(let path, let version, let known):
                "\(path) was written by a newer Cairn (store version \(version), this program knows \(known)); "
                    + "update Cairn"
            case .readOnly(let path):
                "the store \(path) may not be written; make it and its folder writable, or name another with --store"
            case .full(let path):
                "the disk of the store \(path) is full; free some space and run the same command again, "
                    + "what is finished is kept"
            case .busy(let path):
                "another process has kept the store \(path) locked for too long; run the same command again"
            case .damaged(let path, let reason):
                "the store \(path) is damaged: \(reason); `cairn doctor` tells more, and a backup is the way back"
            case .io(let path, let reason):
                "the disk of the store \(path) fails: \(reason); what is finished is kept"
            case .gone(let path, let loss): Message.words(path, loss)
            case .manyNames(let path, let count):
                "the store \(path) has \(count) names (hard links), and each would have a log of its own, which destroys "
                    + "the file; keep one name (find its folders with: find / -samefile \(path)), or use a symbolic link"
            case .tooFewDescriptors(let path, let reason): "cannot open the store \(path): \(reason)"
            case .refused(let path, let reason): "the store \(path) refused: \(reason)"
            }
        self.init(words, .store)
    }

    init(_ error: BackendError) {
        let code: ExitCode =
            switch error {
            case .mismatch, .setting, .noPrice, .labelCount, .labelsMissing, .labelsRefused: .badInput
            case .quota, .busy: .capReached
            default: .backend
            }
        self.init(error.description, code)
    }

    init(_ error: RunError) {
        switch error {
        case .store(let error): self.init(error)
        case .storeGone(let path, let loss, let inFlight):
            self.init(Message.words(path, loss) + Message.words(inFlight), .store)
        case .backend(let error): self.init(error)
        case .manifest(let run, let error):
            self.init("the manifest of run \(run.value) is not understood any more", .badInput)
            complaints = error.complaints
        case .noSuchRun(let run):
            self.init("there is no run \(run.value) in this store; `cairn status` lists them", .badInput)
        case .sources(let error): self.init("images: \(Message.words(error))", .badInput)
        case .notBuilt(let part):
            self.init("this version of Cairn understands \(part) and cannot do it yet; nothing was done", .backend)
        case .modelChanged(let run):
            self.init(
                "the model or its settings have changed since run \(run.value) was submitted; "
                    + "submit the job again, its queued images are kept", .backend)
        case .system(let error): self.init("cannot \(error.operation) \(error.subject): \(error.reason)", .store)
        }
    }

    init(_ error: ManifestError) {
        self.init("", .badInput)
        complaints = error.complaints
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
            self.init("a query can only read (\(message)); nothing was changed", .badInput)
        case .notOneStatement: self.init("one SQL statement is wanted, no more and no less", .badInput)
        case .tooLong(let limit):
            self.init("the query took longer than \(Figures.duration(limit)); allow more with --timeout", .noAnswer)
        case .tooLarge(let memory):
            let sizes = [memory.total, Int64(memory.row), Int64(memory.value)].map { "\($0 >> 20) MiB" }
            self.init(
                "the query needs more memory than it may have (\(sizes[0]) in all, \(sizes[1]) for a row, \(sizes[2]) for a "
                    + "value); ask for fewer or shorter values, with length(), substr() or LIMIT", .noAnswer)
        case .noRoom:
            self.init(
                "the disk of the query's temporary files is full; free some space, or name another folder with "
                    + "SQLITE_TMPDIR", .noAnswer)
        case .unbound(let parameter):
            self.init("the query needs a value for :\(parameter); give it with --param \(parameter)=VALUE", .badInput)
        case .noSuchParameter(let name, let known):
            let list = known.isEmpty ? "it has none" : "it has \(known.map { ":\($0)" }.joined(separator: ", "))"
            self.init("the query has no parameter :\(name); \(list)", .badInput)
        }
    }

    init(_ sentence: String, _ code: ExitCode) {
        self.sentence = shown(sentence)
        self.code = code
    }

    /// What happened to a store, what it means and the next step.
    private static func words(_ path: FilePath, _ loss: StoreLoss) -> String {
        let rest = "\(path)-wal and \(path)-shm"
        return switch loss {
        case .deleted:
            "the store \(path) was deleted while it was in use, and what was in it is lost; restore a backup, or run the "
                + "job again, which asks for everything again"
        case .moved(let place):
            "the store \(path) was moved to \(place) while it was in use; its newest entries are in its log \(path)-wal, "
                + "or where that was moved: end every cairn that uses it, move the files back, such as "
                + "`mv \(place) \(path)`, then run the same command again"
        case .replaced:
            "the store \(path) was replaced by another file while it was in use, and what was recorded since the last copy "
                + "is lost; end every cairn that uses it, remove \(rest), put the file in its place again, then run the "
                + "same command again"
        case .overwritten:
            "another program has written into the store \(path) while it was in use; end every cairn that uses it, remove "
                + "\(rest), restore a whole copy, then run the same command again"
        case .log(let log):
            "\(log), the log of the store \(path), was deleted or replaced while it was in use; end every cairn that uses "
                + "it, then run the same command again; `cairn doctor` tells whether anything is missing"
        case .logCut(let log):
            "\(log), the log of the store \(path), was cut while it was in use, and what was recorded last is lost; end every "
                + "cairn that uses it, restore a whole copy, then run the same command again"
        case .restored:
            "an earlier state was put back into the store \(path) while it was in use, and what was recorded since then is "
                + "lost; end every cairn that uses it, then run the same command again, which asks for that again"
        case .logIndex(let index):
            "\(index), the log's index of the store \(path), was deleted or replaced while it was in use; end every cairn "
                + "that uses it, then run the same command again"
        }
    }

    /// What was sent and is not recorded.
    private static func words(_ inFlight: InFlight) -> String {
        guard inFlight.units > 0 else { return "; nothing was in flight" }
        let (units, images) = (Int64(inFlight.units), Int64(inFlight.images))
        return "; \(Figures.count(units, "unit")) of \(Figures.count(images, "image")) were sent and not recorded: the "
            + "vendor may bill them"
    }

    private static func words(_ error: CatalogError) -> String {
        switch error {
        case .parentAfterWildcard(let pattern): "\(pattern): `..` cannot follow a wildcard; write the folder out"
        case .tooManyAlternatives(let pattern, let limit):
            "\(pattern): the braces multiply to more than \(limit) patterns; write several sources"
        case .containsNUL(let pattern): "\(pattern): no file's name holds a NUL byte"
        }
    }
}
