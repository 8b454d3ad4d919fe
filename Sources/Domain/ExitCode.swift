/// What a command's end means to scripts; published in docs/reference.md.
package enum ExitCode: Int32, Sendable, CaseIterable {
    /// Everything asked for is done.
    case done = 0
    /// Finished; some images failed, each with its reason in the view `failures`.
    case someFailed = 1
    /// Bad arguments or manifest; nothing was done.
    case badInput = 2
    /// The store cannot be used, is not there any more, or wants hosts, secrets or models that it is not trusted with.
    case store = 3
    /// The backend cannot be used; the run keeps its queue.
    case backend = 4
    /// A budget, a quota or a time limit was reached, or the run is paused or cancelled; the other images stay queued.
    case capReached = 5
    /// Another `cairn nightly` of the job is running.
    case alreadyRunning = 6
    /// The answer could not be given: a query's limit of time or memory, or an output that cannot be written.
    case noAnswer = 7
    /// What was asked to be told is so: `plan --exit-code` has something to do.
    case changes = 8
    /// Interrupted; run again to continue.
    case interrupted = 130

    /// What a command of several jobs ends with: the code of what ended worst.
    ///
    /// An interruption comes before all, then what is for the user to mend, then what waits, then failed images.
    package static func worst(of codes: [ExitCode]) -> ExitCode {
        let order: [ExitCode] = [
            .interrupted, .store, .badInput, .backend, .noAnswer, .capReached, .someFailed, .alreadyRunning, .changes,
        ]
        return order.first(where: codes.contains) ?? .done
    }
}
