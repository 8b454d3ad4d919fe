package import Storage
package import Domain

/// What a long command tells while it goes on.
package enum Progress: Sendable {
    /// Files are being found and read.
    case finding(found: Int, queued: Int)
    /// A run is being worked on.
    case working(RunProgress)
    /// The requests of an account wait until a moment, as its service asked for a pause.
    case held(account: String, until: Timestamp)
    /// The work on a run has ended with an error, and its queue is kept; without a reason where the command ends with it.
    case stopped(RunTotals, reason: String?)
    /// Something a person should know, which stops nothing.
    case notice(String)
}

/// Who is told; called on the thread of the one who works.
package typealias Observer = (Progress) -> Void
