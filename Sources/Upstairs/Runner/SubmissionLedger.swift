internal import Catalog
internal import Platform
internal import Planning
internal import Storage
internal import Vocabulary

/// The store's side of a submission: compares, decides and queues, in transactions of a short time each.
///
/// A run is opened when the first task needs it, so that a job with nothing new writes no run.
struct SubmissionLedger {
    private let store: Store
    private let priority: Int?
    private let planner: Planner
    private let own: OpenSubmission
    private let roots: [FilePath]
    private var run: RunID?
    private var transactionBegan: Int64?
    private var seen = Sightings()
    private var counts = SubmissionCounts()
    /// Names so far: the next one's place in the order of the sources.
    private var nextPlace: Int64 = 0
    /// The places of the names that are being read.
    private var reading: Set<Int64> = []
    private(set) var submission = Submission()
    /// Why nothing more is queued: the run was cancelled, or a newer submission of the job asks something else.
    private(set) var end: String?

    /// Begins the submission.
    init(store: Store, job: Job, manifest: PinnedManifest, recipes: [Recipe], priority: Int?) throws(StoreError) {
        self.store = store
        self.priority = priority
        roots = job.roots
        try store.begin()
        transactionBegan = monotonicMilliseconds()
        own = try store.beginSubmission(
            of: manifest, asking: try store.register(recipes), crashLimit: job.retry.deaths)
        planner = Planner(recipes: own.recipes, changes: own.changes, refresh: job.refresh, now: store.clock.now())
        run = try store.openRun(for: own)
        if let run, let priority { try store.prioritize(run, at: priority) }
    }

    /// Takes a listing in, and answers which of its files must be read.
    mutating func take(_ listing: Listing) throws(StoreError) -> Unread {
        try beginIfNeeded()
        let first = nextPlace
        nextPlace += Int64(listing.files.count)
        if end != nil { return Unread() }
        let comparison = try compare(listing, at: first)
        submission.found += listing.files.count
        try commitIfDue()
        let names = comparison.unread.map { (name: listing.files[$0].name, place: first + Int64($0)) }
        reading.formUnion(names.map(\.place))
        return Unread(in: listing.folder, names: names)
    }

    private mutating func compare(_ listing: Listing, at place: Int64) throws(StoreError) -> Comparison {
        let comparison = try store.compare(listing, for: own, in: run, since: planner.since, at: place, &seen)
        submission.answered += comparison.answered
        submission.underWay += comparison.queued
        for known in comparison.unanswered { try plan(known.image, at: known.path) }
        return comparison
    }

    /// Takes in a file that was read, or why it could not be.
    mutating func take(_ file: ReadFile) throws(StoreError) {
        reading.remove(file.file.place)
        try beginIfNeeded()
        if end != nil { return }
        switch file.outcome {
        case .content(let identity, let status):
            submission.read += 1
            try take(try store.keep(identity, at: file.path, status), at: file.file.place)
        case .unchanged(let status):
            let part = Listing(folder: file.path.directory, files: [status], isWhole: false)
            _ = try compare(part, at: file.file.place)
        case .failure(let failure):
            submission.read += 1
            try note(failure, at: file.path, isName: true)
        }
        seen.forgetNewNames(before: reading.min() ?? nextPlace)
        try commitIfDue()
    }

    /// Takes note of an address on the web, and answers how its file was when it was last downloaded.
    mutating func take(web address: FilePath) throws(StoreError) -> (file: NamedFile, known: ListedFile?) {
        submission.found += 1
        let file = NamedFile(path: address, place: nextPlace)
        nextPlace += 1
        reading.insert(file.place)
        try beginIfNeeded()
        return (file, try store.known(address))
    }

    /// Takes in an object in Cloud Storage, which is known by its name alone.
    mutating func take(object name: String) throws(StoreError) {
        try beginIfNeeded()
        let place = nextPlace
        nextPlace += 1
        if end != nil { return }
        submission.found += 1
        try take(try store.keep(reference: name), at: place)
        seen.forgetNewNames(before: reading.min() ?? nextPlace)
        try commitIfDue()
    }

