import Corpora
import Dispatch
@testable import Imaging
import Pictures
import Platform
import Testing
import Domain

@Suite struct MemoryBudgetTests {
    private let large = MemoryBudget.largeFrom

    /// What several threads do at once, and the most of it so far.
    private struct Count {
        var now = 0
        var limit = 0
        var ended = 0
    }

    @Test func `large decodes never take more than there is`() async {
        let budget = MemoryBudget(bytes: 5 * large)
        let count = Monitor(Count())
        let queues = (0..<8).map { DispatchQueue(label: "large.\($0)") }
        for (index, queue) in queues.enumerated() {
            queue.async {
                for round in 0..<200 {
                    let share = 1 + (index + round) % 3
                    budget.hold(share * MemoryBudget.largeFrom) {
                        count.with {
                            $0.now += share
                            $0.limit = max($0.limit, $0.now)
                        }
                        count.with { $0.now -= share }
                    }
                }
                count.with { $0.ended += 1 }
            }
        }
        let limit = await done { count.wait { $0.ended == queues.count ? $0.limit : nil } }
        #expect((2...5).contains(limit), "\(limit) shares at once")
    }

    @Test func `what needs more than there is runs alone, and small ones go on`() async {
        let budget = MemoryBudget(bytes: 2 * large)
        let order = Monitor<[String]>([])
        let huge = DispatchQueue(label: "huge")
        let seen = await done {
            budget.hold(MemoryBudget.largeFrom) {
                huge.async {
                    budget.hold(9 * MemoryBudget.largeFrom) { order.with { $0.append("huge") } }
                }
                budget.waitForQueue(of: 1)
                budget.hold(MemoryBudget.largeFrom - 1) { order.with { $0.append("small") } }
                order.with { $0.append("large ends") }
            }
            return order.wait { $0.count == 3 ? $0 : nil }
        }
        #expect(seen == ["small", "large ends", "huge"])
    }

    @Test func `a progressive photograph waits for memory, a baseline one does not`() async throws {
        let pixels = [UInt8](repeating: 120, count: 3 * 3200 * 2400)
        let photograph = try #require(Bitmap(width: 3200, height: 2400, pixels: pixels))
        let write = { LibraryJPEG.encode(photograph, quality: 80, sampling: .quarter, isProgressive: $0) }
        let (baseline, progressive) = (try #require(write(false)), try #require(write(true)))
        let request = SampleRequest(size: Size(width: 224, height: 224), channels: 3, fit: .stretch)
        let budget = MemoryBudget(bytes: large)
        let ended = Monitor<[String]>([])
        let seen = await done {
            budget.hold(MemoryBudget.largeFrom) {
                DispatchQueue(label: "progressive").async {
                    let isRead = (try? ImagePreparer(sharing: budget).prepare(progressive.span, for: request)) != nil
                    ended.with { $0.append("progressive \(isRead)") }
                }
                budget.waitForQueue(of: 1)
                let isRead = (try? ImagePreparer(sharing: budget).prepare(baseline.span, for: request)) != nil
                ended.with { $0.append("baseline \(isRead)") }
            }
            return ended.wait { $0.count == 2 ? $0 : nil }
        }
        #expect(seen == ["baseline true", "progressive true"])
    }

    @Test func `what a decode takes is told from the header`() throws {
        let photograph = try #require(Bitmap(width: 400, height: 200, pixels: .init(repeating: 9, count: 240_000)))
        let small = PixelSize(width: 50, height: 25)
        for (sampling, bytes) in [(LibraryJPEG.Sampling.quarter, 240_000), (.full, 480_000), (.grey, 160_000)] {
            let file = try #require(
                LibraryJPEG.encode(photograph, quality: 80, sampling: sampling, isProgressive: true))
            let header = try PictureHeader.read(file.span)
            #expect(header.decodingMemory(atLeast: small) == bytes + 3 * 50 * 25, "\(sampling)")
        }
        let baseline = try #require(LibraryJPEG.encode(photograph, quality: 80, sampling: .full))
        #expect(try PictureHeader.read(baseline.span).decodingMemory(atLeast: small) == 3 * 50 * 25)
        #expect(try PictureHeader.read(baseline.span).decodingMemory(atLeast: nil) == 240_000)
    }

    /// Waits on a thread of its own, which may wait.
    private func done<Result: Sendable>(_ wait: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "waiting").async { continuation.resume(returning: wait()) }
        }
    }
}
