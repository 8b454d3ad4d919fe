package import Storage
package import Domain

/// Why the work on a run ended before the run was finished.
package enum StopCause: Sendable {
    /// A limit, or an order of the user.
    case reason(StopReason)
    /// A signal.
    case interrupted
    /// An error of the backend, the model or the manifest.
    case error(CommandFailure)
}

/// Gives the words for a cause, one clause that the store keeps, from the run's numbers at the end.
package typealias StopWording = (StopCause, RunTotals) -> String
