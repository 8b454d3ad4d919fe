import TestSupport
import Testing
import Domain

@testable import Working

@Suite struct `Whether a failed attempt is tried again` {
    let passing = Failure(stage: .read, kind: .unreadable, code: "EIO", message: "i/o error", isTransient: true)

    private func wait(
        after failure: Failure, attemptCount: Int, policy: RetryPolicy = RetryPolicy(),
        retryAfter lower: TimeSpan? = nil,
        chance: Double
    ) -> TimeSpan? {
        let decision = RetryDecision(
            on: failure, attemptCount: attemptCount, policy: policy, retryAfter: lower, chance: chance)
        if case .retry(let wait) = decision { return wait }
        return nil
    }

    @Test(arguments: UInt64(1)...5)
    func `a wait lies between none and the policy's bounds, and there is none after the last try`(seed: UInt64) throws {
        var random = Seeded(seed)
        for _ in 0..<2000 {
            var policy = RetryPolicy()
            policy.attempts = Int.random(in: 2...100, using: &random)
            policy.base = TimeSpan(milliseconds: Int64.random(in: 0...10_000, using: &random))
            policy.cap = TimeSpan(milliseconds: Int64.random(in: 0...86_400_000, using: &random))
            let attemptCount = Int.random(in: 0...120, using: &random)
            let chance = Double.random(in: 0..<1, using: &random)
            let wait = wait(after: passing, attemptCount: attemptCount, policy: policy, chance: chance)
            guard attemptCount + 1 < policy.attempts else {
                #expect(wait == nil, "seed \(seed)")
                continue
            }
            let span = try #require(wait)
            let doubled =
                Double(max(1, policy.base.milliseconds)) * Double(sign: .plus, exponent: attemptCount, significand: 1)
            #expect(span.milliseconds >= 0 && span <= policy.cap, "seed \(seed): \(policy) \(attemptCount) \(chance)")
            #expect(Double(span.milliseconds) <= doubled, "seed \(seed): \(policy) \(attemptCount) \(chance)")
        }
    }

    @Test func `the wait doubles until the cap`() {
        let waits = (0..<4).map { wait(after: passing, attemptCount: $0, chance: 0.5)?.milliseconds }
        #expect(waits == [500, 1000, 2000, 4000])
        var long = RetryPolicy()
        long.attempts = 100
        #expect(wait(after: passing, attemptCount: 90, policy: long, chance: 0.5)?.milliseconds == 30_000)
    }

    @Test func `a failure that stands is not tried again`() {
        let damaged = Failure(stage: .decode, kind: .damaged, message: "cut short")
        #expect(wait(after: damaged, attemptCount: 0, chance: 0) == nil)
        var once = RetryPolicy()
        once.attempts = 1
        #expect(wait(after: passing, attemptCount: 0, policy: once, chance: 0) == nil)
    }

    @Test func `what may have been billed is tried once by a later night, and other failures as ever`() {
        func isTriedAgain(_ kind: Failure.Kind, _ code: String? = nil) -> Bool {
            let failure = Failure(stage: .annotate, kind: kind, code: code, message: "away", isTransient: true)
            let decision = RetryDecision(
                on: failure, attemptCount: 0, policy: RetryPolicy(), isNightRetry: true, chance: 0)
            return decision != .fail
        }
        #expect(!isTriedAgain(.lost) && !isTriedAgain(.service, "UNREADABLE_RESPONSE"))
        #expect(isTriedAgain(.service, "UNAVAILABLE") && isTriedAgain(.unreadable) && isTriedAgain(.unreachable))
    }

    @Test func `an image that a service refused is asked about twice and no more`() {
        let refused = Failure(stage: .annotate, kind: .refused, message: "Bad image data.", isTransient: true)
        #expect((0..<3).map { wait(after: refused, attemptCount: $0, chance: 0) == nil } == [false, true, true])
    }

    @Test func `a service that says how long is not asked before`() {
        #expect(wait(after: passing, attemptCount: 0, retryAfter: .seconds(26), chance: 0.5) == .seconds(26))
        #expect(wait(after: passing, attemptCount: 3, retryAfter: .seconds(2), chance: 0.5) == .seconds(4))
    }

    @Test(arguments: [(attempts: 1, sent: 1), (2, 1), (3, 2), (5, 4)])
    func `content that is asked for is sent at once, and once even of a single attempt`(attempts: Int, sent: Int) {
        var policy = RetryPolicy()
        policy.attempts = attempts
        let decisions = (0..<6).map { RetryDecision(sendingContentAfter: $0, policy: policy) }
        let expected = (0..<6).map { $0 < sent ? RetryDecision.retry(after: .seconds(0)) : .fail }
        #expect(decisions == expected)
    }

    @Test(arguments: UInt64(1)...3) func `a pause of all requests lies between the base and the cap`(seed: UInt64) {
        var random = Seeded(seed)
        var policy = RetryPolicy()
        policy.base = TimeSpan(milliseconds: 1_000_000)
        policy.cap = TimeSpan(milliseconds: 8_000_000)
        for _ in 0..<200 {
            let chance = Double.random(in: 0..<1, using: &random)
            let pause = policy.pause(after: Int.random(in: 0..<90, using: &random), chance: chance)
            #expect((1_000_000...8_000_000).contains(pause), "seed \(seed), chance \(chance)")
        }
    }
}
