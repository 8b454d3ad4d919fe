internal import Backends
internal import Fetching
internal import Imaging
internal import Platform
internal import Storage
internal import Domain

/// Works on one task at a time for a local backend: loads, prepares and annotates the image, and tells how the task
/// ended.
///
/// It owns its thread's buffer, decoder and interpreter. A failed image is a value here, and stops no other image.
struct LocalTaskExecutor {
    let slot: any LocalSlot
    let request: SampleRequest
    let limits: Limits
    private let policy: RetryPolicy
    private let clock: MonotonicClock
    private let chance: @Sendable () -> Double
    private let loader: TaskLoader
    private let preparer: ImagePreparer

    init(
        slot: any LocalSlot, request: SampleRequest, limits: Limits, memory: MemoryBudget, policy: RetryPolicy,
        downloads: DownloadSettings, events: Handover<PipelineEvent>, clock: MonotonicClock,
        chance: @escaping @Sendable () -> Double
    ) {
        self.slot = slot
        self.request = request
        self.limits = limits
        self.policy = policy
        self.clock = clock
        self.chance = chance
        loader = TaskLoader(downloads, events)
        preparer = ImagePreparer(sharing: memory)
    }

    /// Works on a task to its end.
    func run(_ claim: Claim, into image: inout PreparedImage) -> AttemptResult {
        let startedAt = clock.now()
        do throws(Failure) {
            guard try loader.load(claim) else { return AttemptResult(returning: claim) }
            try prepare(into: &image)
            let (answers, raw) = try slot.annotate(image)
            var finished = AttemptResult(claim: claim, ending: .answered, workTime: clock.span(since: startedAt))
            finished.answers = answers
            finished.raw = CompressedResponse(raw)
            return finished
        } catch {
            return AttemptResult(
                claim: claim, failing: error, policy: policy, chance: chance(), workTime: clock.span(since: startedAt))
        }
    }

    /// Decodes, turns upright and resizes what is in the buffer.
    private func prepare(into image: inout PreparedImage) throws(Failure) {
        try loader.buffer.withBytes { bytes throws(Failure) in
            try preparer.prepare(bytes, for: request, pixelLimit: Int(limits.pixels), into: &image)
        }
    }
}
