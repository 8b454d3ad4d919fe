internal import Backends
internal import Platform
internal import Storage
internal import Domain

/// A job as the store keeps it.
struct StoredJob {
    let job: Job
    /// Whether a run of it has images left that may be worked on.
    let hasWork: Bool
    /// Whether its manifest is obeyed.
    let trust: TrustDecision
}

extension CommandContext {
    /// Which of the store's manifests this command obeys.
    ///
    /// - Parameters:
    ///   - jobs: the manifests that the command line names.
    ///   - obeysStore: whether it says `--trust`.
    func trust(in jobs: [JobFile] = [], obeysStore: Bool = false) -> StoreTrust {
        StoreTrust(variables: environmentVariables(), obeysStore: obeysStore, named: jobs.map(\.job.digest))
    }

    /// The jobs of the store, by their newest manifests; those that this program does not understand are left out.
    func storedJobs(in store: any Store, _ trust: StoreTrust) throws(CommandFailure) -> [StoredJob] {
        let (manifests, working) = try store.read { reports throws(StoreError) in
            var manifests: [PinnedManifest] = []
            for name in try reports.jobNames() {
                guard let run = try reports.newestRun(job: name), let manifest = try reports.manifest(of: run) else {
                    continue
                }
                manifests.append(manifest)
            }
            var working: Set<String> = []
            for run in try reports.openRuns() {
                if let name = try reports.totals(of: run)?.job { working.insert(name) }
            }
            return (manifests, working)
        }
        let environment = backendEnvironment()
        let file = FilePath(bytes: store.location.bytes)
        return manifests.compactMap { manifest in
            CommandContext.job(pinned: manifest).map { job in
                StoredJob(
                    job: job, hasWork: working.contains(job.name),
                    trust: trust.decision(on: job, manifest: manifest.path, beside: file, in: environment.process))
            }
        }
    }
}
