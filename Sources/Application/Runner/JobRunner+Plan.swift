internal import Backends
internal import Crypto
package import Planning
package import Platform
internal import Storage
package import Domain

extension JobRunner {
    /// What submitting a job would do: looks at the sources as `submit` does, and writes nothing and asks no service.
    package func plan(_ job: Job, manifest: FilePath, _ wish: PlanWish = .numbers) throws(RunError) -> JobPlan {
        try look(at: job, manifest, wish).plan
    }

    /// Each thing that has moved since a plan was pinned; empty exactly where nothing has.
    ///
    /// - Returns: the plan as it would be now, too.
    package func drift(since pinned: PlanFile, of job: Job, manifest: FilePath)
        throws(RunError) -> (plan: JobPlan, drift: [PlanDrift])
    {
        try look(at: job, manifest, .drift(since: pinned))
    }

    private func look(at job: Job, _ manifest: FilePath, _ wish: PlanWish)
        throws(RunError) -> (plan: JobPlan, drift: [PlanDrift])
    {
        let backend = try plan(job)
        let sources = try sources(of: job)
        defer { sources.stop() }
        let planner = JobPlanner(
            store: store, job: job, request: request(of: job, manifest, backend), backend: backend, wish: wish,
            interruption: interruption, clock: surroundings.clock)
        return try storing { () throws(StoreError) in try planner.plan(sources) }
    }
}
