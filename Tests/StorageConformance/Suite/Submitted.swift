internal import Platform
internal import Storage
internal import Domain

/// A submission as the program makes one: it compares, reads what is new, decides, applies and finishes.
final class Submitted {
    let session: any SubmissionSession
    private var number = 0
    private var order: Int64 = 0
    private(set) var counts = SubmissionCounts()
    private(set) var progress = SubmissionProgress()
    private(set) var outcome: SubmissionOutcome?

    init(_ scene: Scene, _ request: SubmissionRequest, in store: (any Store)? = nil) throws {
        session = try (store ?? scene.store).submission(request)
    }

    /// The run that has the queued images.
    var run: RunID? {
        if case .completed(_, let run) = outcome { run } else { progress.run }
    }

    /// Takes in the whole folder.
    func see(_ pictures: [Picture]) throws {
        let sorted = pictures.sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
        let diff = try diff(sorted)
        let read = diff.unread.map { sorted[$0].identified(at: order + Int64($0)) }
        order += Int64(sorted.count)
        counts.found += sorted.count
        counts.read += read.count
        counts.known += diff.answered + diff.queued
        try apply(diff.images + session.decide(read))
    }

    /// What the store knows of the whole folder.
    func diff(_ sorted: [Picture]) throws -> ListingDiff {
        let listing = Listing(folder: Picture.folder, files: sorted.map(\.listed), isWhole: true)
        return try session.diff(listing, at: order)
    }

    /// Decides about what was read, and writes it down.
    func take(_ images: [IdentifiedImage]) throws {
        counts.found += images.count
        counts.read += images.count
        order += Int64(images.count)
        try apply(try session.decide(images))
    }

    /// Writes decisions down.
    func apply(_ images: [PlannedImage], problems: [SubmissionProblem] = []) throws {
        number += 1
        let batch = SubmissionBatch(number: number, images: images, problems: problems, settledOrder: order)
        let one = try session.apply(batch)
        progress.run = one.run ?? progress.run
        progress.queued += one.queued
        progress.answered += one.answered
        progress.alreadyQueued += one.alreadyQueued
        progress.failedBefore += one.failedBefore
        progress.end = one.end ?? progress.end
        counts.queued += one.queued
        counts.known += one.answered + one.alreadyQueued
    }

    /// Completes the submission.
    ///
    /// - Parameter unwanted: names that are there, and that no source gives any more.
    @discardableResult
    func finish(
        unwanted: Set<String> = [], missingAtMost: Int? = nil, removedAtMost: Int? = nil, night: RequestKey? = nil
    ) throws -> SubmissionOutcome {
        var completion = SubmissionCompletion(
            counts: counts, missingAtMost: missingAtMost, removedAtMost: removedAtMost, night: night)
        func isUnwanted(_ name: UnseenName) -> Bool { unwanted.contains(name.path.name.description) }
        var last: ImageID?
        while case let page = try session.unseenImages(after: last, limit: 2), let end = page.last {
            for member in page {
                let gone = member.names.filter { !isUnwanted($0) }.map(\.id)
                let departs: MemberChange = member.names.isEmpty ? .replaced(member.image) : .removed(member.image)
                completion.members.append(gone.isEmpty ? departs : .missing(member.image, names: gone))
            }
            last = end.image
        }
        var lastName: PathID?
        while case let page = try session.unseenNames(below: [SourcePath(Picture.folder)], after: lastName, limit: 2),
            let end = page.last
        {
            completion.missingNames += page.filter { !isUnwanted($0) }.map(\.id)
            lastName = end.id
        }
        let outcome = try session.finish(completion)
        self.outcome = outcome
        return outcome
    }

    /// The counts of a submission that is complete.
    func completedCounts() throws -> SubmissionCounts {
        guard case .completed(let counts, _) = outcome else {
            throw Nonconformance(
                "a submission that has seen all sources is not complete: \(String(describing: outcome))")
        }
        return counts
    }
}
