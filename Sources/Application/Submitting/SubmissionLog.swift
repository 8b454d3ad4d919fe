internal import Logging
internal import Platform
internal import Storage
internal import Domain

/// Tells a log of a submission: its begin and end, and what was decided about each image.
///
/// Images whose files have not changed and that need nothing are only counted at the end.
struct SubmissionLog {
    let job: String
    let add: (LogEvent) -> Void
    /// Whether what is asked costs something.
    private let isBilled: Bool
    /// The names of files that need no reading, by their place.
    private var names: [Int64: FilePath] = [:]

    init(job: Job, add: @escaping (LogEvent) -> Void) {
        self.job = job.name
        isBilled = job.isBilled
        self.add = add
    }

    /// Tells that it begins.
    func begin() { add(.submission(job: job, run: nil, outcome: .began, LogEvent.Found())) }

    /// Keeps the names of images that a listing gave.
    mutating func note(_ images: [PlannedImage], in listing: Listing, at first: Int64) {
        for image in images {
            guard case .known(_, _, let order) = image.source, order >= first,
                Int(order - first) < listing.files.count
            else { continue }
            names[order] = listing.folder.appending(FilePath(bytes: listing.files[Int(order - first)].name))
        }
    }

    /// What is asked of each image; none at all where that tells nothing: nothing is billed, and each has its name.
    func requests(
        _ images: [PlannedImage], _ asked: () throws(StoreError) -> [AskedImage?]
    ) throws(StoreError) -> [AskedImage?] {
        let hasNamelessImage = images.contains { image in
            if case .known(_, _, let order) = image.source { names[order] == nil } else { false }
        }
        return isBilled || hasNamelessImage ? try asked() : []
    }

    /// Tells what was decided, and forgets where these images were found.
    ///
    /// - Parameter requests: what is asked of each of them; none where that tells nothing.
    mutating func log(_ images: [PlannedImage], requests: [AskedImage?], run: RunID?) {
        for (index, image) in images.enumerated() {
            let asked = index < requests.count ? requests[index] : nil
            let (outcome, reason): (LogEvent.Decision, QueueReason?) =
                switch image.decision {
                case .outsideShare: (.outsideShare, nil)
                case .answered: (.answered, nil)
                case .alreadyQueued: (.alreadyQueued, nil)
                case .skipFailed, .awaitRetry, .copyFailure: (.failedBefore, nil)
                case .queue(let reason, _, _): (.queued, reason)
                }
            add(
                .decision(
                    job: job, run: reason == nil ? nil : run, logged(image, asked), outcome: outcome,
                    reason: reason?.word, units: isBilled ? asked?.missingRecipes.count : nil))
        }
        for case .known(_, _, let order) in images.map(\.source) { names[order] = nil }
    }

    /// Tells how it ended.
    func end(_ submission: SubmissionResult) {
        var found = LogEvent.Found()
        found.found = submission.found
        found.read = submission.read
        found.known = submission.answered + submission.alreadyQueued + submission.copies
        found.queued = submission.queued
        found.renamed = submission.counts.renamed
        found.missing = submission.counts.missing
        let outcome: LogEvent.SubmissionEnding =
            switch submission.end {
            case .overtaken: .overtaken
            case .runCancelled: .cancelled
            case nil where submission.refusal != nil: .refused
            case nil where submission.hasFailedQuery && !submission.isInterrupted: .incomplete
            case nil: submission.isInterrupted ? .interrupted : .complete
            }
        add(.submission(job: job, run: submission.run, outcome: outcome, found))
    }

    private func logged(_ image: PlannedImage, _ asked: AskedImage?) -> LoggedImage {
        switch image.source {
        case .known(_, _, let order): return LoggedImage(digest: nil, path: names[order] ?? asked?.path)
        case .identified(let image):
            guard case .file(let identity, _) = image.content else { return LoggedImage(digest: nil, path: image.path) }
            return LoggedImage(digest: identity.key.digest, path: image.path)
        }
    }
}
