import Backends
import Storage
import TestSupport
import Testing
import Domain

@testable import Working

/// The replies to images that are refused: in a refusal of the request (400), or one by one in an answer (200).
private func rejected(_ message: String, images: Int = 3, status: Int = 400) -> [Reply] {
    var reply = Reply(.failed(failure(.refused, isTransient: false, message)), charge: .none)
    reply.metrics = CallMetrics(httpStatus: status, requestBytes: 100, latency: .seconds(1), images: images)
    return Array(repeating: reply, count: images)
}

private let answered = Reply(.answered, charge: .billed)
private let throttled = Reply(.throttled(failure(.service), retryAfter: nil), charge: .none)
private let unreachable = Reply(.unreachable(failure(.unreachable)), charge: .none)

@Suite struct `The health of a service` {
    @Test(arguments: ReplyRow.every, [false, true])
    func `decides on each reply, to all images or to some, of a probe or not`(_ row: ReplyRow, isProbe: Bool) {
        var alone = HealthScene(isFailing: isProbe)
        let permit = alone.begin()
        #expect(permit.summary == (isProbe ? "probe" : "send"))
        let decision = alone.end([row.reply, row.reply, row.reply], under: permit)
        #expect("\(decision.summary) | \(alone.next)" == (isProbe ? row.allOfProbe : row.all))

        var beside = HealthScene(isFailing: isProbe)
        let mixed = beside.end([answered, row.reply], under: beside.begin())
        #expect(mixed.images[0].summary == "answered")
        let end = mixed.images[1].summary + (mixed.stop == nil ? "" : ", stop")
        #expect("\(end) | \(beside.next)" == (isProbe ? row.someOfProbe : row.some))
    }

    @Test func `is asked by one request at a time until it has answered`() {
        var scene = HealthScene(isUnknown: true)
        #expect(scene.next == "alone")
        let first = scene.begin()
        #expect(first.maxImages == .max && scene.next == "wait for the request in flight")
        scene.returnPermit(first)
        #expect(scene.next == "alone")
        _ = scene.end(rejected("a bad picture", images: 1), under: scene.begin())
        #expect(scene.next == "alone", "a refusal is no answer")
        _ = scene.end([answered], under: scene.begin())
        #expect(scene.next == "send")
    }

