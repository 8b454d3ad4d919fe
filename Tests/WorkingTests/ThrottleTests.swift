import Platform
import TestSupport
import Testing
import Domain

@testable import Working

@Suite struct `When requests may go out` {
    private func throttle(base: Int64 = 60_000, chance: Double = 1) -> Throttle {
        var policy = RetryPolicy()
        policy.base = TimeSpan(milliseconds: base)
        policy.cap = TimeSpan(milliseconds: base * 16)
        return Throttle(policy, clock: .machine, chance: { chance })
    }

    @Test func `requests that fail together are one sign, and the next one doubles the wait`() throws {
        let throttle = throttle(base: 1, chance: 1)
        let together = try (0..<16).map { _ in try #require(throttle.enter()) }
        for pass in together { #expect(throttle.holdBack(pass, for: nil).inRow == 1) }
        let next = try #require(throttle.enter())
        #expect(throttle.holdBack(next, for: nil).inRow == 2)
        throttle.succeeded(next)
        let later = try #require(throttle.enter())
        #expect(throttle.holdBack(later, for: nil).inRow == 1)
    }

    @Test func `what the service says is waited for, and the longest of it`() throws {
        let throttle = throttle()
        let first = try #require(throttle.enter())
        let second = try #require(throttle.enter())
        #expect(throttle.holdBack(first, for: .seconds(5)).wait.milliseconds > 4_000)
        #expect(throttle.holdBack(second, for: .seconds(90)).wait.milliseconds > 85_000)
        #expect(throttle.holdBack(first, for: nil).wait.milliseconds > 80_000)
    }

    @Test func `a sign of trouble does not shorten what the service has said`() throws {
        let throttle = throttle(base: 1)
        let first = try #require(throttle.enter())
        _ = throttle.troubled(first, over: [TaskID(1)], wanted: nil)
        let later = try #require(throttle.enter())
        // Its images have failed before: no sign, but the service wants to be left alone.
        _ = throttle.troubled(later, over: [TaskID(1)], wanted: .seconds(60))
        #expect(throttle.holdBack(later, for: nil).wait.milliseconds > 50_000)
    }

    @Test func `a stop wakes who waits`() async throws {
        let throttle = throttle()
        let pass = try #require(throttle.enter())
        _ = throttle.holdBack(pass, for: .seconds(3600))
        let woken = Handover<Bool>(capacity: 1)
        WorkerThreads.start(1, named: "waiting") { woken.put(throttle.enter() == nil) }
        throttle.stop()
        #expect(woken.take() == true)
    }

    @Test(arguments: UInt64(1)...3) func `no wait is shorter than the base, or longer than the cap`(seed: UInt64) throws
    {
        var random = Seeded(seed)
        for _ in 0..<50 {
            let chance = Double.random(in: 0..<1, using: &random)
            var policy = RetryPolicy()
            policy.base = TimeSpan(milliseconds: 1_000_000)
            policy.cap = TimeSpan(milliseconds: 8_000_000)
            let throttle = Throttle(policy, clock: .machine, chance: { chance })
            let pass = try #require(throttle.enter())
            let wait = throttle.holdBack(pass, for: nil).wait.milliseconds
            #expect((999_000...8_000_000).contains(wait), "seed \(seed), chance \(chance)")
        }
    }

    private func tasks(_ numbers: Range<Int64>) -> [TaskID] { numbers.map { TaskID($0) } }

    @Test func `a service that fails whatever it is asked is asked by one request at a time`() async throws {
        let throttle = throttle(base: 1, chance: 0)
        for number in Int64(1)...3 {
            let pass = try #require(throttle.enter())
            let trouble = throttle.troubled(pass, over: tasks(number..<number + 1), wanted: nil)
            #expect(trouble.inRow == Int(number) && (trouble.wait == nil) == (number < 3))
        }
        let probe = try #require(throttle.enter())
        let entered = Handover<Bool>(capacity: 2)
        for number in 0..<2 {
            WorkerThreads.start(1, named: "waiting \(number)") { entered.put(throttle.enter() != nil) }
        }
        #expect(entered.take(within: 50) == nil)
        throttle.succeeded(probe)
        #expect(entered.take() == true && entered.take() == true)
    }

    @Test func `a request that did not go lets the next one ask`() throws {
        let throttle = throttle(base: 1, chance: 0)
        for number in Int64(1)...3 {
            _ = throttle.troubled(try #require(throttle.enter()), over: tasks(number..<number + 1), wanted: nil)
        }
        for _ in 0..<3 { throttle.leave(try #require(throttle.enter())) }
        #expect(throttle.troubled(try #require(throttle.enter()), over: tasks(9..<10), wanted: nil).inRow == 4)
    }

    @Test func `what is asked for with a failure is waited for`() throws {
        let throttle = throttle()
        let pass = try #require(throttle.enter())
        #expect(throttle.troubled(pass, over: tasks(1..<2), wanted: .seconds(90)).wait == nil)
        #expect(throttle.holdBack(pass, for: nil).wait.milliseconds > 85_000)
    }
}
