internal import Catalog
internal import Platform
internal import Storage
internal import Domain

/// Brings what a scan finds to decisions: many images at a time are decided on, and then handed to a sink.
///
/// An image waits here for half a second at most, and not while the scan waits.
struct SourceIntake<Sink: DecisionHandler> {
    private let session: any SubmissionPreview
    private let clock: MonotonicClock
    /// Whether new and changed files are read.
    let readsFiles: Bool
    private(set) var sink: Sink
    private var images: [IdentifiedImage] = []
    private var planned: [PlannedImage] = []
    private var problems: [SubmissionProblem] = []
    /// When the first image that waits here came.
    private var began: Int64?
    /// Names so far: the next one's place in the order of the sources.
    private var nextOrder: Int64 = 0
    private var edits = EditCounter()
    /// The places of the names that are being read.
    private var reading: Set<Int64> = []
    private(set) var submission = SubmissionResult()
    /// The query, by its key in the manifest, during which the look at the sources was ended; nil: there was none.
    private(set) var endedQuery: String?
    /// Why nothing more is taken in; nil as a rule.
    private(set) var end: SubmissionEnd?

    /// An intake that has seen nothing.
    init(
        _ session: any SubmissionPreview, into sink: Sink, clock: MonotonicClock, readsFiles: Bool = true
    ) {
        self.session = session
        self.clock = clock
        self.sink = sink
        self.readsFiles = readsFiles
    }

    /// Takes a listing in, and answers which of its files must be read.
    mutating func add(_ listing: Listing) throws(StoreError) -> PendingFiles {
        let first = nextOrder
        nextOrder += Int64(listing.files.count)
        submission.found += listing.files.count
        let diff = try compare(listing, at: first)
        try flushIfDue()
        guard readsFiles else {
            sink.countUnread(diff.unread.count)
            return PendingFiles()
        }
        let names = diff.unread.map { (name: listing.files[$0].name, order: first + Int64($0)) }
        reading.formUnion(names.map(\.order))
        return PendingFiles(
            in: SourcePath(listing.folder, as: listing.reading), share: listing.share, names: names)
    }

    private mutating func compare(_ listing: Listing, at order: Int64) throws(StoreError) -> ListingDiff {
        let diff = try session.diff(listing, at: order)
        if !diff.images.isEmpty { sink.note(diff.images, in: listing, at: order) }
        add(diff)
        return diff
    }

    /// Counts what needs nothing, and keeps what must be written.
    private mutating func add(_ diff: ListingDiff) {
        submission.answered += diff.answered - diff.copies
        submission.alreadyQueued += diff.queued - diff.queuedCopies
        submission.copies += diff.copies + diff.queuedCopies
        submission.outsideShare += diff.outsideShare
        sink.countKnown(diff)
        guard !diff.images.isEmpty else { return }
        planned += diff.images
        startWaiting()
    }

    /// Takes in a file that was read, or why it could not be.
    mutating func add(_ file: ReadFile) throws(StoreError) {
        reading.remove(file.file.order)
        switch file.outcome {
        case .content(let identity, let status):
            submission.read += 1
            let isOutside = file.file.share?.contains(identity.key.digest) == false
            if isOutside { submission.outsideShare += 1 }
            images.append(
                IdentifiedImage(
                    path: file.path, reading: file.file.reading, isOutsideShare: isOutside, order: file.file.order,
                    content: .file(identity, status)))
            startWaiting()
        case .unchanged(let status):
            let part = Listing(
                folder: file.path.directory, files: [status], isWhole: false, reading: file.file.reading,
                share: file.file.share)
            _ = try compare(part, at: file.file.order)
        case .failure(let failure):
            submission.read += 1
            note(
                failure, at: SourcePath(file.path, as: file.file.reading), isName: true,
                words: "\(file.path): \(failure.message)")
        }
        try flushIfDue()
    }

    /// Takes note of an address on the web, and answers how its file was when it was last downloaded; nil where it is
    /// not to be downloaded.
    mutating func add(web address: SourcePath, _ share: ImageShare? = nil) throws(StoreError)
        -> (file: NamedFile, known: ListedFile?)?
    {
        submission.found += 1
        let file = NamedFile(path: address.path, reading: address.reading, share: share, order: nextOrder)
        nextOrder += 1
        let known = try session.lastSeen([address.path], as: address.reading).first ?? nil
        guard readsFiles else {
            if let known {
                _ = try compare(
                    Listing(
                        folder: address.path.directory, files: [known], isWhole: false, reading: address.reading,
                        share: share),
                    at: file.order)
            } else {
                sink.countUnread(1)
            }
            return nil
        }
        reading.insert(file.order)
        return (file, known)
    }