    @Test func `that has never answered is probed after its first failure, and no failure is a try of an image`() {
        var scene = HealthScene(isUnknown: true)
        var ends: [String] = []
        for number in 1...10 {
            let permit = scene.begin()
            #expect(permit.summary == (number == 1 ? "alone" : "probe"))
            let decision = scene.end([HealthScene.serviceFails], under: permit)
            ends.append(decision.summary)
            #expect((decision.stop == .failing("away")) == (number == 10))
        }
        #expect(
            ends == [
                "held 1000", "held 1500", "held 3000", "held 6000", "held 12000", "held 24000", "held 45000",
                "held 45000", "held 45000", "held 45000, stop",
            ])
    }

    @Test func `that fails says so until it answers`() {
        var scene = HealthScene(isUnknown: true)
        #expect(scene.trouble == nil)
        for _ in 1...3 { _ = scene.end([HealthScene.serviceFails], under: scene.begin()) }
        #expect(scene.trouble?.failures == 3)
        _ = scene.end([answered], under: scene.begin())
        #expect(scene.trouble == nil)
        _ = scene.end([unreachable], under: scene.begin())
        #expect(scene.trouble?.code == nil && scene.trouble?.failures == 1)
    }

    @Test(arguments: [1, 16]) func `that fails from the beginning ends a run of any size by its tenth request`(
        perRequest: Int
    ) {
        for pictures in 1...1000 {
            let run = SimulatedRun(pictures: pictures, perRequest: perRequest) { _, _ in true }
            #expect(run.requests == 10 && run.units == min(pictures, perRequest) + 9, "\(pictures) pictures")
            #expect(
                run.stop == .failing("away") && run.queued == pictures && run.attemptCount == 0, "\(pictures) pictures")
        }
    }

    @Test func `that fails an image of an earlier night alone fails it once, and is an outage to the others`() {
        var scene = HealthScene(isUnknown: true)
        let again = HealthScene.claim(1, isNightRetry: true)
        let both = scene.end([HealthScene.serviceFails, HealthScene.serviceFails], under: scene.begin())
        #expect(both.summary.hasPrefix("held"), "a request of two blames neither: \(both.summary)")
        #expect(scene.end([HealthScene.serviceFails], of: [again], under: scene.begin()).summary == "failed")
        let new = scene.end([HealthScene.serviceFails], under: scene.begin())
        #expect(new.summary.hasPrefix("held"), "\(new.summary)")
    }

    @Test(arguments: [false, true]) func `that answers with what cannot be read ends the run by the second time`(
        hasAnswered: Bool
    ) {
        let failure = Failure(
            stage: .annotate, kind: .service, code: "UNREADABLE_RESPONSE", message: "no JSON", isTransient: true)
        let page = Reply(.failed(failure), charge: .uncertain)
        var scene = HealthScene(isUnknown: !hasAnswered)
        #expect(scene.end([page, page], under: scene.begin()).stop == nil)
        // An answer, or another failure, between them begins the count again.
        #expect(scene.end([HealthScene.serviceFails], under: scene.begin()).stop == nil)
        #expect(scene.end([page], under: scene.begin()).stop == nil)
        _ = scene.end([answered], under: scene.begin())
        #expect(scene.end([page], under: scene.begin()).stop == nil)
        #expect(scene.end([page], under: scene.begin()).stop == .failing("no JSON"))
    }

    @Test(arguments: [1, 2, 5, 20, 40, 60]) func `that fails after some answers ends the run, and keeps its queue`(
        answers: Int
    ) {
        for pictures in Array(1...60) + stride(from: 61, through: 1000, by: 13) {
            let run = SimulatedRun(pictures: pictures) { number, _ in number > answers }
            let failures = run.requests - min(run.requests, answers)
            #expect(failures <= CircuitBreaker.failuresToOpen * 16 + 7, "\(pictures) pictures")
            #expect(run.answered + run.queued + run.failed == pictures, "\(pictures) pictures")
            // A few pictures, asked again and again, look like pictures that the service fails at.
            if run.queued + run.failed > 7 { #expect(run.stop == .failing("away") && run.failed == 0, "\(pictures)") }
        }
    }

    @Test(arguments: UInt64(1)...20) func `that fails a third of its requests goes on`(seed: UInt64) {
        var random = Seeded(seed)
        let run = SimulatedRun(pictures: 1000) { _, _ in Int.random(in: 0..<3, using: &random) == 0 }
        // Five tries fail for one picture in 243.
        #expect(run.stop == nil && run.answered > 950 && run.answered + run.failed == 1000, "seed \(seed)")
    }

    @Test(arguments: [1, 16], [1, 40]) func `is not blamed for the one picture that it always fails at`(
        perRequest: Int, poison: Int64
    ) {
        let run = SimulatedRun(pictures: 40, perRequest: perRequest) { _, pictures in pictures.contains(poison) }
        #expect(run.stop == nil && run.answered == 39 && run.failed == 1)
    }

    @Test func `fails by the third request in a row, is probed with doubling pauses, and ends the run by the tenth`() {
        var scene = HealthScene()
        var ends: [String] = []
        for number in 1...10 {
            let permit = scene.begin()
            #expect(permit.summary == (number > 3 ? "probe" : "send"))
            let decision = scene.end([HealthScene.serviceFails], under: permit)
            ends.append(decision.summary)
            #expect((decision.stop == .failing("away")) == (number == 10))
        }
        #expect(
            ends == [
                "retry 500", "retry 500", "held 1000", "held 1500", "held 3000", "held 6000", "held 12000",
                "held 24000", "held 45000", "held 45000, stop",
            ])
    }

    @Test func `is probed by one request at a time, until one is answered`() {
        var scene = HealthScene(isFailing: true)
        let probe = scene.begin()
        #expect(probe.maxImages == 1 && scene.next == "wait for the request in flight")
        scene.returnPermit(probe)
        #expect(scene.next == "probe", "a request that was not sent lets the next one probe")
        _ = scene.end([answered], under: scene.begin())
        #expect(scene.next == "send")
        _ = scene.end([HealthScene.serviceFails], under: scene.begin())
        #expect(scene.next == "send", "it is healthy again")
    }

    @Test func `fails images that fail again and again by their own attempts, and is counted as failing, too`() {
        var policy = RetryPolicy()
        policy.attempts = 20
        var scene = HealthScene(policy)
        let claims = scene.claims(3)
        for number in 0..<20 {
            let decision = scene.end(
                Array(repeating: HealthScene.serviceFails, count: 3),
                of: claims.map { HealthScene.claim($0.task.value, attemptCount: number) }, under: scene.begin())
            let expected = number == 19 ? "failed" : "retry"
            #expect(decision.images.allSatisfy { $0.summary.hasPrefix(expected) }, "\(number)")
            #expect(decision.stop == (number < 9 ? nil : .failing("away")), "\(number)")
        }
        let other = scene.end([HealthScene.serviceFails], under: scene.begin())
        #expect(other.summary.hasPrefix("held"), "an image that had not failed before: \(other.summary)")
    }

    @Test func `takes requests that fail together for one trouble`() {
        var scene = HealthScene()
        let together = (0..<20).map { _ in scene.begin() }
        for permit in together { #expect(scene.end([HealthScene.serviceFails], under: permit).summary == "retry 500") }
        #expect(scene.next == "send")

        var paused = HealthScene()
        let permits = (0..<20).map { _ in paused.begin() }
        for permit in permits {
            #expect(paused.end([throttled], under: permit).summary == "held 1000, account 1000")
        }
        #expect(paused.end([throttled], under: paused.begin()).summary == "held 1500, account 1500")
        _ = paused.end([answered], under: paused.begin())
        #expect(paused.end([throttled], under: paused.begin()).summary == "held 1000, account 1000")
    }

    @Test func `is left alone for the longest time that it asks for`() {
        var scene = HealthScene()
        let (first, second, third) = (scene.begin(), scene.begin(), scene.begin())
        func asks(_ seconds: Int64) -> [Reply] {
            [Reply(.throttled(failure(.service), retryAfter: .seconds(seconds)), charge: .none)]
        }
        #expect(scene.end(asks(5), under: first).summary == "held 5000, account 5000")
        #expect(scene.end(asks(90), under: second).summary == "held 90000, account 90000")
        #expect(scene.end([unreachable], under: third).summary == "held 90000")
        #expect(scene.next == "wait 90000, send")
    }

    @Test func `is left alone as it asks beside a failure, too, whether that counts or not`() {
        var failing = HealthScene.serviceFails
        failing.retryAfter = .seconds(60)
        var scene = HealthScene()
        let claims = scene.claims(1)
        #expect(scene.end([failing], of: claims, under: scene.begin()).summary == "retry 60000, account 60000")
        #expect(scene.next == "wait 60000, send")
        #expect(scene.end([failing], of: claims, under: scene.begin()).summary == "retry 60000, account 60000")
        #expect(scene.next == "wait 60000, send")
        #expect(scene.end([failing], of: claims, under: scene.begin()).summary == "retry 60000, account 60000")
        #expect(scene.next == "wait 60000, probe", "the third failure in a row, of whatever images")
    }

    @Test func `ends the run at the twelfth pause in a row that it asks for`() {
        var scene = HealthScene()
        for number in 1...12 {
            let decision = scene.end([throttled], under: scene.begin())
            #expect((decision.stop == .busy(account: "tower-1", words: "no")) == (number == 12))
        }
        _ = scene.end([answered], under: scene.begin())
        #expect(scene.end([throttled], under: scene.begin()).stop == nil)
    }

    @Test(arguments: [1, 2, 5, 20]) func `ends the run when it was not reached as often as attempts are allowed`(
        limit: Int
    ) {
        var policy = RetryPolicy()
        policy.attempts = limit
        var scene = HealthScene(policy)
        for number in 1...limit {
            let decision = scene.end([unreachable], under: scene.begin())
            #expect((decision.stop == .unreachable("no")) == (number == limit))
        }
    }

    @Test func `is not out of reach for a pause that it asked for, nor busy for a lost connection`() {
        var scene = HealthScene()
        for number in 1...8 {
            #expect(scene.end([throttled], under: scene.begin()).stop == nil, "\(number)")
        }
        #expect(scene.end([unreachable], under: scene.begin()).stop == nil, "once in a row")
        var policy = RetryPolicy()
        policy.attempts = 20
        var other = HealthScene(policy)
        for _ in 1...11 { _ = other.end([unreachable], under: other.begin()) }
        #expect(other.end([throttled], under: other.begin()).stop == nil, "one pause")
    }

    @Test(arguments: [400, 200])
    func `ends the run when it refuses eight images in the same words and has accepted none`(status: Int) {
        var scene = HealthScene(isUnknown: true)
        let ends = ["bad model", "bad model", "bad model"].map { message in
            scene.end(rejected(message, status: status), under: scene.begin())
        }
        #expect(ends.map(\.summary) == ["failed", "failed", "requeued, stop"])
        #expect(ends[2].stop == .refused(account: "tower-1", code: nil, words: "bad model"))
        #expect(ends[0].wronglyFailed.isEmpty && ends[1].wronglyFailed.isEmpty)
        #expect(ends[2].wronglyFailed == (1...9).map { TaskID($0) }, "those that have failed return to the queue")
    }

    @Test(arguments: ["NOT_FOUND", nil])
    func `refuses pictures that it does not find or cannot read for their own sake`(code: String?) {
        var scene = HealthScene(isUnknown: true)
        let failure = Failure(stage: .annotate, kind: .refused, code: code, message: "no", isTransient: code == nil)
        let replies = Array(repeating: Reply(.failed(failure), charge: .uncertain), count: 16)
        for _ in 0..<3 { #expect(scene.end(replies, under: scene.begin()).stop == nil) }
    }

    @Test func `refuses images for their own sake in other words, or after it has accepted one`() {
        var scene = HealthScene(isUnknown: true)
        for number in 0..<10 {
            let decision = scene.end(rejected("picture \(number)", images: 5), under: scene.begin())
            #expect(decision.summary == "failed")
        }
        var accepted = HealthScene()
        _ = accepted.end([answered], under: accepted.begin())
        #expect(accepted.end(rejected("bad model", images: 16), under: accepted.begin()).summary == "failed")
    }

    @Test func `says nothing by a request that was given back`() {
        var scene = HealthScene()
        let permit = scene.begin()
        _ = scene.end([throttled], under: scene.begin())
        scene.returnPermit(permit)
        #expect(scene.next == "wait 1000, send")
    }

    @Test(arguments: UInt64(1)...20) func `is sent nothing while it pauses, and nothing beside a request that is alone`(
        seed: UInt64
    ) {
        var random = Seeded(seed)
        var health = ServiceHealth(RetryPolicy(), account: "a")
        var now: Int64 = 0
        var open: [ServiceHealth.Permit] = []
        for number in Int64(0)..<2000 {
            now += Int64.random(in: 0...2000, using: &random)
            if Bool.random(using: &random) {
                if case .send(let permit) = health.admit(at: now) {
                    #expect(health.opensAt <= now && !open.contains(where: \.isAlone), "seed \(seed)")
                    open.append(permit)
                }
            } else if !open.isEmpty {
                let permit = open.remove(at: Int.random(in: 0..<open.count, using: &random))
                let before = health.opensAt
                let reply = ReplyRow.every[Int.random(in: 0..<ReplyRow.every.count, using: &random)].reply
                let chance = Double.random(in: 0..<1, using: &random)
                let decision = health.decide(
                    on: [reply], to: [HealthScene.claim(number)], under: permit, at: now,
                    ServiceHealth.Chances(retry: chance, pause: chance))
                #expect(decision.images.count == 1 && health.opensAt >= before, "seed \(seed)")
            }
        }
    }
}
