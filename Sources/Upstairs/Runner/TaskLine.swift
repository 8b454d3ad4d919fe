internal import Backends
internal import Imaging
internal import Platform
internal import Storage
internal import Vocabulary

/// The business of one task, on one slot: load, prepare, annotate, and say how it ended.
///
/// It owns the slot's buffer, decoder and interpreter. A failed image is a value here; nothing it does can stop its
/// neighbours.
struct TaskLine {
    let slot: any LocalSlot
    let request: SampleRequest
    let limits: Limits
    let backoff: Backoff
    let clock: Clock
    let chance: @Sendable () -> Double
    private let buffer = FileBuffer()
    private let preparer = ImagePreparer()

    init(
        slot: any LocalSlot, request: SampleRequest, job: Job, clock: Clock, chance: @escaping @Sendable () -> Double
    ) {
        self.slot = slot
        self.request = request
        limits = job.limits
        backoff = Backoff(job.retry)
        self.clock = clock
        self.chance = chance
    }

    /// Works on a task to its end.
    func run(_ claim: Claim, into image: inout PreparedImage) -> Finished {
        let startedAt = clock.now()
        var missing: [PathID] = []
        var finished: Finished
        do throws(Failure) {
            try load(claim, missing: &missing)
            try prepare(into: &image)
            let (answers, raw) = try slot.annotate(image)
            finished = Finished(claim: claim, ending: .answered, startedAt: startedAt)
            finished.answers = answers
            finished.raw = raw
        } catch {
            finished = Finished(claim: claim, ending: end(error, claim), startedAt: startedAt)
        }
        finished.missing = missing
        return finished
    }

    /// Brings the task's content into the buffer, from the first of its names that still holds it.
    private func load(_ claim: Claim, missing: inout [PathID]) throws(Failure) {
        var lastFailure = Failure(
            stage: .read, kind: .missing, message: "no name of this image is known any more; submit again to find it")
        for location in claim.locations {
            let status: FileStatus
            do throws(SystemError) {
                status = try buffer.read(location.path, limit: largestFile)
            } catch {
                lastFailure = Failure(reading: error, limit: largestFile)
                if lastFailure.kind == .missing { missing.append(location.id) }
                continue
            }
            // A file with the status it had when it was digested holds the same bytes; any other is digested again.
            if location.matches(status) || buffer.withBytes({ identify($0).sha256 }) == claim.sha256 { return }
            lastFailure = Failure(
                stage: .read, kind: .changed,
                message: "the file has changed since it was queued; submit again to queue what it holds now")
        }
        throw lastFailure
    }

    /// Decodes, turns upright and resizes what is in the buffer.
    private func prepare(into image: inout PreparedImage) throws(Failure) {
        try buffer.withBytes { bytes throws(Failure) in
            try preparer.prepare(bytes, for: request, pixelLimit: Int(limits.pixels), into: &image)
        }
    }

    /// Whether a failure stands or is tried again, and when.
    private func end(_ failure: Failure, _ claim: Claim) -> AttemptEnding {
        guard let wait = backoff.wait(after: failure, tries: claim.tries, chance: chance()) else {
            return .failed(failure)
        }
        return .retry(failure, at: clock.now() + wait)
    }
}
