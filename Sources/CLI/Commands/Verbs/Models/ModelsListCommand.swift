internal import Backends
internal import Crypto
internal import ModelHosting
internal import Platform
internal import Storage
internal import Domain

/// `cairn models list [JOB]`: the cached versions of hosted models, and whether a job's model is among them.
enum ModelsListCommand {
    struct Options: Sendable {
        var job: FilePath?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "models list", "lists the cached versions of hosted models, and the jobs that use them",
            details: [
                "Asks no service. `sha256` is the file's, `model_sha256` the model's, by which views name it; "
                    + "the two differ where the file is the ZIP of an AutoML export. "
                    + "`jobs` names the jobs of the store whose newest run is pinned to the model.",
                "JOB: only the versions of its model; "
                    + "exits with 4 where none of them is here, and with 0 where one is or the job has no hosted model.",
            ],
            items: [.argument(\.job, "JOB", "a job manifest, such as holidays.yaml; - is standard input")],
            defaults: Options()
        ) { call, console in
            let start = CommandContext(call.common, console, stores)
            return start.attempt { () throws(CommandFailure) in
                let job = try call.options.job.map { name throws(CommandFailure) in try start.job(at: name) }
                let context = try start.onStore(of: [job].compactMap(\.self))
                return try context.listModels(of: job)
            }
        }
    }

    static let columns = [
        "model", "version", "sha256", "model_sha256", "bytes", "newest", "downloaded_at", "checked_at", "jobs", "file",
    ]
}

extension CommandContext {
    /// Lists the versions, and answers whether a job's model is here.
    fileprivate func listModels(of job: JobFile?) throws(CommandFailure) -> ExitCode {
        let models = try modelStore()
        var entries = try endingCommand { () throws(HostingError) in try models.cache.entries() }
        let hosted = job?.job.backend.hosted
        var here: CachedModel?
        if let hosted {
            here = try endingCommand { () throws(HostingError) in try models.cached(hosted) }
            let name = try endingCommand { () throws(HostingError) in try models.source(of: hosted) }
            entries = entries.filter { $0.source == name }
        }
        if job == nil || hosted != nil {
            let users = try pinnedVersions()
            let rows = entries.map { entry -> [Cell] in
                let model = entry.modelDigest
                return [
                    .text(entry.source), Cell(entry.version), digest(entry.digest), digest(model),
                    .integer(entry.bytes),
                    Cell(entry.isNewest ? 1 : 0), .text(entry.fetched.iso8601), .text(entry.checked.iso8601),
                    Cell(users[model]?.sorted().joined(separator: ", ")), Cell(entry.file?.description),
                ]
            }
            if rows.isEmpty, !common.json {
                reporter.say("no hosted model is cached")
            } else {
                write(ModelsListCommand.columns, rows)
            }
        }
        guard let job else { return .done }
        return report(here, of: job)
    }

    /// A digest in a cell: whole for programs, its first digits for people.
    func digest(_ digest: Digest) -> Cell { .text(common.json ? digest.hex : digest.short) }

    private func report(_ here: CachedModel?, of job: JobFile) -> ExitCode {
        guard let hosted = job.job.backend.hosted else {
            reporter.say("\(job.job.name): no model of it is hosted")
            return .done
        }
        if let here {
            reporter.say("\(job.job.name): \(hosted.fullName) is here, version \(here.modelDigest.short)")
            return .done
        }
        let bundled = job.job.backend.hasBundledModel ? "; until then its bundled model answers" : ""
        reporter.warn(
            "\(job.job.name): \(hosted.fullName) is not here; `cairn models pull \(Hints.quoted(job.name))` fetches it"
                + bundled)
        return .backend
    }

    /// The jobs of the store by the versions that their newest runs are pinned to; none where there is no store.
    func pinnedVersions() throws(CommandFailure) -> [Digest: [String]] {
        guard stores.newStore(at: common.store) == nil else { return [:] }
        let store = try open(for: .read)
        return try store.read { reports throws(StoreError) in
            var users: [Digest: [String]] = [:]
            for job in try reports.jobNames() {
                guard let run = try reports.newestRun(job: job) else { continue }
                for version in Set(try reports.recipes(of: run).compactMap(\.modelDigest)) {
                    users[version, default: []].append(job)
                }
            }
            for run in try reports.openRuns() + reports.pausedRuns() {
                guard let job = try reports.totals(of: run)?.job else { continue }
                for version in Set(try reports.recipes(of: run).compactMap(\.modelDigest))
                where users[version]?.contains(job) != true {
                    users[version, default: []].append(job)
                }
            }
            return users
        }
    }
}
