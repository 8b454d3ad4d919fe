internal import Planning
internal import Storage
internal import Domain

/// Images of a billed job that would be asked again though the job knew them.
///
/// They are queued when all sources were seen, and none of them where they are too many: that is a question first.
struct HeldImages {
    /// Answers the job's limit; is asked when images are held, until it answers.
    private let limit: (_ count: Int) throws(StoreError) -> BulkLimit?
    private var knownLimit: BulkLimit?
    /// The first name of each image, and further names; none once the limit is exceeded, whereupon they are only
    /// counted.
    private var firstNames: [PlannedImage] = []
    private var furtherNames: [PlannedImage] = []
    /// What is asked of the images once the limit is exceeded.
    private var tally: PlanTally
    private(set) var isOverLimit = false
    private var images = PlannedImageSet()
    /// The place of the first of them in the order of the sources.
    private(set) var firstOrder: Int64?

    /// No image.
    ///
    /// - Parameter tally: of nothing.
    init(tally: PlanTally, limit: @escaping (_ count: Int) throws(StoreError) -> BulkLimit?) {
        self.tally = tally
        self.limit = limit
    }

    /// Keeps the images back that would be asked again; answers the others.
    mutating func hold(_ planned: [PlannedImage], _ session: any SubmissionPreview) throws(StoreError) -> [PlannedImage]
    {
        guard firstOrder != nil || planned.contains(where: \.decision.asksAgain) else { return planned }
        let unanswered = try unanswered(among: planned, session)
        var others: [PlannedImage] = []
        var new: [PlannedImage] = []
        for image in planned {
            if image.decision.asksAgain, !unanswered.contains(image.order) {
                firstOrder = min(firstOrder ?? .max, image.order)
                if images.insert(image) { new.append(image) } else if !isOverLimit { furtherNames.append(image) }
            } else if image.decision == .alreadyQueued, images.contains(image) {
                // A further name would be queued in the place of the first one, which is not there yet.
                if !isOverLimit { furtherNames.append(image) }
            } else {
                others.append(image)
            }
        }
        firstNames += new
        if !isOverLimit, try isTooMany() {
            isOverLimit = true
            new = firstNames
            furtherNames = []
        }
        if isOverLimit {
            for case let asked? in try session.requests(new) { tally.add(asked) }
            firstNames = []
        }
        return others
    }

    /// The places of images whose names held others that were never answered: they are asked for the first time.
    private func unanswered(
        among planned: [PlannedImage], _ session: any SubmissionPreview
    ) throws(StoreError) -> Set<Int64> {
        let changed = planned.filter { if case .queue(.bytesChanged, _, _) = $0.decision { true } else { false } }
        let asked = try session.requests(changed)
        return Set(zip(changed, asked).filter { $0.1?.asksAgain == false }.map(\.0.order))
    }

    private mutating func isTooMany() throws(StoreError) -> Bool {
        if knownLimit == nil { knownLimit = try limit(images.count) }
        return knownLimit?.refuses(images.count) ?? false
    }

    /// Hands on what was held, which is then asked.
    mutating func release() -> [PlannedImage] {
        defer {
            (firstNames, furtherNames) = ([], [])
            firstOrder = nil
        }
        return firstNames + furtherNames
    }

    /// Why nothing of it is asked; nil where it may be.
    ///
    /// - Parameter recipes: those that were asked before, as far as they are known.
    func refusal(earlier recipes: [Recipe]) -> SubmissionRefusal? {
        guard isOverLimit, let known = knownLimit?.known else { return nil }
        return .again(tally.summary(earlier: recipes).reasons, known: known)
    }
}

extension ImageDecision {
    /// Whether it asks for what the job had an answer to.
    fileprivate var asksAgain: Bool {
        if case .queue(let reason, _, _) = self { reason.asksAgain } else { false }
    }
}
