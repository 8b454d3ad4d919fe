internal import Platform
internal import Storage
internal import Domain

/// A store that knows nothing of billed jobs, which a command without a terminal does not submit to: every image would
/// be billed, again where another store has the answers.
struct NewStoreRefusal {
    /// What stands where the store should be.
    enum Found {
        /// Nothing; the full name.
        case nothing(String)
        /// A file without a byte; its full name.
        case empty(String)
        /// A store of other jobs, or of none.
        case otherJobs
    }

    private let found: Found
    private let billed: [JobFile]
    private let jobs: [JobFile]
    private let context: CommandContext
    private let isNight: Bool

    /// - Parameters:
    ///   - billed: the jobs that are refused.
    ///   - jobs: all jobs of the command.
    init(_ found: Found, billed: [JobFile], of jobs: [JobFile], in context: CommandContext, isNight: Bool) {
        self.found = found
        self.billed = billed
        self.jobs = jobs
        self.context = context
        self.isNight = isNight
    }

    /// Whether a job is among the refused ones.
    func refuses(_ job: JobFile) -> Bool { billed.contains { $0.job.name == job.job.name } }

    /// What was found, what it would cost, and the ways out.
    var failure: CommandFailure {
        CommandFailure("\(cause); \(refused). \(advice)", .store, steps: steps)
    }

    private var names: String { billed.map(\.job.name).joined(separator: " and ") }

    private var cause: String {
        switch found {
        case .nothing(let path):
            "there is no store \(path)\(source), and a new one would bill every image of \(names) again"
        case .empty(let path):
            "\(path)\(source) is empty (0 bytes), and a new store would bill every image of \(names) again"
        case .otherJobs:
            "\(store.description)\(context.common.storeSource == .usual ? " here" : source) has never seen job \(names), and a run would bill every image"
        }
    }

    private var refused: String {
        if case .otherJobs = found, isNight { "\(names) was not asked" } else { "nothing was done" }
    }

    /// What named the store.
    private var source: String {
        switch context.common.storeSource {
        case .usual: ""
        case .environment: " (CAIRN_STORE)"
        case .option: " (--store)"
        case .manifest: " (`store:` of \(jobs.first?.name.description ?? "the manifest"))"
        }
    }

    private var advice: String {
        if beside != nil { return "Name the store that you have, or ask for a new one:" }
        if context.common.storeSource != .usual {
            return "Is the disk mounted and the path correct? To go ahead anyway:"
        }
        return "If you have a store, name it with --store PATH; if this one is meant to be new:"
    }

    private var store: FilePath { FilePath(bytes: context.common.store.bytes) }

    /// A store of the same name that lies beside a manifest.
    private var beside: FilePath? {
        let here = context.stores.newStore(at: context.common.store)
        guard context.common.storeSource == .usual, here != nil else { return nil }
        return jobs.map { $0.file.directory.appending(store) }.first {
            context.stores.newStore(at: StoreLocation($0)) == nil && (try? FileStatus(of: $0))?.kind == .file
        }
    }

    /// The ways out, with a line between each and the next.
    private var steps: [String] {
        var ways: [[String]] = []
        if let beside { ways.append([context.typed(with: "--store \(Hints.quoted(beside))")]) }
        // A night takes a store that a manifest names only where it is there, and a plan holds for its manifest alone.
        let takesKeys = context.common.storeSource == .usual && context.common.line.first != "apply"
        if takesKeys, beside != nil || !isNight, !keys.isEmpty { ways.append(keys) }
        ways.append([context.typed(with: "--new-store")])
        return Array(ways.joined(separator: ["or"]))
    }

    /// Lines that name the store in the manifests.
    private var keys: [String] {
        let files = jobs.filter { $0.name != FilePath("-") }
        // Several manifests name one store only by its whole path.
        let full = beside ?? (try? store.resolvedWhereItWouldBe()) ?? store
        let named = files.count > 1 ? full.description : store.description
        return files.map { file in
            let line = "store: \(named)"
            let text = file.job.source.drop { $0.isWhitespace }
            if text.first == "{" { return "\(file.name): add the key \"store\": \"\(named)\"" }
            // What stands behind the end of a document is another one.
            if file.job.source.split(whereSeparator: \.isNewline).contains(where: { $0 == "..." }) {
                return "\(file.name): add the line \(line) above its line ..."
            }
            let echo = file.job.source.hasSuffix("\n") ? "echo" : "printf '\\n%s\\n'"
            return "\(echo) \(Hints.quoted(FilePath(line))) >> \(Hints.quoted(file.name))"
        }
    }
}
