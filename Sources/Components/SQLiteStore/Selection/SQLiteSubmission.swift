internal import Crypto
internal import Planning
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// One look at a job's sources, in a SQLite store.
final class SQLiteSubmission: SubmissionSession {
    let database: Database
    let own: OpenSubmission
    let planner: Planner
    /// What every image needs of which nothing is known.
    let newDecision: ImageDecision
    let priority: Int?
    let volume: Volume
    let isGiven: @Sendable (SourcePath, Digest) -> Bool
    let statements: SubmissionStatements
    var state = SubmissionState()
    /// The folder of the newest address in this transaction.
    var lastFolder: (path: [UInt8], id: Int64)?
    /// The digests of the images that were decided on last.
    var decided = DecidedDigests()
    /// The names of which `unseenNames` gives pages, by number.
    var unseenNameRows: [Int64] = []
    /// The own name of each member that `unseenImages` has given.
    var unseenOwnNames: [ImageID: PathID] = [:]
    /// Whether the submissions were completed that brought members of which no name was seen.
    var completions: [Int64: Bool] = [:]
    /// Answers that images are taken to have, by recipe.
    var assumed: [RecipeID: [ImageID: Timestamp]] = [:]
    /// Whether the store has names that are read in another way than this one.
    var hasOtherReadings: [Reading: Bool] = [:]
    /// The digests of recipes that were there before.
    var recipeDigests: [RecipeID: Digest] = [:]

    var run: RunID? { state.run }
    var history: ManifestHistory { own.history }

    /// Begins a submission, or finds the one that was begun with the same key.
    convenience init(_ request: SubmissionRequest, in database: Database) throws(StoreError) {
        let (own, run) = try database.write { transaction throws(StoreError) in
            let own = try transaction.submissions.begin(
                of: request.manifest, asking: try transaction.recipes.register(request.recipes),
                crashLimit: request.crashLimit,
                key: request.key)
            let run = try database.submissions.openRun(for: own)
            if let run, let priority = request.priority, !own.isRepeated {
                try transaction.runs.prioritize(run, at: priority)
            }
            return (own, run)
        }
        try self.init(own, run: run, request, in: database)
    }

    /// A session on a submission that is written down, or that is only looked at.
    init(_ own: OpenSubmission, run: RunID?, _ request: SubmissionRequest, in database: Database) throws(StoreError) {
        self.database = database
        var own = own
        own.hasFloors = try database.submissions.hasFloors(own.job)
        self.own = own
        priority = request.priority
        volume = request.volume
        isGiven = request.isGiven
        state.run = run
        let planner = Planner(
            recipes: own.recipes, changes: own.changes, refresh: request.refresh, retryNights: request.retryNights,
            now: own.startedAt)
        self.planner = planner
        newDecision = planner.decide(ImageHistory())
        statements = try SubmissionStatements(own, since: planner.since, on: database.connection)
    }

    var asksOtherRecipes: Bool {
        get throws(StoreError) {
            try database.connection.first(
                """
                SELECT recipe_set_id <> ? FROM submission WHERE submission_id =
                    (SELECT selected_submission_id FROM job WHERE job_id = ?)
                """, .integer(own.set.value), .integer(own.job.value)
            ) { $0.integer(0) != 0 } ?? false
        }
    }

    func assume(_ answered: [ImageID: Timestamp], to recipe: Int) { assumed[own.recipes[recipe]] = answered }

    func lastSeen(_ addresses: [FilePath], as reading: Reading) throws(StoreError) -> [ListedFile?] {
        try database.snapshot { () throws(StoreError) in
            var files: [ListedFile?] = []
            for address in addresses {
                files.append(try database.catalog.known(address, in: scope(of: reading))?.file)
            }
            return files
        }
    }

    /// Where a source's names are.
    func scope(of reading: Reading) -> FolderScope { FolderScope(volume: volume, reading: reading) }

    /// Why nothing more may be written.
    ///
    /// A run that has ended is left for the one that new tasks join now, where there is one.
    func end(_ state: inout SubmissionState) throws(StoreError) -> SubmissionEnd? {
        if try database.submissions.isOvertaken(own) { return .overtaken }
        guard let run = state.run else { return nil }
        let status = try database.connection.first(
            "SELECT cancelled_at IS NOT NULL, queued + running > 0 FROM run WHERE run_id = ?", .integer(run.value)
        ) { (isCancelled: $0.integer(0) != 0, isOpen: $0.integer(1) != 0) }
        if let status, status.isCancelled { return .runCancelled }
        if let status, !status.isOpen { state.run = try database.submissions.openRun(for: own) }
        return nil
    }

    /// What an image needs by what is known of it.
    ///
    /// - Parameters:
    ///   - image: nil: one that the store does not have.
    ///   - replaced: the content that its name held before, where that counts.
    ///   - former: what was asked of its name before it was read in another way.
    func decide(
        _ image: ImageID?, replaced: ImageID? = nil, askedAs former: RecipeID? = nil, in run: RunID?
    ) throws(StoreError) -> ImageDecision {
        var history = ImageHistory()
        if let image {
            history = try database.submissions.history(of: image, for: own, since: planner.since, in: run)
            for (recipe, images) in assumed {
                if let moment = images[image] {
                    history.answers.append(ImageHistory.Answered(recipe: recipe, at: moment, generation: 1))
                }
            }
        }
        history.replaced = replaced
        history.formerReading = former
        return planner.decide(history)
    }
}

extension ImageDecision {
    /// What follows for a second name of the same content.
    var ofFurtherName: ImageDecision {
        switch self {
        case .queue: .alreadyQueued
        case .copyFailure: .skipFailed
        case .answered, .alreadyQueued, .skipFailed, .awaitRetry, .outsideShare: self
        }
    }
}

/// What a session remembers of its submission; a transaction changes a copy, which counts once it is committed.
struct SubmissionState {
    /// The run that new tasks join, where there is one.
    var run: RunID?
    var openedRun: RunID?
    /// Which names and contents were seen.
    var seen = SeenNames()
    /// The rows of what could not be taken and was found so by this submission.
    var noted = RowSet()
    /// Folders that were listed whole when the store did not have them.
    var newFolders: Set<SourcePath> = []
    /// How far the newest batch is written.
    var batch = AppliedBatch(number: 0)
}

/// How far a batch is written.
struct AppliedBatch {
    /// The batch.
    let number: Int
    /// How many of its images are written.
    var images = 0
    /// How many of its problems are written.
    var problems = 0
    /// What came of them.
    var progress = SubmissionProgress()

    /// A batch of which nothing is written.
    init(number: Int) { self.number = number }
}
