internal import Backends
internal import Manifest
internal import Domain
internal import Services

extension CommandContext {
    /// Refuses jobs before a store is made for them, where the backend of none of them can be planned.
    ///
    /// One job among others that can be done ends by itself, when it is its turn.
    func checkBackends(of jobs: [JobFile]) throws(CommandFailure) {
        let problems = jobs.compactMap(backendProblem)
        guard !problems.isEmpty, problems.count == jobs.count else { return }
        throw refusal(
            problems, of: jobs.count, "the models of all \(jobs.count) jobs cannot be used; nothing was done")
    }

    /// All that keeps the backend of a job from being planned, each at its place in the manifest; nil where nothing
    /// does, and for a hosted model, which may have to be downloaded first.
    private func backendProblem(of job: JobFile) -> CommandFailure? {
        guard job.job.backend.hosted == nil, let places = job.places else { return nil }
        let variables = backendEnvironment().process.variables
        let first: BackendError
        do throws(BackendError) {
            _ = try BackendPlan(job.job, variables: variables)
            return nil
        } catch {
            first = error
        }
        if case .notBuilt = first { return nil }
        var all = BackendPlan.problems(
            job.job.backend, features: job.job.features, prepare: job.job.prepare, variables: variables)
        if !all.contains(first) { all.insert(first, at: 0) }
        var failure = CommandFailure("", first.exit)
        failure.diagnostics =
            all.map { error in
                places.located(Diagnostic(keyPath: error.keyPath ?? "backend.kind", message: error.sentence))
            }.inOrderOfPlaces
        return failure
    }
}
