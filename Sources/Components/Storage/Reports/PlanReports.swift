package import Domain

/// What a submission would meet: what `plan` reads before anything is queued.
///
/// - P1: Prices and caps are those by which a claim reserves units.
/// - P2: A queued image is counted once, in a paused run, too.
/// - P3: A recipe's number never changes, and names the same recipe for ever.
package protocol PlanReports {
    /// What counts against the caps that would hold for a job's units, whether it has a run yet or not: of the run, of
    /// the job's day and month and of the account's day and month, in this order, those that are set.
    ///
    /// - Parameter run: the run that new tasks join; nil: one that is not there yet.
    func caps(job name: String, joining run: RunID?, on billing: Billing) throws(StoreError) -> [CapUsage]
    /// What units cost, feature by feature.
    func prices() throws(StoreError) -> [FeaturePrice]
    /// What an account has used in one of the vendor's months, `2026-11`, by feature.
    func use(of account: String, month: String) throws(StoreError) -> [FeatureUse]
    /// Every recipe that was ever asked and that this program knows.
    func recipes() throws(StoreError) -> [RecipeID: Recipe]
    /// The recipes that a run is pinned to, of which this program knows the feature; none where there is no such run.
    func recipes(of run: RunID) throws(StoreError) -> [Recipe]
    /// What the queued images of a run lack, of a paused run, too.
    ///
    /// - Parameters:
    ///   - leaving: images that are not counted, as their tasks are about to be cancelled.
    ///   - host: the host from which dead workers are told from living ones, whose images count as queued; nil: only
    ///     what is queued is counted.
    func queue(of run: RunID, excluding leaving: Set<ImageID>, seenFrom host: String?) throws(StoreError) -> RunQueue
    /// The other runs of a run's job that a night works on as well: they ask the same recipes, and `cairn retry` has
    /// opened them again.
    func runs(besides run: RunID) throws(StoreError) -> [RunID]
}

extension PlanReports {
    /// What all queued images of a run lack.
    package func queue(of run: RunID) throws(StoreError) -> RunQueue {
        try queue(of: run, excluding: [], seenFrom: nil)
    }
}
