package import Platform
package import Domain
package import Services

/// What a backend takes from the process it runs in, and from this machine.
package struct BackendEnvironment: Sendable {
    /// What any service is asked with.
    package var process: ProcessEnvironment
    /// Where LiteRT's library is looked for.
    package var libraryPlaces: [FilePath]
    /// Starts child processes that try local models, and that recognize text; nil: models are trusted, as those of
    /// tests are, and no text is recognized.
    package var trial: Trial?
    /// The longest that the first runs of a local model may take in this process; nil: as long as they take.
    package var firstRun: TimeSpan?
    /// What a job's backend would do, from the job and the process's variables; tests bring backends that no manifest
    /// names.
    package var makePlan: @Sendable (Job, [String: String]) throws(BackendError) -> BackendPlan = {
        (job, variables) throws(BackendError) in try BackendPlan(job, variables: variables)
    }

    /// The environment of a process.
    package init(_ process: ProcessEnvironment, libraryPlaces: [FilePath] = []) {
        self.process = process
        self.libraryPlaces = libraryPlaces
    }

    /// What a job's backend would do in this environment.
    package func plan(_ job: Job) throws(BackendError) -> BackendPlan { try makePlan(job, process.variables) }
}
