package import Domain

/// The work of one process on one run.
///
/// A session may hold things between calls, such as its place in the queue or rights to spend. Every claim has an
/// attempt, whose number is its fence: a worker that was given up changes nothing by its results.
package protocol WorkerSession: AnyObject {
    /// The recipe of each number that a claim can ask.
    var recipes: [RecipeID: Recipe] { get }

    /// Whether an exchange is due though there is nothing to report: to renew the lease, or to look for dead workers.
    var isDue: Bool { get }

    /// One transaction: records what ended, marks as sent what may be sent, renews the lease, queues again what dead
    /// workers held, and claims tasks.
    ///
    /// Send a request only when its decision has been returned: it is recorded as sent by then. A repeated call, known
    /// by its report's number, changes nothing. It returns the claims again, `send` for what is recorded as sent, and
    /// `wait` for no time for any other request; a cap that kept tasks queued is reported again by the next exchange.
    func exchange(_ report: WorkReport) throws(StoreError) -> WorkOrder

    /// The next names of a claim's content that are not known to be gone; none where there are no more.
    ///
    /// - Parameter last: the last of those that were looked at.
    func locations(of claim: Claim, after last: PathID) throws(StoreError) -> [FileLocation]

    /// How the run stands.
    func outlook() throws(StoreError) -> RunOutlook

    /// Whether the run has work, queued or running, of which something can begin or end; asked by a worker that
    /// holds nothing itself.
    ///
    /// Where the rest of the run waits for workers on other volumes there is no work.
    ///
    /// - Throws: `damaged` where the run has work by its counts and none by its tasks: a worker would wait for it for
    ///   ever.
    func hasWork() throws(StoreError) -> Bool

    /// Ends the work; whatever is still claimed is queued again.
    func leave() throws(StoreError)
}
