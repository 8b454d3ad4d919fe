import Backends
import Platform
import Storage
import TestSupport
import Testing
import Domain
import Services

@testable import Working

@Suite struct `The batcher of requests` {
    private let backend: VisionBackend

    init() throws {
        var settings = VisionSettings(auth: .apiKey(.environment("KEY")))
        settings.account = "tower-1"
        let environment = ProcessEnvironment(variables: ["KEY": "key"], clock: TestClock().clock)
        let plan = VisionPlan(settings, features: [Feature(type: .labelDetection)], prepare: Prepare())
        backend = try plan.open(in: environment, timeout: .seconds(9))
    }

    private func batcher(maxReady: Int = 9, maxImages: Int = .max) -> RequestBatcher<RequestBatch> {
        let backend = backend
        return RequestBatcher(maxReady: maxReady, maxImages: maxImages) { backend.makeBatch() }
    }

    private func picture(_ size: Size) -> RequestImage {
        let placement = Placement(scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 0), original: size)
        return RequestImage(
            content: .picture(EncodedImage(bytes: [1, 2, 3], size: size, placement: placement)),
            recipes: backend.recipes)
    }

    private let object = RequestImage(content: .reference("gs://b/a.jpg"), recipes: [])

    /// Prepares the next task with an image.
    private func prepare(_ batcher: RequestBatcher<RequestBatch>, _ image: RequestImage, at moment: Int64) throws {
        batcher.add(image, of: try #require(batcher.nextClaim()), startedAt: moment)
    }

    @Test func `keeps claim, beginning and size of each image together`() throws {
        let batcher = batcher()
        batcher.put((1...3).map { HealthScene.claim($0) })
        try prepare(batcher, picture(Size(width: 4, height: 3)), at: 10)
        try prepare(batcher, RequestImage(content: object.content, recipes: backend.recipes), at: 20)
        try prepare(batcher, picture(Size(width: 8, height: 6)), at: 30)
        let request = try #require(batcher.nextRequest())
        #expect(request.batch.count == 3)
        #expect(request.items.map(\.claim.task.value) == [1, 2, 3] && request.items.map(\.startedAt) == [10, 20, 30])
        #expect(request.items.map(\.original) == [Size(width: 4, height: 3), nil, Size(width: 8, height: 6)])
    }

    @Test func `fills requests, and sends one that is not full when nothing else is being prepared`() throws {
        let batcher = batcher(maxImages: 2)
        batcher.put((1...5).map { HealthScene.claim($0) })
        for number in Int64(0)..<4 { try prepare(batcher, picture(Size(width: 4, height: 3)), at: number) }
        #expect(batcher.nextRequest()?.items.map(\.claim.task.value) == [1, 2])
        #expect(batcher.nextRequest()?.items.map(\.claim.task.value) == [3, 4])
        let sent = BlockingQueue<[Int64]>(capacity: 1)
        WorkerThreads.start(1, named: "sender") { sent.put(batcher.nextRequest()?.items.map(\.claim.task.value) ?? []) }
        #expect(sent.take(within: 20) == nil, "a task waits to be prepared")
        try prepare(batcher, picture(Size(width: 4, height: 3)), at: 4)
        #expect(sent.take() == [5])
    }

    @Test func `sends an image that has failed twice alone`() throws {
        let batcher = batcher()
        batcher.put([
            HealthScene.claim(1), HealthScene.claim(2, attemptCount: 2), HealthScene.claim(3, attemptCount: 1),
        ])
        for number in Int64(0)..<3 { try prepare(batcher, picture(Size(width: 4, height: 3)), at: number) }
        #expect(batcher.nextRequest()?.items.map(\.claim.task.value) == [2])
        #expect(batcher.nextRequest()?.items.map(\.claim.task.value) == [1, 3])
    }

    @Test func `cuts a request to fewer images, and what is cut off is the next one`() throws {
        let batcher = batcher()
        batcher.put((1...4).map { HealthScene.claim($0) })
        for number in Int64(0)..<4 { try prepare(batcher, picture(Size(width: 4, height: 3)), at: number) }
        let full = try #require(batcher.nextRequest())
        #expect(batcher.cut(full, to: .max).items.count == 4)
        let first = batcher.cut(full, to: 1)
        #expect(first.batch.count == 1 && first.items.map(\.claim.task.value) == [1])
        let rest = try #require(batcher.nextRequest())
        #expect(rest.batch.count == 3 && rest.items.map(\.claim.task.value) == [2, 3, 4])
    }

    @Test func `gives back what was not sent, in order, and nothing of it twice`() throws {
        let batcher = batcher(maxImages: 2)
        batcher.put((1...5).map { HealthScene.claim($0) })
        for number in Int64(0)..<3 { try prepare(batcher, picture(Size(width: 4, height: 3)), at: number) }
        #expect(batcher.withdraw().map(\.task.value).sorted() == [1, 2, 3, 4, 5])
        #expect(batcher.withdraw().isEmpty)
    }

    @Test func `prepares no more than it may keep, and ends every wait when it is closed`() throws {
        let batcher = batcher(maxReady: 1, maxImages: 1)
        batcher.put((1...2).map { HealthScene.claim($0) })
        try prepare(batcher, picture(Size(width: 4, height: 3)), at: 0)
        let claimed = BlockingQueue<Int64>(capacity: 1)
        WorkerThreads.start(1, named: "preparer") { claimed.put(batcher.nextClaim()?.task.value ?? 0) }
        #expect(claimed.take(within: 20) == nil, "a request is ready")
        batcher.close()
        #expect(claimed.take() == 0 && batcher.nextRequest() == nil)
    }
}
