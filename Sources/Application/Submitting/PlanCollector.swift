internal import Planning
internal import Platform
internal import Storage
internal import Domain

/// Counts decisions and writes nothing: the sink of a plan.
struct PlanCollector: DecisionHandler {
    private let session: any SubmissionPreview
    private let recipeCount: Int
    /// Whether the images are kept one by one.
    private let keepsImages: Bool
    /// What is asked, in numbers.
    private(set) var tally: PlanTally
    /// Of that, what is asked again of images that the job knew.
    private(set) var again: PlanTally
    /// The images that are asked about, each once.
    private(set) var images: [PinnedImage] = []
    /// Those that jobs behind this one may be shown.
    private(set) var askedImages = AskedImages()
    /// Files that were not read.
    private(set) var unread = 0
    /// Names that a source gives and that are not there.
    private(set) var missingNames: Set<FilePath> = []

    /// The sink of a look at a job's sources.
    init(_ session: any SubmissionPreview, asking recipes: [Recipe], prices: PriceList, keepsImages: Bool) {
        self.session = session
        self.keepsImages = keepsImages
        recipeCount = recipes.count
        tally = PlanTally(recipes: recipes, prices: prices)
        again = tally
    }

    mutating func add(_ images: [PlannedImage], _ problems: [SubmissionProblem], settledOrder: Int64)
        throws(StoreError) -> SubmissionProgress
    {
        var progress = SubmissionProgress()
        progress.run = session.run
        for problem in problems where problem.isName && problem.failure.kind == .missing {
            missingNames.insert(problem.path)
        }
        for (image, asked) in zip(images, try session.requests(images)) {
            switch image.decision {
            case .outsideShare: continue
            case .queue:
                guard let asked else { continue }
                progress.queued += 1
                add(asked)
                if let image = image.image { askedImages.known.insert(image) } else { askedImages.new += 1 }
            case .answered where image.isCopy, .alreadyQueued where image.isCopy, .skipFailed where image.isCopy,
                .awaitRetry where image.isCopy:
                progress.copies += 1
            case .answered:
                progress.answered += 1
                tally.addKnown()
            case .alreadyQueued: progress.alreadyQueued += 1
            case .awaitRetry, .copyFailure(_, _, isOpen: true): progress.awaitingRetry += 1
            case .skipFailed, .copyFailure: progress.failedBefore += 1
            }
        }
        return progress
    }

    private mutating func add(_ asked: AskedImage) {
        let (reason, missingRecipes) = tally.add(asked)
        if asked.asksAgain { again.add(asked) }
        guard keepsImages else { return }
        images.append(
            PinnedImage(asked.key, reason: reason, missingRecipes: missingRecipes, path: asked.path))
    }

    mutating func countKnown(_ diff: ListingDiff) { tally.addKnown(diff.answered - diff.copies) }

    mutating func countUnread(_ count: Int) {
        unread += count
        askedImages.new += count
        for _ in 0..<count { tally.add(.new, missingRecipes: RecipeIndexes(first: recipeCount)) }
    }
}
