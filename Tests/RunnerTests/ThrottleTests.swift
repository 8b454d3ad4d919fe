import Platform
import TestSupport
import Testing
import Vocabulary

@testable import Runner

@Suite struct `When requests may go out` {
    private func throttle(base: Int64 = 60_000, chance: Double = 1) -> Throttle {
        var policy = RetryPolicy()
        policy.base = TimeSpan(milliseconds: base)
        policy.cap = TimeSpan(milliseconds: base * 16)
        return Throttle(policy, chance: { chance })
    }

    @Test func `requests that fail together are one sign, and the next one doubles the wait`() throws {
        let throttle = throttle(base: 1, chance: 1)
        let together = try (0..<16).map { _ in try #require(throttle.enter()) }
        for pass in together { #expect(throttle.holdBack(pass, for: nil).inRow == 1) }
        let next = try #require(throttle.enter())
        #expect(throttle.holdBack(next, for: nil).inRow == 2)
        throttle.succeeded()
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

    @Test func `a stop wakes who waits`() async throws {
        let throttle = throttle()
        let pass = try #require(throttle.enter())
        _ = throttle.holdBack(pass, for: .seconds(3600))
        let woken = Handover<Bool>(capacity: 1)
        Slots.start(1, named: "waiting") { woken.put(throttle.enter() == nil) }
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
            let throttle = Throttle(policy, chance: { chance })
            let pass = try #require(throttle.enter())
            let wait = throttle.holdBack(pass, for: nil).wait.milliseconds
            #expect((999_000...8_000_000).contains(wait), "seed \(seed), chance \(chance)")
        }
    }
}
