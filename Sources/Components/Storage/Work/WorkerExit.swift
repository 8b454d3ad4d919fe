/// How a worker has ended; the raw value is the outcome of its attempts.
package enum WorkerExit: String, Sendable {
    /// The process is dead; what it processed may have killed it.
    case died
    /// The process may live and has not renewed its lease; nothing is held against the images.
    case lapsed
    /// The worker gave its work back.
    case interrupted
}
