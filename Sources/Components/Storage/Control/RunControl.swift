package import Domain

/// What people order about a run that is there.
///
/// Each call may be repeated.
package protocol RunControl: AnyObject {
    /// Queues tasks again that have ended, as if never tried; those that may have killed a worker run alone.
    ///
    /// A task that was answered is queued with the reason `forced`, and asks for a later generation of those answers
    /// that its own run brought. Tasks that are queued or running are left alone.
    ///
    /// Of a run that asks for other recipes than its job does by now nothing is queued again, nor an image that has
    /// left the job's selection: the answers would be paid for and not shown.
    ///
    /// - Returns: what was queued, of each run that has any.
    func retry(_ scope: RetryScope, only filter: RetryFilter) throws(StoreError) -> [RunRetry]

    /// Counts a stop against tasks that may be its cause: when they are asked again, it is as a retry of a failure that
    /// may pass, which is given up in the end. Of a task that is such a retry already nothing changes.
    func blame(_ tasks: [TaskID]) throws(StoreError)

    /// Cancels what is queued in a run; workers cancel what they have claimed and not sent.
    ///
    /// - Returns: how many were cancelled.
    func cancel(_ run: RunID) throws(StoreError) -> Int

    /// Pauses a run: nothing more of it is claimed; false where it was paused already, or has nothing left to do.
    func pause(_ run: RunID) throws(StoreError) -> Bool

    /// Resumes a paused run; false where it was not paused.
    func resume(_ run: RunID) throws(StoreError) -> Bool

    /// Gives a run its priority among the others: -100...100, higher ones first.
    func prioritize(_ run: RunID, at priority: Int) throws(StoreError)

    /// Ends queued tasks of a run that lack no answer any more, since other tasks brought them; a part at a time.
    ///
    /// - Returns: how many were ended; 0 where none is left.
    func finishAnswered(in run: RunID) throws(StoreError) -> Int

    /// Notes why the work on a run stops now; not while another worker has images of the run.
    ///
    /// - Parameter reason: one clause that holds no secret: `the cap for this run is reached`.
    func noteStop(of run: RunID, reason: String) throws(StoreError)

    /// Forgets why the work on a run last stopped.
    func clearStop(of run: RunID) throws(StoreError)
}
