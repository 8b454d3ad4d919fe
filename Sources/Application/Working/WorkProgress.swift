package import Storage
package import Domain

/// What a worker tells while it goes on.
package enum WorkProgress: Sendable {
    /// A run is being worked on.
    case working(RunProgress)
    /// The requests of an account wait until a moment, as its service asked for a pause.
    case onHold(account: String, until: Timestamp)
    /// The work on a run has ended with an error, and its queue is kept; without a reason where the command ends with
    /// it.
    case stopped(RunTotals, reason: String?)
    /// Something a person should know, which stops nothing.
    case notice(String)
}

/// Hears how far the work is; called on the thread that works.
package typealias WorkObserver = (WorkProgress) -> Void
