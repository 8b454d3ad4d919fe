internal import Backends
internal import Platform
internal import Storage
internal import Domain

/// Where claimed tasks become requests: preparers take tasks from it and bring prepared images, senders take requests.
///
/// A request leaves when it is full, or when a sender is free and nothing else is being prepared: requests are as full as
/// they can be while there is work, and nobody waits for company that will not come.
final class RequestBatcher: Sendable {
    /// A request on its way, with the claims of its entries.
    struct Outgoing: Sendable {
        var batch: RequestBatch
        var claims: [Claim] = []
        /// When the work on each began, in monotonic milliseconds.
        var startedAt: [Int64] = []
        /// The upright size of each picture; nil of what goes by its name.
        var originals: [Size?] = []
    }

    private struct State {
        /// Not begun yet, the next one last.
        var claims: [Claim] = []
        /// In the preparers' hands.
        var preparing = 0
        var current: Outgoing
        var ready: [Outgoing] = []
        var isClosed = false
    }

    private let monitor: Monitor<State>
    private let makeBatch: @Sendable () -> RequestBatch
    /// The most requests that wait for a sender: images wait as files on the disk, and not as requests in memory.
    private let mostReady: Int
    /// The most images of one request, where the pace wants fewer than the backend takes.
    private let mostImages: Int

    /// An empty board.
    init(mostReady: Int, mostImages: Int = .max, makeBatch: @escaping @Sendable () -> RequestBatch) {
        self.mostReady = mostReady
        self.mostImages = mostImages
        self.makeBatch = makeBatch
        monitor = Monitor(State(current: Outgoing(batch: makeBatch())))
    }

    /// Puts tasks on the board, in order.
    func put(_ claims: [Claim]) {
        monitor.with { $0.claims.insert(contentsOf: claims.reversed(), at: 0) }
    }

    /// The next task to prepare, waiting for one and for room; nil when the board is closed.
    func nextClaim() -> Claim? {
        let most = mostReady
        return monitor.wait { state -> Claim?? in
            if state.isClosed { return .some(nil) }
            guard state.ready.count < most, let next = state.claims.popLast() else { return nil }
            state.preparing += 1
            return next
        }
    }

    /// Brings a prepared image.
    func add(_ content: ImageContent, of claim: Claim, asking recipes: [Recipe], startedAt: Int64) {
        let (makeBatch, mostImages) = (makeBatch, mostImages)
        monitor.with { state in
            state.preparing -= 1
            if !state.current.batch.append(content, asking: recipes) {
                state.ready.append(state.current)
                state.current = Outgoing(batch: makeBatch())
                let hasRoom = state.current.batch.append(content, asking: recipes)
                precondition(hasRoom, "an empty request takes any image")
            }
            state.current.claims.append(claim)
            state.current.startedAt.append(startedAt)
            if case .picture(let picture) = content {
                state.current.originals.append(picture.placement.original)
            } else {
                state.current.originals.append(nil)
            }
            if state.current.batch.isFull || state.current.claims.count >= mostImages {
                state.ready.append(state.current)
                state.current = Outgoing(batch: makeBatch())
            }
        }
    }

    /// Says that a task could not be prepared and has ended.
    func drop() {
        monitor.with { $0.preparing -= 1 }
    }

    /// The next request to send, waiting for one; nil when the board is closed.
    func nextRequest() -> Outgoing? {
        let makeBatch = makeBatch
        return monitor.wait { state -> Outgoing?? in
            if state.isClosed { return .some(nil) }
            if !state.ready.isEmpty { return state.ready.removeFirst() }
            guard state.claims.isEmpty, state.preparing == 0, state.current.batch.count > 0 else { return nil }
            defer { state.current = Outgoing(batch: makeBatch()) }
            return state.current
        }
    }

    /// Takes back every task that is not being prepared or sent.
    func takeBack() -> [Claim] {
        let makeBatch = makeBatch
        return monitor.with { state in
            let unsent = state.claims.reversed() + state.ready.flatMap(\.claims) + state.current.claims
            state.claims = []
            state.ready = []
            state.current = Outgoing(batch: makeBatch())
            return unsent
        }
    }

    /// Lets nobody wait any more.
    func close() {
        monitor.with { $0.isClosed = true }
    }
}