    /// Takes in what the walk could not read.
    mutating func take(_ problem: FindProblem) throws(StoreError) {
        try beginIfNeeded()
        if end != nil { return }
        try note(problem.failure, at: problem.path, isName: problem.isName)
        try commitIfDue()
    }

    /// Ends the submission; one that has seen all sources is completed.
    mutating func close(isInterrupted: Bool, _ catalog: Catalog) throws(StoreError) -> Submission {
        try beginIfNeeded()
        submission.isInterrupted = isInterrupted || end != nil
        if !submission.isInterrupted {
            counts.found = submission.found
            counts.read = submission.read
            counts.known = submission.answered + submission.underWay
            counts.queued = submission.queued
            try store.complete(own, in: run, &counts, seen, below: roots) { path, isListed in
                let isThere = (try? FileStatus(of: path)) != nil
                if !isListed, !catalog.names(path) { return .unwanted }
                return isListed || (!path.isAddress && !isThere) ? .gone : .present
            }
        }
        try store.commit()
        submission.run = run
        submission.counts = counts
        return submission
    }

    /// Takes in a name and its content.
    private mutating func take(_ kept: KeptName, at place: Int64) throws(StoreError) {
        let hasJoined = try store.see(kept, for: own, at: place, &seen)
        try plan(kept.image, at: kept.path, isNew: kept.isNewImage, replaced: hasJoined ? kept.replaced : nil)
    }

    /// Decides what one image needs, and queues it.
    private mutating func plan(
        _ image: ImageID, at path: PathID, isNew: Bool = false, replaced: ImageID? = nil
    ) throws(StoreError) {
        var history =
            isNew ? ImageHistory() : try store.history(of: image, for: own, since: planner.since, in: run)
        history.replaced = replaced
        switch planner.decide(history) {
        case .answered: submission.answered += 1
        case .underWay: submission.underWay += 1
        case .leaveFailed: submission.failedBefore += 1
        case .takeOver(let failure, let floors):
            submission.failedBefore += 1
            try store.takeOver(failure, of: image, at: path, in: try openRun(), floors: floors)
        case .queue(let reason, let floors):
            let run = try openRun()
            if try store.queue(image, at: path, in: run, because: reason, floors: floors, isNew: isNew) {
                submission.queued += 1
            }
        }
    }

    /// Keeps what could not be taken in.
    private mutating func note(_ failure: Failure, at path: FilePath, isName: Bool) throws(StoreError) {
        try store.note(failure, at: path, isName: isName, in: own, &seen)
        if isName { submission.unreadable += 1 } else { submission.brokenSources += 1 }
        if submission.problems.count < mostProblems { submission.problems.append(failure.message) }
    }

    /// The run that new tasks go to.
    private mutating func openRun() throws(StoreError) -> RunID {
        if let run { return run }
        // Another process that submits the same may have opened one since this submission began.
        let theirs = try store.openRun(for: own)
        let opened = if let theirs { theirs } else { try store.addRun(for: own) }
        if let priority { try store.prioritize(opened, at: priority) }
        run = opened
        return opened
    }

    private mutating func beginIfNeeded() throws(StoreError) {
        guard transactionBegan == nil else { return }
        try store.begin()
        transactionBegan = monotonicMilliseconds()
        if try store.isOvertaken(own) {
            end = "a newer submission of the job goes by another manifest or asks another model; this one ends here"
        }
        if let known = run, let totals = try store.totals(of: known) {
            if totals.isCancelled { end = "the run was cancelled meanwhile; nothing more is queued in it" }
            // What was queued before has ended; more of it goes to a new run.
            if !totals.isOpen { run = try store.openRun(for: own) }
        }
    }

    /// Lets other processes write twice a second: each commit writes the pages of the index over digests that it hit, which are
    /// nearly all of them.
    mutating func commitIfDue() throws(StoreError) {
        guard let began = transactionBegan, monotonicMilliseconds() - began >= 500 else { return }
        try store.commit()
        transactionBegan = nil
        // Waiting writers look every ten milliseconds at the least, and would hardly ever meet the moment in between.
        pauseThread(milliseconds: 15)
    }
}

/// Messages that a submission keeps of what it could not take.
private let mostProblems = 100
