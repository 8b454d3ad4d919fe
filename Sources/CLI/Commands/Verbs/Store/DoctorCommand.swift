internal import Backends
internal import Crypto
internal import ModelHosting
internal import Platform
internal import Reporting
internal import Storage
internal import Text
internal import Domain

/// `cairn doctor [JOB...]`: looks whether everything is there and the store is sound.
enum DoctorCommand {
    struct Options: Sendable {
        var jobs: [FilePath] = []
        var adopts = false
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "doctor", "checks libraries, credentials, and the store's integrity and sums",
            details: [
                "Names the libraries that the jobs of the store use and their versions, the free disk space beside the store, what takes room in it and what came in the last week, the cache of hosted models with its size, and units that may have been billed.",
                "JOB: also looks whether the credentials that this manifest names are there; "
                    + "they are never shown or sent.",
                "Names the hosts, secrets and models that only the store's own manifests ask for, and whether `cairn work` obeys them: exit 3 where it would not.",
            ],
            items: [
                .flag("adopt", \.adopts, "make a copy of a store (`cairn query --out`) a store of its own to work on"),
                .rest(\.jobs, "JOB", "job manifests, such as holidays.yaml"),
            ], defaults: Options()
        ) { call, console in
            let start = CommandContext(call.common, console, stores)
            return start.attempt { () throws(CommandFailure) in
                let jobs = try start.jobs(at: call.options.jobs)
                let context = try start.onStore(of: jobs)
                if call.options.adopts { try adopt(context) }
                let doctor = Doctor(context.backendEnvironment())
                let survey = stores.survey(context.common.store)
                let libraries = doctor.checkLibraries(survey, for: jobs.map(\.job) + context.jobsOfStore())
                let secrets = jobs.map(\.job).flatMap(doctor.checkSecrets)
                let store = check(at: survey, doctor, context)
                let trust = survey.isThere && !store.contains { $0.severity == .broken } ? context.trustFindings() : []
                let findings = libraries + secrets + store + trust + [context.modelCache()]
                context.write(
                    ["severity", "subject", "detail"],
                    findings.map { [.text($0.severity.rawValue), .text($0.subject), .text($0.detail)] }, heads: 2)
                let code: ExitCode =
                    if store.contains(where: { $0.severity == .broken })
                        || trust.contains(where: { $0.severity == .missing })
                    {
                        .store
                    } else {
                        (libraries + secrets).contains { $0.severity == .missing } ? .backend : .done
                    }
                if code != .done {
                    let bad = findings.filter { [.missing, .broken].contains($0.severity) }
                    context.reporter.warn("cairn: \(bad.map { "\($0.subject): \($0.detail)" }.joined(separator: "; "))")
                }
                return code
            }
        }
    }

    /// Makes a copy a store of its own, and says so.
    private static func adopt(_ context: CommandContext) throws(CommandFailure) {
        let store = try context.open(for: .adopt)
        let copy = try endingCommand { () throws(StoreError) in try store.adopt() }
        context.reporter.say(
            copy.map {
                "\(store.location) was \(displayText($0.description)), and is now an independent store; what the original did since is not in it and would be billed again"
            } ?? "\(store.location) is not a copy; nothing was changed")
    }

    /// The store and the disk it lies on; before the first run there is none, and that is as it should be.
    private static func check(at survey: StoreSurvey, _ doctor: Doctor, _ context: CommandContext) -> [Doctor.Finding] {
        let location = context.common.store
        let disk = survey.freeBytes.map { free in
            Doctor.Finding(free < minFree ? .note : .ok, "disk", "\(HumanFormat.bytes(free)) free beside \(location)")
        }
        guard survey.isThere else {
            let none = "no store yet at \(location); the first `cairn run JOB` makes it"
            return [disk, Doctor.Finding(.ok, "store", none)].compactMap(\.self)
        }
        var findings = [disk].compactMap(\.self)
        do throws(StoreError) {
            findings += try doctor.check(
                at: context.stores.open(location, for: .read, clock: context.clock), context.reporter.handle(check:of:))
            context.reporter.close()
        } catch {
            findings.append(Doctor.Finding(.broken, "store", error.message))
        }
        return findings
    }
}

extension CommandContext {
    /// What the store's manifests want that needs the user's own word, and whether they are obeyed.
    fileprivate func trustFindings() -> [Doctor.Finding] {
        guard let store = try? open(for: .read), let jobs = try? storedJobs(in: store, trust()) else { return [] }
        return jobs.filter { !$0.trust.requirements.isEmpty }.map { stored in
            guard !stored.trust.isObeyed else { return Doctor.Finding(.ok, "trust", stored.trust.sentence) }
            // What has nothing queued asks nothing.
            return Doctor.Finding(
                stored.hasWork ? .missing : .note, "trust",
                hints.completed(stored.trust.refusal(before: "work --trust")))
        }
    }

    /// The jobs of the store; none where there is no store, or none that can be read.
    fileprivate func jobsOfStore() -> [Job] {
        guard stores.newStore(at: common.store) == nil, let store = try? open(for: .read) else { return [] }
        return (try? storedJobs(in: store, trust()))?.map(\.job) ?? []
    }

    /// The cache of hosted models, and how much lies in it.
    fileprivate func modelCache() -> Doctor.Finding {
        do throws(CommandFailure) {
            let cache = try modelStore().cache
            let entries = try endingCommand { () throws(HostingError) in try cache.entries() }
            let present = entries.filter { $0.file != nil }.map { ($0.digest, $0.bytes) }
            let files = Dictionary(present) { first, _ in first }
            let size = HumanFormat.bytes(files.values.reduce(0, +))
            return Doctor.Finding(
                .ok, "model cache", "\(cache.folder): \(HumanFormat.count(files.count, "version")), \(size)")
        } catch {
            return Doctor.Finding(.note, "model cache", error.sentence)
        }
    }
}

/// Bytes; a store with less room beside it may soon have none.
private let minFree: Int64 = 256 << 20
