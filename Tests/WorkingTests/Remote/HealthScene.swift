import Backends
import Crypto
import Storage
import Domain

@testable import Working

/// A service's health at a time that a test sets: one draw for the waits of images is 0.5, and for pauses 0.75.
struct HealthScene {
    private(set) var health: ServiceHealth
    /// Monotonic milliseconds.
    private(set) var now: Int64 = 1_000_000
    private var lastTask: Int64 = 0

    /// A service that has answered, or one that has failed three requests in a row since, so that the next one is a
    /// probe; or one of which nothing is known.
    init(_ policy: RetryPolicy = RetryPolicy(), isFailing: Bool = false, isUnknown: Bool = false) {
        health = ServiceHealth(policy, account: "tower-1")
        if !isUnknown { _ = end([Reply(.answered, charge: .billed)], under: begin()) }
        guard isFailing else { return }
        for _ in 0..<3 { _ = end([Self.serviceFails], under: begin()) }
    }

    /// A reply of a service that fails the whole request.
    static var serviceFails: Reply {
        let failure = Failure(stage: .annotate, kind: .service, code: "UNAVAILABLE", message: "away", isTransient: true)
        return Reply(.failed(failure), charge: .uncertain)
    }

    /// That the service answers nothing now.
    var trouble: ServiceTrouble? { health.trouble(at: now) }

    /// Begins a request, once that is allowed.
    mutating func begin() -> ServiceHealth.Permit {
        while true {
            switch health.admit(at: now) {
            case .send(let permit): return permit
            case .wait(let wait?): now += wait
            case .wait(nil): preconditionFailure("a request that is alone has not ended")
            }
        }
    }

    /// Claims of tasks that were never tried.
    mutating func claims(_ count: Int) -> [Claim] {
        lastTask += Int64(count)
        return (lastTask - Int64(count) + 1...lastTask).map { Self.claim($0) }
    }

    /// The claim of a task.
    static func claim(_ number: Int64, attemptCount: Int = 0, isNightRetry: Bool = false) -> Claim {
        Claim(
            task: TaskID(number), attempt: AttemptID(number), image: ImageID(number),
            key: ImageKey(.file, Digest(of: "\(number)")),
            asked: [RecipeID(1)], attemptCount: attemptCount, sendsContent: false,
            isNightRetry: isNightRetry, isIsolated: false, locations: [],
            hasMoreLocations: false, reference: nil)
    }

    /// Ends a request of tasks that were never tried.
    mutating func end(_ replies: [Reply], under permit: ServiceHealth.Permit) -> ServiceHealth.Decision {
        end(replies, of: claims(replies.count), under: permit)
    }

    /// Ends a request.
    mutating func end(
        _ replies: [Reply], of claims: [Claim], under permit: ServiceHealth.Permit
    ) -> ServiceHealth.Decision {
        health.decide(
            on: replies, to: claims, under: permit, at: now, ServiceHealth.Chances(retry: 0.5, pause: 0.75))
    }

    /// Takes back a permit.
    mutating func returnPermit(_ permit: ServiceHealth.Permit) { health.returnPermit(permit) }

    /// What may begin now: `send`, `alone`, `probe` (alone, with one image), or `wait 1000, send`.
    var next: String {
        var scene = self
        switch scene.health.admit(at: now) {
        case .send(let permit): return permit.summary
        case .wait(nil): return "wait for the request in flight"
        case .wait(let wait?): return "wait \(wait), \(scene.begin().summary)"
        }
    }
}

extension ServiceHealth.Permit {
    /// In short: `send`, `alone` or `probe`.
    var summary: String { isAlone ? maxImages == 1 ? "probe" : "alone" : "send" }
}

extension ServiceHealth.ReplyDecision {
    /// In short: `retry 500`, `held 1000, account 1000`.
    var summary: String {
        let outcome =
            switch outcome {
            case .answered: "answered"
            case .failed: "failed"
            case .retry(_, let wait): "retry \(wait.milliseconds)"
            case .interrupted(_, nil): "requeued"
            case .interrupted(_, let wait?): "held \(wait.milliseconds)"
            case .crashed(let reason): "crashed: \(reason)"
            }
        let content = sendsContent ? " with content" : ""
        return outcome + content + (hold.map { ", account \($0.milliseconds)" } ?? "")
    }
}

extension ServiceHealth.Decision {
    /// What each image's end is, where all are alike, and whether the run stops.
    var summary: String {
        let ends = images.map(\.summary)
        let all = Set(ends).count == 1 ? ends[0] : "\(ends)"
        return all + (stop == nil ? "" : ", stop")
    }
}
