internal import Crypto
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// One look at a job's sources that writes nothing: the reading half of a submission that was never begun.
final class SQLitePreview: SubmissionPreview {
    private let reading: SQLiteSubmission
    /// Content that is to be asked about: of the store's images the numbers, of others the digests.
    private var askedImages: Set<ImageID> = []
    private var askedDigests: Set<Digest> = []
    /// Names that hold other content than the store has.
    private var replacedNames: Set<PathID> = []

    init(_ request: SubmissionRequest, in database: Database) throws(StoreError) {
        let (own, run) = try database.snapshot { () throws(StoreError) in
            let own = try database.submissions.preview(of: request)
            return (own, try database.submissions.openRun(for: own))
        }
        reading = try SQLiteSubmission(own, run: run, request, in: database)
    }

    var run: RunID? { reading.run }

    func diff(_ listing: Listing, at order: Int64) throws(StoreError) -> ListingDiff {
        var diff = try reading.diff(listing, at: order)
        diff.images = diff.images.map { image in
            _ = markSeen(image)
            return remembering(image, isCopy: image.isCopy)
        }
        return diff
    }

    func lastSeen(_ addresses: [FilePath]) throws(StoreError) -> [ListedFile?] { try reading.lastSeen(addresses) }

    func decide(_ images: [IdentifiedImage]) throws(StoreError) -> [PlannedImage] {
        try reading.decide(images).map { image throws(StoreError) in
            try markSeen(nameOf: image)
            let isSeen = !markSeen(image)
            return remembering(image, isCopy: image.isCopy || isSeen)
        }
    }

    func decisions(of digests: [Digest]) throws(StoreError) -> [ImageDecision?] { try reading.decisions(of: digests) }

    func requests(_ images: [PlannedImage]) throws(StoreError) -> [AskedImage?] { try reading.requests(images) }

    func countLackingSymbols(of recipe: Recipe, excluding members: Set<ImageID>) throws(StoreError) -> Int {
        try reading.countLackingSymbols(of: recipe, excluding: members)
    }

    func unseenImages(after last: ImageID?, limit: Int) throws(StoreError) -> [UnseenImage] {
        try reading.unseenImages(after: last, limit: limit).map { unseen in
            UnseenImage(
                image: unseen.image, path: unseen.path, names: unseen.names.filter { !replacedNames.contains($0.id) },
                isMissing: unseen.isMissing)
        }
    }

    func unseenNames(below roots: [FilePath], after last: PathID?, limit: Int) throws(StoreError) -> [UnseenName] {
        try reading.unseenNames(below: roots, after: last, limit: limit)
    }

    /// Takes note of content; false where another name of it was seen before.
    private func markSeen(_ planned: PlannedImage) -> Bool {
        planned.image.map { reading.state.seen.markSeen(content: $0) } ?? true
    }

    /// Takes note of a name that was read, and of other content that the store has for it.
    private func markSeen(nameOf planned: PlannedImage) throws(StoreError) {
        guard case .identified(let found) = planned.source,
            let name = try reading.database.catalog.name(at: found.path, on: reading.volume)
        else { return }
        reading.state.seen.markSeen(unread: name.path, of: nil)
        if let before = name.image, before != planned.image {
            replacedNames.insert(name.path)
            reading.state.seen.replace()
        }
    }

    /// What follows for the further names of content that is to be asked about.
    private func remembering(_ planned: PlannedImage, isCopy: Bool) -> PlannedImage {
        var (decision, isCopy) = (planned.decision, isCopy)
        if case .queue = decision {
            let isFirst: Bool
            switch (planned.image, planned.source) {
            case (let image?, _): isFirst = askedImages.insert(image).inserted
            case (nil, .identified(let found)): isFirst = askedDigests.insert(found.digest).inserted
            case (nil, .known(let image, _, _)): isFirst = askedImages.insert(image).inserted
            }
            if !isFirst { (decision, isCopy) = (decision.ofFurtherName, true) }
        }
        return PlannedImage(source: planned.source, image: planned.image, decision: decision, isCopy: isCopy)
    }
}

extension CatalogReader {
    /// A name that the store has, with the content it has for it.
    fileprivate func name(at path: FilePath, on volume: Volume) throws(StoreError) -> (path: PathID, image: ImageID?)? {
        let stored = paths.stored(path)
        guard let folder = try knownFolderID(of: stored.folder, on: volume) else { return nil }
        return try connection.first(
            """
            SELECT path_id, image_id FROM path
            WHERE folder_id = ? AND path = ? AND path_bytes = ? AND replaced_at IS NULL
            """, .integer(folder), .text(stored.text), .blob(stored.bytes)
        ) { (PathID($0.integer(0)), $0.optionalInteger(1).map { ImageID($0) }) }
    }
}
