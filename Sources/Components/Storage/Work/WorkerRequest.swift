package import Crypto
package import Platform
package import Domain

/// What the work of a process on a run is opened with.
package struct WorkerRequest: Sendable {
    /// By which a repeated call is known.
    package let key: RequestKey
    package let process: ProcessIdentity
    package let run: RunID
    /// The digest of the manifest by which the run is worked on.
    package let manifest: Digest
    /// What the backend answers.
    package let recipes: [Recipe]
    /// Whose bill it is; nil where nothing is billed.
    package let billing: Billing?
    /// The longest that a task of the run waits for its next try.
    package let maxWait: TimeSpan
    /// How many images of the run may fail; nil: all of them.
    package let failureLimit: FailureLimit?
    /// Whose paths this process can read.
    package let volume: Volume

    /// A request.
    package init(
        key: RequestKey, process: ProcessIdentity, run: RunID, manifest: Digest, recipes: [Recipe], billing: Billing?,
        maxWait: TimeSpan, failureLimit: FailureLimit? = nil, volume: Volume = .thisMachine
    ) {
        self.key = key
        self.process = process
        self.run = run
        self.manifest = manifest
        self.recipes = recipes
        self.billing = billing
        self.maxWait = maxWait
        self.failureLimit = failureLimit
        self.volume = volume
    }
}
