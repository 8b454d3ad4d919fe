package import Backends
package import Catalog
package import Platform
package import Storage

/// Why a job cannot be submitted or planned; what was queued stays queued.
package enum SubmitError: Error, Sendable {
    /// The store cannot be used.
    case store(StoreError)
    /// The backend cannot be used.
    case backend(BackendError)
    /// A pattern of the manifest's sources cannot be used.
    case sources(CatalogError)
    /// A part of the manifest that this version cannot do yet.
    case notBuilt(String)
    /// What is asked is not what a pinned plan asks any more; nothing was queued.
    case planMoved
    /// It was interrupted while a hosted model was fetched; nothing was queued, and the next one continues.
    case interrupted
    /// The time given for it was over while a hosted model was fetched; nothing was queued, and the next one continues.
    case timeIsUp(String)
    /// The system refused something that everything needs.
    case system(SystemError)
}

/// Calls the store; what goes wrong there ends the submission.
func storing<Result>(_ body: () throws(StoreError) -> Result) throws(SubmitError) -> Result {
    do throws(StoreError) { return try body() } catch { throw .store(error) }
}
