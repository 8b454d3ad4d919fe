internal import Backends
internal import Imaging
internal import Platform
internal import Storage
internal import Domain

/// The business of one task on a local backend, on one slot: load, prepare, annotate, and say how it ended.
///
/// It owns the slot's buffer, decoder and interpreter. A failed image is a value here; nothing it does can stop its
/// neighbours.
struct LocalTaskExecutor {
    let slot: any LocalSlot
    let request: SampleRequest
    let limits: Limits
    let judge: Judge
    private let loader: Loader
    private let preparer = ImagePreparer()

    init(
        slot: any LocalSlot, request: SampleRequest, limits: Limits, web: DownloadSettings, judge: Judge,
        events: Handover<PipelineEvent>
    ) {
        self.slot = slot
        self.request = request
        self.limits = limits
        self.judge = judge
        loader = Loader(web, events)
    }

    /// Works on a task to its end.
    func run(_ claim: Claim, into image: inout PreparedImage) -> AttemptResult {
        let startedAt = monotonicMilliseconds()
        do throws(Failure) {
            guard try loader.load(claim) else { return AttemptResult(returning: claim) }
            try prepare(into: &image)
            let (answers, raw) = try slot.annotate(image)
            var finished = AttemptResult(claim: claim, ending: .answered, workTime: span(since: startedAt))
            finished.answers = answers
            finished.raw = CompressedResponse(raw)
            return finished
        } catch {
            return AttemptResult(
                claim: claim, ending: judge.ending(of: claim, failing: error), workTime: span(since: startedAt))
        }
    }

    /// Decodes, turns upright and resizes what is in the buffer.
    private func prepare(into image: inout PreparedImage) throws(Failure) {
        try loader.buffer.withBytes { bytes throws(Failure) in
            try preparer.prepare(bytes, for: request, pixelLimit: Int(limits.pixels), into: &image)
        }
    }
}
