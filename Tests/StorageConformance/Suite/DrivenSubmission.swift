internal import Platform
internal import Storage
internal import Domain

/// A submission whose writes go through a driver.
final class DrivenSubmission: SubmissionSession {
    private let session: any SubmissionSession
    private let driver: Driver

    init(_ session: any SubmissionSession, _ driver: Driver) {
        self.session = session
        self.driver = driver
    }

    func diff(_ listing: Listing, at order: Int64) throws(StoreError) -> ListingDiff {
        try session.diff(listing, at: order)
    }

    func images(
        of query: ImageQuery, within limit: TimeSpan, isEnding: () throws(StoreError) -> Bool
    ) throws(StoreError) -> ImageQueryOutcome {
        try session.images(of: query, within: limit, isEnding: isEnding)
    }

    func diff(
        _ images: ArraySlice<QueriedImages.Member>, keeps: Bool, at order: Int64
    ) throws(StoreError) -> ListingDiff {
        try session.diff(images, keeps: keeps, at: order)
    }

    func imagesGivenBefore() throws(StoreError) -> [Int] { try session.imagesGivenBefore() }

    func queuedImages(job name: String) throws(StoreError) -> Set<ImageID> { try session.queuedImages(job: name) }

    func countUnseen(_ images: Set<ImageID>) -> Int { session.countUnseen(images) }

    var asksOtherRecipes: Bool { get throws(StoreError) { try session.asksOtherRecipes } }

    func assume(_ answered: [ImageID: Timestamp], to recipe: Int) { session.assume(answered, to: recipe) }

    func lastSeen(_ addresses: [FilePath], as reading: Reading) throws(StoreError) -> [ListedFile?] {
        try session.lastSeen(addresses, as: reading)
    }

    func decide(_ images: [IdentifiedImage]) throws(StoreError) -> [PlannedImage] { try session.decide(images) }

    var run: RunID? { session.run }

    var history: ManifestHistory { session.history }

    func requests(_ images: [PlannedImage]) throws(StoreError) -> [AskedImage?] { try session.requests(images) }

    func decisions(of keys: [ImageKey]) throws(StoreError) -> [ImageDecision?] { try session.decisions(of: keys) }

    func apply(_ batch: SubmissionBatch) throws(StoreError) -> SubmissionProgress {
        try driver.write { () throws(StoreError) in try session.apply(batch) }
    }

    func countLackingSymbols(of recipe: Recipe, excluding members: Set<ImageID>) throws(StoreError) -> Int {
        try session.countLackingSymbols(of: recipe, excluding: members)
    }

    func unseenImages(after last: ImageID?, limit: Int) throws(StoreError) -> [UnseenImage] {
        try session.unseenImages(after: last, limit: limit)
    }

    func unseenNames(below roots: [SourcePath], after last: PathID?, limit: Int) throws(StoreError) -> [UnseenName] {
        try session.unseenNames(below: roots, after: last, limit: limit)
    }

    func formerFolders(outside roots: [SourcePath]) throws(StoreError) -> [FormerFolder] {
        try session.formerFolders(outside: roots)
    }

    func formerNames(in folder: FolderID, after last: PathID?, limit: Int) throws(StoreError) -> [FormerName] {
        try session.formerNames(in: folder, after: last, limit: limit)
    }

    func finish(_ completion: SubmissionCompletion) throws(StoreError) -> SubmissionOutcome {
        try driver.write { () throws(StoreError) in try session.finish(completion) }
    }
}
