package import Platform
package import Domain

/// One look at a job's sources that only reads: what is known, and what would be decided.
///
/// No call changes anything in the store or takes a write lock. The session remembers which names it has seen and,
/// where nothing is applied, what it has decided: content that is to be asked about is under way for its further names.
package protocol SubmissionPreview: AnyObject {
    /// The run that new tasks join, as it was last looked for; nil where one would have to be opened.
    var run: RunID? { get }

    /// Whether the job's newest completed submission asked other recipes; false where there is none.
    var asksOtherRecipes: Bool { get throws(StoreError) }

    /// Decides from now on as if images had an answer to a recipe, which came at these moments.
    ///
    /// - Parameter recipe: its place among the request's recipes.
    func assume(_ answered: [ImageID: Timestamp], to recipe: Int)

    /// Compares a listing with what is known, without reading a file.
    ///
    /// - Parameter order: that of the listing's first file in the order of the sources.
    func diff(_ listing: Listing, at order: Int64) throws(StoreError) -> ListingDiff

    /// Answers a query of the sources by what its jobs show, as of one moment.
    ///
    /// - Parameters:
    ///   - limit: the longest that it may take.
    ///   - isEnding: is called often, on the caller's thread: true ends it.
    func images(
        of query: ImageQuery, within limit: TimeSpan, isEnding: () throws(StoreError) -> Bool
    ) throws(StoreError) -> ImageQueryOutcome

    /// Compares images that a query gave with what is known: none of them must be read.
    ///
    /// - Parameters:
    ///   - keeps: whether they stay in the job when the query gives them no more.
    ///   - order: that of the first of them in the order of the sources.
    func diff(
        _ images: ArraySlice<QueriedImages.Member>, keeps: Bool, at order: Int64
    ) throws(StoreError) -> ListingDiff

    /// How many images each query of the sources gave at the job's newest completed submission, in their order.
    func imagesGivenBefore() throws(StoreError) -> [Int]

    /// The images of a job that are queued or worked on.
    func queuedImages(job name: String) throws(StoreError) -> Set<ImageID>

    /// How many of some images were not seen.
    func countUnseen(_ images: Set<ImageID>) -> Int

    /// What told the state of each address's content when it was last downloaded and read so; nil where nothing is
    /// known of it.
    func lastSeen(_ addresses: [FilePath], as reading: Reading) throws(StoreError) -> [ListedFile?]

    /// Decides what each image needs, and why, as the store is now.
    func decide(_ images: [IdentifiedImage]) throws(StoreError) -> [PlannedImage]

    /// What is asked of images that are to be queued, without the store's numbers; nil for the others.
    func requests(_ images: [PlannedImage]) throws(StoreError) -> [AskedImage?]

    /// What each image needs by now of which a name was seen; nil for the others.
    ///
    /// One that was to be asked about is not told apart from one that was not, unless it is queued.
    func decisions(of keys: [ImageKey]) throws(StoreError) -> [ImageDecision?]

    /// How many images have an answer to a recipe whose kept response has symbols of text that were not read: of those
    /// that were seen, and of some members beside them.
    func countLackingSymbols(of recipe: Recipe, excluding members: Set<ImageID>) throws(StoreError) -> Int

    /// Members of the job's selection of which no name was seen, in the order of images.
    ///
    /// - Parameters:
    ///   - last: the image behind which the page begins; nil: the first page.
    ///   - limit: the most images of the page.
    func unseenImages(after last: ImageID?, limit: Int) throws(StoreError) -> [UnseenImage]

    /// Names that the store has and that were in no listing of their folder, or whose folder was not listed, in their
    /// order.
    ///
    /// - Parameters:
    ///   - roots: the folders in which names can be found to be gone, and in which reading.
    ///   - last: the name behind which the page begins; nil: the first page.
    ///   - limit: the most names of the page.
    func unseenNames(below roots: [SourcePath], after last: PathID?, limit: Int) throws(StoreError) -> [UnseenName]
}

/// One look at a job's sources: decide, then apply.
///
/// What `SubmissionPreview` has only reads here, too; `apply` and `finish` write. Until `finish` has completed the
/// submission, nothing departs from the job's selection, nothing is marked as missing and no recipe is switched.
package protocol SubmissionSession: SubmissionPreview {
    /// What complete submissions the job had when this one began.
    var history: ManifestHistory { get }

    /// Folders that were not listed, lie below no root and have names that no source gives: each that was looked at
    /// before, and others that have a name which this submission has not seen and are not in use by another job.
    ///
    /// A folder is in use where another job's selection has a member by a name in it.
    ///
    /// - Parameter roots: the folders in which the sources search, and in which reading.
    func formerFolders(outside roots: [SourcePath]) throws(StoreError) -> [FormerFolder]

    /// Names in a former folder that this submission has not seen, in their order; none of a folder that another job
    /// uses by now.
    ///
    /// - Parameters:
    ///   - last: the name behind which the page begins; nil: the first page.
    ///   - limit: the most names of the page.
    func formerNames(in folder: FolderID, after last: PathID?, limit: Int) throws(StoreError) -> [FormerName]

    /// Writes down a set of decisions: names, contents, members of the selection, tasks, and what could not be taken.
    ///
    /// A long batch is written in several short transactions, between which other processes may write; each of them is
    /// written whole or not at all, and repeating the call writes what is lacking. A run is opened when the first task
    /// needs it.
    func apply(_ batch: SubmissionBatch) throws(StoreError) -> SubmissionProgress

    /// Completes the submission, which has seen all sources.
    ///
    /// What could not be taken in earlier submissions and was not reported by this one is forgotten.
    /// What no source names any more departs, and what is queued of it is cancelled; what is not there any more stays
    /// and is marked; members whose name is gone get the first other one that was seen. What older runs have queued for
    /// other recipes is cancelled. Recipes are shown where no run has to answer them first. A completed submission
    /// stays as it is.
    func finish(_ completion: SubmissionCompletion) throws(StoreError) -> SubmissionOutcome
}
