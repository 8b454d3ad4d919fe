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
    private let manifest: PinnedManifest
    private let deaths: Int
    private let priority: Int?
    private let recipes: [RecipeID]
    private let planner: Planner
    private let startedAt: Timestamp
    private var run: RunID?
    private var isRunOpen: Bool
    private var transactionBegan: Int64?
    private let roots: [FilePath]
    private(set) var submission: Submission
    /// Whether somebody has cancelled the run since tasks were first queued in it: nothing more is.
    private(set) var isCancelled = false

    /// Looks up the job's newest run and gives its recipes their numbers.
    init(store: Store, job: Job, manifest: PinnedManifest, recipes: [Recipe], priority: Int?)
        throws(StoreError)
    {
        self.store = store
        self.manifest = manifest
        deaths = job.retry.deaths
        self.priority = priority
        startedAt = store.clock.now()
        try store.begin()
        transactionBegan = monotonicMilliseconds()
        self.recipes = try store.register(recipes)
        planner = Planner(recipes: self.recipes, refresh: job.refresh, now: startedAt)
        let latest = try store.latestRun(of: manifest)
        run = latest?.run
        isRunOpen = latest?.isOpen ?? false
        roots = job.roots
        submission = Submission(run: latest?.run ?? RunID(0))
        if let run, isRunOpen {
            try store.updateWaiting(in: run, toAsk: self.recipes)
            if let priority { try store.prioritize(run, at: priority) }
        }
    }

    /// Takes a listing in, and answers which of its files must be read.
    mutating func take(_ listing: Listing) throws(StoreError) -> Unread {
        try beginIfNeeded()
        if isCancelled { return Unread(in: listing.folder, names: []) }
        let comparison = try store.compare(listing, asking: recipes, since: planner.since)
        submission.found += listing.files.count
        submission.answered += comparison.answered
        for known in comparison.unanswered { try plan(known.image, at: known.path) }
        let gone = comparison.absent.filter { absent in
            (try? FileStatus(of: listing.folder.appending(FilePath(bytes: absent.name)))) == nil
        }
        try store.markMissing(gone.map(\.path))
        try commitIfDue()
        return Unread(in: listing.folder, names: comparison.unread.map { listing.files[$0].name })
    }

    /// Takes in a file that was read, or why it could not be.
    mutating func take(_ file: ReadFile) throws(StoreError) {
        try beginIfNeeded()
        if isCancelled { return }
        switch file.outcome {
        case .content(let identity, let status):
            submission.read += 1
            let kept = try store.keep(identity, at: file.path, status)
            try plan(kept.image, at: kept.path, isNew: kept.isNew)
        case .unchanged(let status):
            let part = Listing(folder: file.path.directory, files: [status], isWhole: false)
            let comparison = try store.compare(part, asking: recipes, since: planner.since)
            submission.answered += comparison.answered
            for known in comparison.unanswered { try plan(known.image, at: known.path) }
        case .failure(let failure):
            submission.read += 1
            let row = try fail(file.path, failure)
            if failure.kind == .missing { try store.markMissing([row]) }
        }
        try commitIfDue()
    }

    /// Takes note of an address on the web, and answers how its file was when it was last downloaded.
    mutating func take(web address: FilePath) throws(StoreError) -> ListedFile? {
        submission.found += 1
        return try store.known(address)
    }

    /// Takes in an object in Cloud Storage, which is known by its name alone.
    mutating func take(object name: String) throws(StoreError) {
        try beginIfNeeded()
        if isCancelled { return }
        submission.found += 1
        let kept = try store.keep(reference: name)
        try plan(kept.image, at: kept.path, isNew: kept.isNew)
        try commitIfDue()
    }

    /// Takes in what the walk could not read.
    mutating func take(_ problem: FindProblem) throws(StoreError) {
        try beginIfNeeded()
        if isCancelled { return }
        try fail(problem.path, problem.failure)
        try commitIfDue()
    }

    /// Ends the submission: notes names that are gone with their folders, and commits.
    mutating func close(isInterrupted: Bool) throws(StoreError) -> Submission {
        try beginIfNeeded()
        if !isInterrupted {
            for root in roots {
                let unseen = try store.names(below: root, unseenSince: startedAt)
                try store.markMissing(unseen.filter { (try? FileStatus(of: $0.file)) == nil }.map(\.path))
            }
        }
        let run: RunID
        if let known = self.run { run = known } else { run = try store.openRun(of: manifest, deaths: deaths) }
        try store.commit()
        submission.run = run
        submission.isInterrupted = isInterrupted
        return submission
    }

    /// Decides what one image needs, and queues it.
    private mutating func plan(_ image: ImageID, at path: PathID, isNew: Bool = false) throws(StoreError) {
        let history =
            isNew
            ? ImageHistory()
            : try store.history(of: image, asking: recipes, since: planner.since, in: isRunOpen ? run : nil)
        switch planner.decide(history) {
        case .answered: submission.answered += 1
        case .show(let hidden):
            try store.show(hidden, of: image)
            submission.answered += 1
        case .underWay: submission.underWay += 1
        case .leaveFailed: submission.failedBefore += 1
        case .queue(let lacking, _, let hidden):
            try store.show(hidden, of: image)
            let set = try store.featureSet(of: lacking)
            let run = try openRun()
            if try store.queue(image, at: path, asking: set, in: run, isNew: isNew) { submission.queued += 1 }
        }
    }

    /// Records a name that could not be read; one that failed in the newest run already opens no new one.
    @discardableResult
    private mutating func fail(_ path: FilePath, _ failure: Failure) throws(StoreError) -> PathID {
        let row = try store.keepUnread(path)
        let set = try store.featureSet(of: recipes)
        submission.unreadable += 1
        if let run, !isRunOpen, try store.hasFailed(row, in: run) { return row }
        try store.fail(row, failure, asking: set, in: try openRun())
        return row
    }

    /// The run that new tasks go to.
    private mutating func openRun() throws(StoreError) -> RunID {
        if let run, isRunOpen { return run }
        // Another process that submits the same may have opened one since this submission began.
        let latest = try store.latestRun(of: manifest)
        let theirs = latest.flatMap { $0.isOpen ? $0.run : nil }
        let opened = if let theirs { theirs } else { try store.openRun(of: manifest, deaths: deaths) }
        if let priority { try store.prioritize(opened, at: priority) }
        run = opened
        isRunOpen = true
        return opened
    }

    private mutating func beginIfNeeded() throws(StoreError) {
        guard transactionBegan == nil else { return }
        try store.begin()
        transactionBegan = monotonicMilliseconds()
        if let run, isRunOpen { isCancelled = try store.totals(of: run)?.isCancelled ?? false }
    }

    /// Lets other processes write twice a second: each commit writes the pages of the index over digests that it hit, which are
    /// nearly all of them.
    mutating func commitIfDue() throws(StoreError) {
        guard let began = transactionBegan, monotonicMilliseconds() - began >= 500 else { return }
        try store.commit()
        transactionBegan = nil
        // Who waits for its turn looks every ten milliseconds at the least, and would hardly ever meet the moment in between.
        pauseThread(milliseconds: 15)
    }
}
