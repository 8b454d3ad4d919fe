package import Domain
package import Platform
package import Domain

/// Everything that Cairn keeps, whichever database keeps it.
///
/// A store belongs to one thread. Any number of processes may each have one on the same place. Every call is one
/// transaction, unless it says otherwise: when it throws, it has changed nothing. A call that throws an error of the
/// kind `disconnected` may be repeated with the same argument, and then leaves the state that one call leaves. The
/// store owns the time: callers pass durations, and every moment that is kept is one of the store's clock.
package protocol Store: AnyObject {
    /// Where the store is.
    var location: StoreLocation { get }

    /// Throws where the store that was opened is not there any more.
    func checkPresence() throws(StoreError)

    /// Begins a submission, or finds the one that was begun with the same key.
    ///
    /// The manifest governs all runs of the job from now on. Runs of the job that ask for other recipes are superseded:
    /// nothing more of them is claimed. A job's first recipes, and features that are only added, are shown at once.
    func submission(_ request: SubmissionRequest) throws(StoreError) -> any SubmissionSession

    /// Looks at what a submission would decide, and writes nothing at all, also in a store that was opened for reading.
    ///
    /// Recipes that were never registered are known by their values.
    func preview(_ request: SubmissionRequest) throws(StoreError) -> any SubmissionPreview

    /// Opens the work of one process on one run.
    ///
    /// - Returns: nil where the run is pinned to other recipes than those of the request, or is not there.
    func worker(_ request: WorkerRequest) throws(StoreError) -> (any WorkerSession)?

    /// Begins a night of a job, unless another living process has one.
    ///
    /// A repeated call, known by its key, finds its night again while it lasts.
    func night(_ request: NightRequest) throws(StoreError) -> NightStart

    /// Queues again what dead workers held: a dead process of this host at once, any other when its lease has ended.
    ///
    /// Workers do the same now and then, for all runs. A crash is counted on each image that a dead worker held; where
    /// a record names those that it worked on, on these alone, which then run alone.
    ///
    /// - Parameter records: what crashed processes have left.
    func rescue(seenFrom process: ProcessIdentity, _ records: [CrashRecord]) throws(StoreError) -> Rescue

    /// What people order about runs.
    var control: any RunControl { get }
    /// What people order about money.
    var ledger: any LedgerControl { get }
    /// The responses that were kept and what was read from them.
    var answers: any AnswerArchive { get }
    /// What people correct of the answers.
    var corrections: any Corrections { get }

    /// Reads several things as they were at one moment, whatever others write meanwhile.
    func snapshot<Result>(_ body: (any Reports) throws(StoreError) -> Result) throws(StoreError) -> Result

    /// Reads what exports show, as it was at one moment, for as long as that takes.
    ///
    /// What others write meanwhile stays in the store's log until it is over.
    func export<Result>(_ body: (any ExportRows) throws(CommandFailure) -> Result) throws(CommandFailure) -> Result

    /// Answers one read-only statement of the user over the views, row by row.
    ///
    /// - Parameters:
    ///   - statement: the user's own text, in the store's query language.
    ///   - parameters: values by name, with or without a leading `:`.
    ///   - deadline: when it has taken too long; nil: as long as it takes, and as much memory.
    ///   - columns: called once with the columns' names.
    ///   - row: called for each row; false ends the reading.
    func query(
        _ statement: String, parameters: [String: Cell], deadline: QueryDeadline?, columns: ([String]) -> Void,
        row: ([Cell]) -> Bool
    ) throws(QueryError)

    /// Writes a copy of the whole store, as of one moment, without keeping others from writing meanwhile.
    ///
    /// The copy is marked as one: opening it to change it throws an error of the kind `copy`, until it is adopted.
    ///
    /// The copy appears under its name whole or not at all, and never in the place of anything that is there but an
    /// earlier copy. An error that is about the copy has its location.
    ///
    /// - Parameters:
    ///   - location: of a store of the same kind.
    ///   - replaces: whether an earlier copy that is there may be replaced.
    /// - Returns: the copy's size in bytes.
    /// - Throws: `taken` where something is there already.
    func copy(to location: StoreLocation, replacing replaces: Bool) throws(StoreError) -> Int64

    /// Makes a copy, opened to be adopted, a store of its own: what its original did since is not in it.
    ///
    /// - Returns: what it was a copy of; nil where it was none, and nothing is changed.
    func adopt() throws(StoreError) -> StoreCopy?

    /// Everything that is wrong in the store, as sentences that name the rows; none where every invariant holds.
    ///
    /// - Parameter progress: is told before each check how many are done, and how many there are.
    func problems(_ progress: (_ done: Int, _ all: Int) -> Void) throws(StoreError) -> [String]

    /// What the store takes on its disk, and how much came lately; nil where the database does not tell.
    func size(since moment: Timestamp) throws(StoreError) -> StoreSize?
}

extension Store {
    /// Everything that is wrong in the store.
    package func problems() throws(StoreError) -> [String] { try problems { _, _ in } }
}