    /// Takes in objects in Cloud Storage, which are known by their names alone: those outside of the share need not
    /// be remembered.
    mutating func add(objects names: [String], _ share: ImageShare? = nil) throws(StoreError) {
        submission.found += names.count
        for name in names {
            if let share, !share.contains(ImageKey(referenceTo: FilePath(name)).digest) {
                submission.outsideShare += 1
                continue
            }
            images.append(IdentifiedImage(path: FilePath(name), order: nextOrder, content: .reference))
            nextOrder += 1
        }
        startWaiting()
        try flushIfDue()
    }

    /// Takes in the images of a query; `isEnding` is called often meanwhile, and true ends it.
    mutating func add(
        _ query: ImageQuery, at keyPath: String, within limit: TimeSpan, isEnding: () throws(StoreError) -> Bool
    ) throws(StoreError) {
        try flush()
        switch try session.images(of: query, within: limit, isEnding: isEnding) {
        case .ended: endedQuery = keyPath
        case .failed(let error):
            submission.hasFailedQuery = true
            note(error.failure(of: query, at: keyPath), at: SourcePath(FilePath(keyPath)), isName: false)
        case .images(let images):
            submission.imagesGiven.append(images.members.count + images.missingNames.count)
            submission.rowsWithoutImage += images.rowsWithoutImage
            submission.repeatedRows += images.repeatedRows
            var first = 0
            while first < images.members.count, end == nil {
                let page = images.members[first..<min(first + maxWaiting, images.members.count)]
                try add(page, keeps: query.keeps)
                first = page.endIndex
                if try isEnding() { return endedQuery = keyPath }
            }
        }
    }

    private mutating func add(_ images: ArraySlice<QueriedImages.Member>, keeps: Bool) throws(StoreError) {
        let first = nextOrder
        nextOrder += Int64(images.count)
        submission.found += images.count
        add(try session.diff(images, keeps: keeps, at: first))
        try flushIfDue()
    }

    /// Takes in what the scan could not read.
    mutating func add(_ problem: SourceProblem) throws(StoreError) {
        note(problem.failure, at: SourcePath(problem.path, as: problem.reading), isName: problem.isName)
        try flushIfDue()
    }

    /// Keeps what could not be taken in.
    ///
    /// - Parameter words: what is said where nothing else names it; nil: the failure's message names it.
    private mutating func note(_ failure: Failure, at name: SourcePath, isName: Bool, words: String? = nil) {
        problems.append(SubmissionProblem(failure, at: name.path, reading: name.reading, isName: isName))
        submission.add(failure, isName: isName, words: words ?? failure.message)
        startWaiting()
    }

    /// Takes note of a source that gave no file, which is remembered, so that it is told once.
    mutating func add(_ problem: SourceProblem, emptySource text: String) {
        submission.emptySources.append(EmptySource(source: problem.path.description, text: text))
        problems.append(SubmissionProblem(problem.failure, at: problem.path, isName: false, isNotice: true))
        startWaiting()
    }

    /// Takes note of files that a source has passed.
    mutating func add(skipped files: SkippedFiles) { submission.skipped.add(files) }

    /// Takes note of patterns of `exclude` that have left nothing out.
    mutating func add(idleExclusions patterns: [String]) { submission.idleExclusions = patterns }

    private mutating func startWaiting() { if began == nil { began = clock.now() } }

    /// Submits what is buffered where it is many images, or has been for long.
    mutating func flushIfDue() throws(StoreError) {
        guard let began else { return }
        let isFull = images.count + planned.count + problems.count >= maxWaiting
        if isFull || clock.now() - began >= maxWait { try flush() }
    }

    /// Submits what is buffered.
    mutating func flush() throws(StoreError) {
        if began != nil { try submitBatch() }
    }

    /// Submits what is buffered, and an empty batch where nothing is.
    mutating func submitBatch() throws(StoreError) {
        if end != nil { return }
        images.sort { $0.order < $1.order }
        let decided = try session.decide(images)
        edits.count(decided, into: &submission)
        // A sum of arrays copies both, image by image.
        let progress = try sink.add(
            planned.isEmpty ? decided : planned + decided, problems, settledOrder: reading.min() ?? nextOrder)
        if sink.isWriting { edits.forget() }
        began = nil
        images.removeAll(keepingCapacity: true)
        planned = []
        problems = []
        count(progress)
    }

    /// Submits what was held until all sources were seen.
    mutating func release() throws(StoreError) {
        if end == nil, let progress = try sink.release() { count(progress) }
    }

    private mutating func count(_ progress: SubmissionProgress) {
        submission.add(progress)
        end = progress.end
    }
}

/// Images that are decided on and written together: each commit writes the pages of the index over digests that it hit.
private let maxWaiting = 16_384
/// Milliseconds for which something waits to be written.
private let maxWait: Int64 = 500
