internal import Backends
internal import Platform
internal import Storage
internal import Domain

extension JobRunner {
    /// With what a look at a job's sources is begun.
    func request(of job: Job, _ manifest: FilePath, _ plan: BackendPlan, priority: Int? = nil) -> SubmissionRequest {
        SubmissionRequest(
            key: .random(), manifest: PinnedManifest(job: job.name, text: Array(job.source.utf8), path: manifest),
            recipes: plan.recipes, refresh: job.refresh, crashLimit: job.retry.deaths, priority: priority)
    }

    /// A job's sources, of which the walk has begun.
    func sources(of job: Job) throws(RunError) -> SourceLoop {
        let tend = hooks.tend
        return try SourceLoop(
            job, web: DownloadSettings(job.retry, certificates: surroundings.certificates), interruption: interruption,
            observer: observer, tend: { () throws(StoreError) in _ = try tend() })
    }

    /// What the backend answers and wants, without opening it.
    func plan(_ job: Job) throws(RunError) -> BackendPlan {
        if let part = UnsupportedFeature.part(of: job) { throw .notBuilt(part) }
        if job.hasBudgetInMoney, let feature = job.featureWithoutPrice { throw .backend(.noPrice(feature)) }
        do throws(BackendError) {
            return try BackendPlan(job.backend, features: job.features, prepare: job.prepare)
        } catch {
            throw .backend(error)
        }
    }
}
