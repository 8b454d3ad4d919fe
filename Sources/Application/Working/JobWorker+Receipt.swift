package import Storage
package import Domain

/// What this process did, as the store knows it.
extension JobWorker {
    /// The point from which on what this process does is counted.
    package func mark() throws(CommandFailure) -> WorkBaseline {
        let process = try processIdentity()
        return try store.read { reports throws(StoreError) in try reports.mark(process) }
    }

    /// What this process did for a job since a mark.
    package func receipt(job name: String, since mark: WorkBaseline) throws(CommandFailure) -> WorkSummary {
        try store.read { reports throws(StoreError) in try reports.receipt(job: name, since: mark) }
    }
}
