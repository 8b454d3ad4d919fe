package import Storage
internal import Domain

extension JobRunner {
    /// The point from which on what this process does is counted.
    package func mark() throws(RunError) -> WorkMark {
        let me = try identity()
        return try reading { reports throws(StoreError) in try reports.mark(me) }
    }

    /// What this process did for a job since a mark.
    package func receipt(ofJob name: String, since mark: WorkMark) throws(RunError) -> WorkReceipt {
        try reading { reports throws(StoreError) in try reports.receipt(ofJob: name, since: mark) }
    }
}
