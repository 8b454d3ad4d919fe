import TestSupport
import Testing
import Domain

@testable import Working

@Suite struct BackoffTests {
    let passing = Failure(stage: .read, kind: .unreadable, code: "EIO", message: "i/o error", isTransient: true)

    @Test(arguments: UInt64(1)...5) func `a wait lies between none and the policy's bounds`(seed: UInt64) throws {
        var random = Seeded(seed)
        for _ in 0..<2000 {
            var policy = RetryPolicy()
            policy.attempts = Int.random(in: 2...100, using: &random)
            policy.base = TimeSpan(milliseconds: Int64.random(in: 0...10_000, using: &random))
            policy.cap = TimeSpan(milliseconds: Int64.random(in: 0...86_400_000, using: &random))
            let tries = Int.random(in: 0...120, using: &random)
            let chance = Double.random(in: 0..<1, using: &random)
            let wait = Backoff(policy).wait(after: passing, tries: tries, chance: chance)
            guard tries + 1 < policy.attempts else {
                #expect(wait == nil, "seed \(seed)")
                continue
            }
            let span = try #require(wait)
            let doubled =
                Double(max(1, policy.base.milliseconds)) * Double(sign: .plus, exponent: tries, significand: 1)
            #expect(span.milliseconds >= 0 && span <= policy.cap, "seed \(seed): \(policy) \(tries) \(chance)")
            #expect(Double(span.milliseconds) <= doubled, "seed \(seed): \(policy) \(tries) \(chance)")
        }
    }

    @Test func `the wait doubles until the cap`() {
        let backoff = Backoff(RetryPolicy())
        let waits = (0..<4).map { backoff.wait(after: passing, tries: $0, chance: 0.5)?.milliseconds }
        #expect(waits == [500, 1000, 2000, 4000])
        var long = RetryPolicy()
        long.attempts = 100
        #expect(Backoff(long).wait(after: passing, tries: 90, chance: 0.5)?.milliseconds == 30_000)
    }

    @Test func `a failure that stands is not tried again`() {
        let damaged = Failure(stage: .decode, kind: .damaged, message: "cut short")
        #expect(Backoff(RetryPolicy()).wait(after: damaged, tries: 0, chance: 0) == nil)
    }
}
