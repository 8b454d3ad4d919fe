internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// One look at a job's sources that writes nothing: the reading half of a submission that was never begun.
final class SQLitePreview: SubmissionPreview {
    private let submission: SQLiteSubmission
    /// Images that are to be asked about.
    private var asked = PlannedImageSet()
    /// Names that hold another image than the store has.
    private var replacedNames: Set<PathID> = []

    init(_ request: SubmissionRequest, in database: Database) throws(StoreError) {
        let (own, run) = try database.snapshot { () throws(StoreError) in
            let own = try database.submissions.preview(of: request)
            return (own, try database.submissions.openRun(for: own))
        }
        submission = try SQLiteSubmission(own, run: run, request, in: database)
    }

    var run: RunID? { submission.run }

    func diff(_ listing: Listing, at order: Int64) throws(StoreError) -> ListingDiff {
        remembering(try submission.diff(listing, at: order))
    }

    func images(
        of query: ImageQuery, within limit: TimeSpan, isEnding: () throws(StoreError) -> Bool
    ) throws(StoreError) -> ImageQueryOutcome {
        try submission.images(of: query, within: limit, isEnding: isEnding)
    }

    func diff(
        _ images: ArraySlice<QueriedImages.Member>, keeps: Bool, at order: Int64
    ) throws(StoreError) -> ListingDiff {
        remembering(try submission.diff(images, keeps: keeps, at: order))
    }

    func imagesGivenBefore() throws(StoreError) -> [Int] { try submission.imagesGivenBefore() }

    func queuedImages(job name: String) throws(StoreError) -> Set<ImageID> { try submission.queuedImages(job: name) }

    func countUnseen(_ images: Set<ImageID>) -> Int { submission.countUnseen(images) }

    var asksOtherRecipes: Bool { get throws(StoreError) { try submission.asksOtherRecipes } }

    func assume(_ answered: [ImageID: Timestamp], to recipe: Int) { submission.assume(answered, to: recipe) }

    func lastSeen(_ addresses: [FilePath], as reading: Reading) throws(StoreError) -> [ListedFile?] {
        try submission.lastSeen(addresses, as: reading)
    }

    func decide(_ images: [IdentifiedImage]) throws(StoreError) -> [PlannedImage] {
        try submission.decide(images).map { image throws(StoreError) in
            try markSeen(nameOf: image)
            if image.decision == .outsideShare { return image }
            let isSeen = !markSeen(image)
            return remembering(image, isCopy: image.isCopy || isSeen)
        }
    }

    func decisions(of keys: [ImageKey]) throws(StoreError) -> [ImageDecision?] { try submission.decisions(of: keys) }

    func requests(_ images: [PlannedImage]) throws(StoreError) -> [AskedImage?] { try submission.requests(images) }

    func countLackingSymbols(of recipe: Recipe, excluding members: Set<ImageID>) throws(StoreError) -> Int {
        try submission.countLackingSymbols(of: recipe, excluding: members)
    }

    func unseenImages(after last: ImageID?, limit: Int) throws(StoreError) -> [UnseenImage] {
        try submission.unseenImages(after: last, limit: limit).map { unseen in
            UnseenImage(
                image: unseen.image, digest: unseen.digest, path: unseen.path,
                names: unseen.names.filter { !replacedNames.contains($0.id) },
                isMissing: unseen.isMissing, isKnown: unseen.isKnown)
        }
    }

    func unseenNames(below roots: [SourcePath], after last: PathID?, limit: Int) throws(StoreError) -> [UnseenName] {
        try submission.unseenNames(below: roots, after: last, limit: limit)
    }

    /// Takes note of content; false where another name of it was seen before.
    private func markSeen(_ planned: PlannedImage) -> Bool {
        planned.image.map { submission.state.seen.markSeen(content: $0) } ?? true
    }

    /// Takes note of a name that was read, and of other content that the store has for it.
    private func markSeen(nameOf planned: PlannedImage) throws(StoreError) {
        guard case .identified(let found) = planned.source,
            let name = try submission.database.catalog.name(at: found.path, in: submission.scope(of: found.reading))
        else { return }
        submission.state.seen.markSeen(unread: name.path, of: nil)
        if let before = name.image, before != planned.image {
            replacedNames.insert(name.path)
            submission.state.seen.replace()
        }
    }

    /// A diff in which further names of content that is to be asked about have nothing to ask.
    private func remembering(_ diff: ListingDiff) -> ListingDiff {
        var diff = diff
        diff.images = diff.images.map { image in
            _ = markSeen(image)
            return remembering(image, isCopy: image.isCopy)
        }
        return diff
    }

    /// What follows for the further names of content that is to be asked about.
    private func remembering(_ planned: PlannedImage, isCopy: Bool) -> PlannedImage {
        var (decision, isCopy) = (planned.decision, isCopy)
        if case .queue = decision, !asked.insert(planned) { (decision, isCopy) = (decision.ofFurtherName, true) }
        return PlannedImage(
            source: planned.source, image: planned.image, decision: decision, isCopy: isCopy,
            edit: planned.edit)
    }
}

extension CatalogReader {
    /// A name that the store has, with the content it has for it.
    fileprivate func name(at path: FilePath, in scope: FolderScope) throws(StoreError) -> (
        path: PathID, image: ImageID?
    )? {
        let stored = paths.stored(path)
        guard let folder = try knownFolderID(of: stored.folder, in: scope) else { return nil }
        return try connection.first(
            """
            SELECT path_id, image_id FROM path
            WHERE folder_id = ? AND path = ? AND path_bytes = ? AND replaced_at IS NULL
            """, .integer(folder), .text(stored.text), .blob(stored.bytes)
        ) { (PathID($0.integer(0)), $0.optionalInteger(1).map { ImageID($0) }) }
    }
}
