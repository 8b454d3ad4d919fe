internal import Backends
internal import Fetching
internal import Imaging
internal import Platform
internal import Storage
internal import Domain

/// Works on tasks for one slot of a local backend: loads, prepares and annotates their images, and tells how each task
/// ended.
///
/// It owns its thread's buffer, decoder and interpreter. A failed image is a value here, and stops no other image.
struct LocalTaskExecutor {
    private let slot: any LocalSlot
    private let input: LocalInput
    private let limits: Limits
    private let policy: RetryPolicy
    private let clock: MonotonicClock
    private let chance: @Sendable () -> Double
    private let loader: TaskLoader
    private let preparer: ImagePreparer
    /// Pictures that are ready to be annotated; the memory of earlier ones is used again.
    private var images: [PreparedImage] = []

    init(
        slot: any LocalSlot, input: LocalInput, limits: Limits, memory: MemoryBudget, policy: RetryPolicy,
        downloads: DownloadSettings, events: Handover<PipelineEvent>, clock: MonotonicClock,
        chance: @escaping @Sendable () -> Double
    ) {
        self.slot = slot
        self.input = input
        self.limits = limits
        self.policy = policy
        self.clock = clock
        self.chance = chance
        loader = TaskLoader(downloads, events)
        preparer = ImagePreparer(sharing: memory)
    }

    /// Works on tasks to their end, in one call of the backend.
    mutating func run(_ claims: [Claim]) -> [AttemptResult] {
        var results: [AttemptResult] = []
        var ready: [(claim: Claim, since: Int64)] = []
        for claim in claims {
            let startedAt = clock.now()
            do throws(Failure) {
                guard try loader.load(claim) else {
                    results.append(AttemptResult(returning: claim))
                    continue
                }
                try prepare(at: ready.count)
                ready.append((claim, startedAt))
            } catch {
                results.append(failed(claim, error, since: startedAt))
            }
        }
        guard !ready.isEmpty else { return results }
        images.removeLast(images.count - ready.count)
        for (task, result) in zip(ready, slot.annotate(images)) {
            switch result {
            case .success(let answer): results.append(answered(task.claim, answer, since: task.since))
            case .failure(let failure): results.append(failed(task.claim, failure, since: task.since))
            }
        }
        return results
    }

    /// Decodes, turns upright and resizes what is in the buffer.
    private mutating func prepare(at place: Int) throws(Failure) {
        switch input {
        case .samples(let request):
            if place == images.count { images.append(PreparedImage(for: request)) }
            try loader.buffer.withBytes { bytes throws(Failure) in
                try preparer.prepare(bytes, for: request, pixelLimit: Int(limits.pixels), into: &images[place])
            }
        }
    }

    private func answered(_ claim: Claim, _ answer: LocalAnswer, since start: Int64) -> AttemptResult {
        var result = AttemptResult(claim: claim, ending: .answered, workTime: clock.span(since: start))
        result.answers = answer.answers
        result.raw = CompressedResponse(answer.raw)
        return result
    }

    private func failed(_ claim: Claim, _ failure: Failure, since start: Int64) -> AttemptResult {
        AttemptResult(
            claim: claim, failing: failure, policy: policy, chance: chance(), workTime: clock.span(since: start))
    }
}
