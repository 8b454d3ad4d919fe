package import Domain

/// A night of a job: while it lasts, no other living process has one of the same job.
///
/// Its process counts as a worker's does: it is dead when it is gone, and seen from another host, or asleep, when its
/// lease has ended. Other commands may work on the job meanwhile.
package protocol NightSession: AnyObject {
    /// When it began.
    var began: Timestamp { get }

    /// Whether the lease must be renewed.
    var isDue: Bool { get }

    /// Renews the lease.
    ///
    /// - Returns: the process that has a night of the job since this one was given up; nil while the night is this
    ///   process's.
    func renew() throws(StoreError) -> NightHolder?

    /// Ends the night and keeps its exit status; one that was given up meanwhile stays as it is.
    func end(exit status: Int32) throws(StoreError)
}
