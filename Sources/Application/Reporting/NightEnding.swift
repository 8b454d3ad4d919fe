package import Domain

/// How a night ended for one job.
package enum NightEnding: Equatable, Sendable {
    /// Nothing that may run now is left.
    case finished
    /// The run stopped with queued images: a cap, the time, too many failures, a pause, a cancellation.
    case stopped(StopReason)
    /// Too many pictures were gone at once: nothing was marked, and nothing asked. The words say so, with the next
    /// step.
    case mountLost(words: String)
    /// Another `nightly` of the job works since then, in a process of this number on that host.
    case alreadyRunning(since: Timestamp, pid: Int32, host: String)
    /// The backend, the model or the manifest ended it: the words, and the exit status of such an error.
    case failed(words: String, status: Int32)
    /// A signal ended it.
    case interrupted
}
