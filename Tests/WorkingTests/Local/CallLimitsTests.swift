import Crypto
import Storage
import Testing
import Domain

@testable import Working

@Suite("The limits of a local model's calls") struct CallLimitsTests {
    private let limits = CallLimits(picture: .seconds(5), memory: nil)

    @Test func `a call is late from the limit on, and no sooner`() throws {
        let calls = [call([1], since: 1000), call([2], since: 3000)]
        #expect(limits.overrun(of: calls, at: 5999, resident: .max) == nil)
        let overrun = try #require(limits.overrun(of: calls, at: 6000, resident: 0))
        #expect(overrun.claims.map(\.task.value) == [1] && overrun.limit == .time(.seconds(5)))
        #expect(overrun.reason == "the model took longer than limits.picture, 5 s")
        #expect(limits.overrun(of: calls, at: 8000, resident: 0)?.claims.map(\.task.value) == [1, 2])
        #expect(limits.overrun(of: [], at: .max, resident: 0) == nil)
    }

    @Test func `a call of several pictures has the time of each, and all of them are meant`() {
        let calls = [call([3, 1, 2], since: 0)]
        #expect(limits.overrun(of: calls, at: 14_999, resident: 0) == nil)
        #expect(limits.overrun(of: calls, at: 15_000, resident: 0)?.claims.map(\.task.value) == [1, 2, 3])
    }

    @Test func `too much memory is that of all calls, and of none where none is running`() throws {
        let bound = MemoryBound(trial: 100 << 20, before: 10 << 20, opened: 30 << 20, threads: 2, decodes: 5 << 20)
        // What was there, a copy and buffers for each thread, decodes, and what the trial may take.
        #expect(bound.total == (10 + 2 * (20 + 64) + 5 + 100) << 20)
        let limits = CallLimits(picture: .seconds(5), memory: bound)
        let calls = [call([2], since: 0), call([1], since: 0)]
        #expect(limits.overrun(of: calls, at: 0, resident: bound.total) == nil)
        #expect(limits.overrun(of: [], at: 0, resident: bound.total + 1) == nil)
        let overrun = try #require(limits.overrun(of: calls, at: 0, resident: bound.total + 1))
        #expect(overrun.claims.map(\.task.value) == [1, 2] && overrun.limit == .memory(100 << 20))
        #expect(overrun.reason == "the model took more than 100 MiB of memory, the limit of its trial run")
        #expect(overrun.pictures == ["image 1", "image 2"])
    }

    @Test func `memory that became less while a model was opened does not make the bound less`() {
        let bound = MemoryBound(trial: 0, before: 10 << 20, opened: 5 << 20, threads: 1, decodes: 0)
        #expect(bound.total == (10 + 64) << 20)
    }

    @Test func `the grace begins when the time is up, and lasts ten seconds`() {
        var grace = GracePeriod()
        let looks: [(StopReason?, Int64)] = [
            (nil, 0), (.paused, 60_000), (.timeIsUp, 70_000), (.timeIsUp, 79_999), (.timeIsUp, 80_000),
        ]
        let answers = looks.map { stop, now in grace.isOver(stop, at: now) }
        #expect(answers == [false, false, false, false, true])
    }

    private func call(_ tasks: [Int64], since start: Int64) -> ModelCall {
        ModelCall(
            claims: tasks.map {
                Claim(
                    task: TaskID($0), attempt: AttemptID($0), image: ImageID($0), key: ImageKey(.file, Digest(of: "")),
                    asked: [],
                    attemptCount: 0, sendsContent: false, isIsolated: false, locations: [], hasMoreLocations: false,
                    reference: nil)
            }, startedAt: start)
    }
}
