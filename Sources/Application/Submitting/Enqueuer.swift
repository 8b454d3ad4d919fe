internal import Planning
internal import Storage
internal import Domain

/// Writes decisions down: the sink of a submission.
struct Enqueuer: DecisionHandler {
    /// A name whose image is held may come a second time.
    var isWriting: Bool { held?.firstOrder == nil }
    private let session: any SubmissionSession
    /// The only work that may be queued; nil: all that lacks something.
    private let pinned: PlannedWork?
    /// What would be asked again, where too much of it is refused.
    private(set) var held: HeldImages?
    private var log: SubmissionLog?
    /// The number of the newest batch.
    private var batch = 0
    /// How many images were to be queued for each reason.
    private(set) var reasons: [QueueReason: Int] = [:]

    /// The sink of a submission that was begun.
    init(
        _ session: any SubmissionSession, pinned: PlannedWork? = nil, holding held: HeldImages? = nil,
        log: SubmissionLog? = nil
    ) {
        self.session = session
        self.held = held
        self.log = log
        self.pinned = pinned
    }

    mutating func add(_ images: [PlannedImage], _ problems: [SubmissionProblem], settledOrder: Int64)
        throws(StoreError) -> SubmissionProgress
    {
        let images = try pinned.map { pinned throws(StoreError) in try only(pinned, of: images) } ?? images
        let free = try held?.hold(images, session) ?? images
        return try write(free, problems, settledOrder: min(settledOrder, held?.firstOrder ?? .max))
    }

    mutating func release() throws(StoreError) -> SubmissionProgress? {
        guard held?.firstOrder != nil, let images = held?.release() else { return nil }
        return try write(images, [], settledOrder: .max)
    }

    private mutating func write(_ images: [PlannedImage], _ problems: [SubmissionProblem], settledOrder: Int64)
        throws(StoreError) -> SubmissionProgress
    {
        batch += 1
        // What is asked must be read before it is written down.
        let requests = try log?.requests(images) { () throws(StoreError) in try session.requests(images) }
        let progress = try session.apply(
            SubmissionBatch(number: batch, images: images, problems: problems, settledOrder: settledOrder))
        if progress.end == nil {
            count(images)
            log?.log(images, requests: requests ?? [], run: progress.run)
        }
        return progress
    }

    /// Counts each content of a batch once: a listing and a file that was read may both have found it.
    private mutating func count(_ images: [PlannedImage]) {
        var known: Set<ImageID> = []
        // Nearly all of a first submission are new, and a million look-ups by a reason cost more than a number.
        var new = 0
        for image in images {
            guard case .queue(let reason, _, _) = image.decision, image.image.map({ known.insert($0).inserted }) ?? true
            else { continue }
            if reason == .new { new += 1 } else { reasons[reason.counted, default: 0] += 1 }
        }
        if new > 0 { reasons[.new, default: 0] += new }
    }

    mutating func note(_ images: [PlannedImage], in listing: Listing, at first: Int64) {
        log?.note(images, in: listing, at: first)
    }

    mutating func countKnown(_ diff: ListingDiff) {}

    mutating func countUnread(_ count: Int) {}

    /// Leaves out what would be queued and is not pinned: the next submission finds it.
    private func only(_ pinned: PlannedWork, of images: [PlannedImage]) throws(StoreError) -> [PlannedImage] {
        zip(images, try session.requests(images)).compactMap { image, asked in
            asked.map { pinned.contains($0.key, missingRecipes: $0.missingRecipes) } ?? true ? image : nil
        }
    }
}

extension QueueReason {
    /// The reason by which images are counted: whatever content they held before.
    fileprivate var counted: QueueReason {
        if case .bytesChanged = self { .bytesChanged(from: ImageID(0)) } else { self }
    }
}
