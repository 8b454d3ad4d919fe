internal import Backends
internal import Manifest
internal import Platform
internal import Storage
internal import Domain

extension JobRunner {
    /// Whose bill a run goes on; nil where nothing is billed.
    func billing(of job: Job, _ backend: Backend) throws(RunError) -> Billing? {
        guard case .remote(let backend) = backend else { return nil }
        if let feature = job.featureWithoutPrice {
            // The store would claim nothing, and could not say why.
            let caps = try reading { reports throws(StoreError) in try reports.accountCaps() }
            if caps.contains(where: { $0.owner == backend.account && $0.cap.microDollars != nil }) {
                throw .backend(.noPrice(feature))
            }
        }
        return Billing(
            account: backend.account, budget: job.budget, pace: job.pace, mostImages: backend.mostImages)
    }

    /// The manifest that governs a run.
    func manifest(of run: RunID) throws(RunError) -> PinnedManifest {
        let manifest = try reading { reports throws(StoreError) in try reports.manifest(of: run) }
        guard let manifest else { throw .noSuchRun(run) }
        return manifest
    }

    /// The job as its newest manifest describes it.
    func job(of run: RunID, _ pinned: PinnedManifest) throws(RunError) -> Job {
        do throws(ManifestError) {
            return try ManifestReader.read(pinned.text, file: pinned.path, workingDirectory: FilePath("/"))
        } catch {
            throw .manifest(run, error)
        }
    }

    func identity() throws(RunError) -> ProcessIdentity {
        do throws(SystemError) { return try ProcessIdentity.current() } catch { throw .system(error) }
    }
}
