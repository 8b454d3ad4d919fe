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
    private let calls: ModelCalls
    private let problem: Monitor<PipelineProblem?>
    private let clock: MonotonicClock
    private let chance: @Sendable () -> Double
    private let loader: TaskLoader
    private let preparer: ImagePreparer
    private let mark = CrashMark()
    /// Whether the backend works in processes of its own, so that a crash of this one says nothing of its pictures.
    private let isSeparate: Bool
    /// Holds pictures from the web for a backend that takes files.
    private let files: TemporaryFolder
    /// The files that the pictures of this call have there.
    private var written: [FilePath] = []
    /// Pictures that are ready to be annotated; the memory of earlier ones is used again.
    private var images: [PreparedImage] = []

    init(
        slot: any LocalSlot, of backend: any LocalBackend, limits: Limits, memory: MemoryBudget, policy: RetryPolicy,
        downloads: DownloadSettings, files: TemporaryFolder, events: BlockingQueue<PipelineEvent>, calls: ModelCalls,
        problem: Monitor<PipelineProblem?>, clock: MonotonicClock, chance: @escaping @Sendable () -> Double
    ) {
        self.slot = slot
        input = backend.input
        isSeparate = backend.isSeparate
        self.problem = problem
        self.limits = limits
        self.policy = policy
        self.calls = calls
        self.clock = clock
        self.chance = chance
        loader = TaskLoader(downloads, events)
        preparer = ImagePreparer(sharing: memory)
        self.files = files
    }

    /// Works on tasks to their end, in one call of the backend.
    mutating func run(_ claims: [Claim]) -> [AttemptResult] {
        defer { removeFiles() }
        var results: [AttemptResult] = []
        var ready: [(claim: Claim, since: Int64)] = []
        for claim in claims {
            let startedAt = clock.now()
            do throws(Failure) {
                let isReady = try mark.during(.reading, CollectionOfOne(claim.attempt.value)) { () throws(Failure) in
                    try prepare(claim, at: ready.count)
                }
                if isReady {
                    ready.append((claim, startedAt))
                } else {
                    results.append(AttemptResult(returning: claim))
                }
            } catch {
                results.append(failed(claim, error, since: startedAt))
            }
        }
        guard !ready.isEmpty else { return results }
        images.removeLast(images.count - ready.count)
        let call = ModelCall(claims: ready.map(\.claim), startedAt: clock.now())
        let answers =
            isSeparate
            ? calls.run(call) { slot.annotate(images) }
            : mark.during(.model, call.claims.lazy.map(\.attempt.value)) { calls.run(call) { slot.annotate(images) } }
        for (task, result) in zip(ready, answers) {
            switch result {
            case .success(let answer): results.append(answered(task.claim, answer, since: task.since))
            case .failure(let problem): results.append(unanswered(task.claim, problem, since: task.since))
            }
        }
        return results
    }

    /// Makes a task's image ready: decodes it, turns it upright and resizes it, or names its file; false where the work
    /// was stopped before all of its names were looked at.
    private mutating func prepare(_ claim: Claim, at place: Int) throws(Failure) -> Bool {
        let (turn, pixels) = (claim.key.turn, Int(limits.pixels))
        switch input {
        case .samples(let request):
            if place == images.count { images.append(PreparedImage(for: request)) }
            return try loader.load(claim) { file, _ in
                preparer.prepare(file, for: request, turn: turn, pixelLimit: pixels, into: &images[place])
                    ? true : nil
            } whole: { bytes, _ throws(Failure) in
                try preparer.prepare(bytes, for: request, turn: turn, pixelLimit: pixels, into: &images[place])
                return true
            } ?? false
        case .file:
            let image = try loader.load(claim) { file, location in
                // What comes from the web is whole.
                preparer.uprightSize(of: file, turn: turn, pixelLimit: pixels)
                    .map { PreparedImage(file: location.path, size: $0) }
            } whole: { bytes, location throws(Failure) in
                let header = try preparer.header(of: bytes, turn: turn, pixelLimit: pixels)
                return PreparedImage(
                    file: try file(at: location.path, bytes, header.format), size: header.upright)
            }
            guard let image else { return false }
            if place == images.count { images.append(image) } else { images[place] = image }
            return true
        case .encoded(let request):
            let image = try loader.load(claim) { file, _ in
                preparer.encode(file, for: request, turn: turn, pixelLimit: pixels).map { PreparedImage($0) }
            } whole: { bytes, _ throws(Failure) in
                PreparedImage(try preparer.encode(bytes, for: request, turn: turn, pixelLimit: pixels))
            }
            guard let image else { return false }
            if place == images.count { images.append(image) } else { images[place] = image }
            return true
        case .page(let request):
            if place == images.count { images.append(PreparedImage(for: request)) }
            return try loader.load(claim) { _, _ in
                nil
            } whole: { bytes, _ throws(Failure) in
                try preparer.prepare(bytes, for: request, turn: turn, pixelLimit: pixels, into: &images[place])
                return true
            } ?? false
        }
    }

    /// The file of a content: a temporary one where it comes from the web.
    private mutating func file(
        at path: FilePath, _ content: Span<UInt8>, _ format: String
    ) throws(Failure) -> FilePath {
        guard path.isAddress else { return path }
        do throws(SystemError) {
            let file = try files.write(content, suffix: ".\(format)")
            written.append(file)
            return file
        } catch {
            throw Failure(
                stage: .prepare, kind: .unreadable, code: error.code,
                message: "\(error.sentence); set TMPDIR to another folder",
                isTransient: true)
        }
    }

    private mutating func removeFiles() {
        for file in written { files.remove(file) }
        written = []
    }

    /// The end of a task that a backend has no answer to.
    private func unanswered(_ claim: Claim, _ problem: LocalProblem, since start: Int64) -> AttemptResult {
        switch problem {
        case .failure(let failure, let retryAfter):
            return failed(claim, failure, retryAfter: retryAfter, since: start)
        case .crash(let reason):
            return AttemptResult(claim: claim, outcome: .crashed(reason), workTime: clock.span(since: start))
        case .returned: return AttemptResult(returning: claim)
        case .stop(let error):
            self.problem.with { $0 = $0 ?? PipelineProblem(error: error, wronglyFailed: [], suspects: []) }
            return AttemptResult(returning: claim)
        }
    }

    private func answered(_ claim: Claim, _ answer: LocalAnswer, since start: Int64) -> AttemptResult {
        var result = AttemptResult(claim: claim, outcome: .answered, workTime: clock.span(since: start))
        result.answers = answer.answers
        result.raw = CompressedResponse(answer.raw)
        return result
    }

    private func failed(
        _ claim: Claim, _ failure: Failure, retryAfter: TimeSpan? = nil, since start: Int64
    ) -> AttemptResult {
        AttemptResult(
            claim: claim, failing: failure, policy: policy, retryAfter: retryAfter, chance: chance(),
            workTime: clock.span(since: start))
    }
}
