package import Backends
package import Manifest
package import Platform
package import Storage
package import Domain

/// Why a run cannot go on; whatever was done stays done, and the queue is kept.
package enum WorkError: Error, Sendable {
    /// The store cannot be used.
    case store(StoreError)
    /// The run's manifest asks for what the user has not said about the store that it comes from.
    case untrusted(TrustDecision)
    /// The store was taken away while a run was worked on; of what was in flight nothing is recorded.
    case storeGone(StoreError, InFlight)
    /// The backend cannot be used.
    case backend(BackendError)
    /// Pictures on which a local model takes more than it may: its thread cannot be stopped but with the process.
    case overrun(RunID, Overrun)
    /// The manifest a run is pinned to is not understood by this program.
    case manifest(RunID, ManifestError)
    /// There is no such run.
    case noSuchRun(RunID)
    /// A part of the manifest that this version cannot do yet.
    case notBuilt(String)
    /// The model has changed since the run was submitted, so its tasks ask for answers that it cannot give.
    case modelChanged(RunID)
    /// This process slept for so long that another one has the night of the job now.
    case nightTaken(NightOwner)
    /// The system refused something that everything needs.
    case system(SystemError)
}

/// Calls the store; what goes wrong there ends the work.
func storing<Result>(_ body: () throws(StoreError) -> Result) throws(WorkError) -> Result {
    do throws(StoreError) { return try body() } catch { throw .store(error) }
}
