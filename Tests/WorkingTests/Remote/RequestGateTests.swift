import Backends
import Platform
import TestSupport
import Testing
import Domain

@testable import Working

@Suite struct `A gate before a service` {
    private let time = TestClock()

    private func gate(base: Int64 = 60_000) -> RequestGate {
        var policy = RetryPolicy()
        policy.base = TimeSpan(milliseconds: base)
        policy.cap = TimeSpan(milliseconds: base * 16)
        return RequestGate(ServiceHealth(policy, account: "a"), clock: time.monotonic, chance: { 0 })
    }

    private let pause = Reply(
        .throttled(Failure(stage: .annotate, kind: .service, message: "no"), retryAfter: .seconds(3600)), charge: .none)

    @Test func `ends every wait when it is stopped`() throws {
        let gate = gate()
        _ = gate.decide(on: [pause], to: [HealthScene.claim(1)], under: try #require(gate.enter()))
        let woken = BlockingQueue<Bool>(capacity: 2)
        WorkerThreads.start(1, named: "waiting") { woken.put(gate.enter() == nil) }
        WorkerThreads.start(1, named: "resting") {
            gate.wait(for: .seconds(3600))
            woken.put(gate.isStopped)
        }
        gate.stop()
        #expect(woken.take() == true && woken.take() == true)
        #expect(gate.enter() == nil && gate.isStopped)
    }

    @Test func `lets one request probe a failing service, and the others wait until it has ended`() throws {
        let gate = gate(base: 1)
        let answer = Reply(.answered, charge: .billed)
        _ = gate.decide(on: [answer], to: [HealthScene.claim(1)], under: try #require(gate.enter()))
        for number in Int64(1)...3 {
            let permit = try #require(gate.enter())
            #expect(!permit.isAlone)
            _ = gate.decide(on: [HealthScene.serviceFails], to: [HealthScene.claim(number)], under: permit)
            time.advance(TimeSpan(milliseconds: 1))
        }
        let probe = try #require(gate.enter())
        #expect(probe.isAlone)
        let entered = BlockingQueue<Bool>(capacity: 2)
        for number in 0..<2 {
            WorkerThreads.start(1, named: "waiting \(number)") { entered.put(gate.enter() != nil) }
        }
        #expect(entered.take(within: 50) == nil)
        _ = gate.decide(on: [answer], to: [HealthScene.claim(9)], under: probe)
        #expect(entered.take() == true && entered.take() == true)
    }

    @Test func `lets nothing out once a reply ends the run`() throws {
        let gate = gate()
        let end = Reply(.stop(.failing("away"), nil), charge: .none)
        _ = gate.decide(on: [end], to: [HealthScene.claim(1)], under: try #require(gate.enter()))
        #expect(gate.isStopped && gate.enter() == nil)
    }

    @Test func `opens when its clock says so`() throws {
        let gate = gate()
        _ = gate.decide(on: [pause], to: [HealthScene.claim(1)], under: try #require(gate.enter()))
        let entered = BlockingQueue<Bool>(capacity: 1)
        WorkerThreads.start(1, named: "waiting") { entered.put(gate.enter() != nil) }
        #expect(entered.take(within: 50) == nil)
        time.advance(.seconds(3600))
        gate.wait(for: .seconds(0))
        #expect(entered.take() == true)
    }
}
