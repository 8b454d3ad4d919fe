internal import Backends
internal import Platform
internal import Storage
internal import Domain

/// A prepared image and what is asked of it.
struct RequestImage: Sendable {
    let content: ImageContent
    let recipes: [Recipe]

    /// The upright size of a picture; nil of what goes by its name.
    fileprivate var original: Size? {
        if case .picture(let picture) = content { picture.placement.original } else { nil }
    }
}

/// The task of one image in a request.
struct RequestItem: Sendable {
    let claim: Claim
    /// When the work on it began, in monotonic milliseconds.
    let startedAt: Int64
    /// The upright size of the picture; nil of what goes by its name.
    let original: Size?
}

/// Where claimed tasks become requests: preparers take tasks from it and add prepared images, senders take requests.
///
/// A request leaves when it is full, or when a sender is free and nothing else is being prepared: requests are as full
/// as they can be while there is work, and no request waits for images that will not come.
final class RequestBatcher<Batch: ImageBatch>: Sendable {
    /// A request that is ready, with the tasks of its images in their order.
    struct ReadyRequest: Sendable {
        var batch: Batch
        var items: [RequestItem] = []
    }

    private struct State {
        /// Not begun yet, the next one last.
        var claims: [Claim] = []
        /// Tasks that are being prepared.
        var preparing = 0
        var current: ReadyRequest
        var ready: [ReadyRequest] = []
        var isClosed = false
    }

    private let monitor: Monitor<State>
    private let makeBatch: @Sendable () -> Batch
    /// The most requests that wait for a sender: images wait as files on the disk, and not as requests in memory.
    private let maxReady: Int
    /// The most images of one request, where the pace wants fewer than the backend takes.
    private let maxImages: Int

    /// A batcher without tasks.
    init(maxReady: Int, maxImages: Int = .max, makeBatch: @escaping @Sendable () -> Batch) {
        self.maxReady = maxReady
        self.maxImages = maxImages
        self.makeBatch = makeBatch
        monitor = Monitor(State(current: ReadyRequest(batch: makeBatch())))
    }

    /// Queues tasks, in order.
    func put(_ claims: [Claim]) {
        monitor.with { $0.claims.insert(contentsOf: claims.reversed(), at: 0) }
    }

    /// The next task to prepare, waiting for one and for room; nil when it is closed.
    func nextClaim() -> Claim? {
        let limit = maxReady
        return monitor.wait { state -> Claim?? in
            if state.isClosed { return .some(nil) }
            guard state.ready.count < limit, let next = state.claims.popLast() else { return nil }
            state.preparing += 1
            return next
        }
    }

    /// Adds the prepared image of a task.
    ///
    /// An image that has failed twice has a request of its own: its neighbours may be why, or it may be why they fail.
    func add(_ image: RequestImage, of claim: Claim, startedAt: Int64) {
        let (makeBatch, maxImages) = (makeBatch, maxImages)
        let item = RequestItem(claim: claim, startedAt: startedAt, original: image.original)
        func add(to request: inout ReadyRequest) -> Bool {
            guard request.batch.append(image.content, asking: image.recipes) else { return false }
            request.items.append(item)
            return true
        }
        monitor.with { state in
            state.preparing -= 1
            if claim.attemptCount >= maxTriesInCompany {
                var alone = ReadyRequest(batch: makeBatch())
                precondition(add(to: &alone), "an empty request takes any image")
                state.ready.append(alone)
                return
            }
            if !add(to: &state.current) {
                state.ready.append(state.current)
                state.current = ReadyRequest(batch: makeBatch())
                precondition(add(to: &state.current), "an empty request takes any image")
            }
            if state.current.batch.isFull || state.current.items.count >= maxImages {
                state.ready.append(state.current)
                state.current = ReadyRequest(batch: makeBatch())
            }
        }
    }

    /// Says that a task could not be prepared and has ended.
    func drop() {
        monitor.with { $0.preparing -= 1 }
    }

    /// The next request to send, waiting for one; nil when it is closed.
    func nextRequest() -> ReadyRequest? {
        let makeBatch = makeBatch
        return monitor.wait { state -> ReadyRequest?? in
            if state.isClosed { return .some(nil) }
            if !state.ready.isEmpty { return state.ready.removeFirst() }
            guard state.claims.isEmpty, state.preparing == 0, state.current.batch.count > 0 else { return nil }
            defer { state.current = ReadyRequest(batch: makeBatch()) }
            return state.current
        }
    }

    /// Cuts a request to a number of images; what is cut off is the next request.
    func cut(_ request: ReadyRequest, to limit: Int) -> ReadyRequest {
        let count = request.items.count
        guard count > limit else { return request }
        let rest = ReadyRequest(
            batch: request.batch.slice(limit..<count), items: Array(request.items[limit...]))
        monitor.with { $0.ready.insert(rest, at: 0) }
        return ReadyRequest(batch: request.batch.slice(0..<limit), items: Array(request.items[..<limit]))
    }

    /// Takes back every task that is not being prepared or sent.
    func withdraw() -> [Claim] {
        let makeBatch = makeBatch
        return monitor.with { state in
            let unsent = (state.ready + [state.current]).flatMap { $0.items.map(\.claim) }
            let unprepared = state.claims.reversed()
            state.claims = []
            state.ready = []
            state.current = ReadyRequest(batch: makeBatch())
            return unprepared + unsent
        }
    }

    /// Ends every wait.
    func close() {
        monitor.with { $0.isClosed = true }
    }
}

/// The failed tries after which an image is sent alone.
private let maxTriesInCompany = 2
