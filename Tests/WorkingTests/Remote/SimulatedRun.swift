import Backends
import Storage
import Domain

@testable import Working

/// A run of pictures against a service that answers some requests and fails the others, with a clock of its own.
///
/// Requests end in the order in which they began, and each takes 100 ms.
struct SimulatedRun {
    /// Requests that were sent, and the images in them.
    private(set) var (requests, units) = (0, 0)
    /// Pictures by their end; what is queued is not counted.
    private(set) var (answered, failed) = (0, 0)
    /// Pictures that are queued at the end, and the tries that counted of those.
    private(set) var (queued, attemptCount) = (0, 0)
    /// Why the run stopped; nil where it did not.
    private(set) var stop: BackendError?

    /// Runs to the end.
    ///
    /// - Parameters:
    ///   - perRequest: the most pictures in a request.
    ///   - fails: whether a request fails, by its number from 1 and the numbers of its pictures from 1.
    init(pictures: Int, perRequest: Int = 16, inFlight: Int = 16, fails: (Int, [Int64]) -> Bool) {
        var health = ServiceHealth(RetryPolicy(), account: "tower-1")
        var now: Int64 = 0
        // By the pictures' numbers, for sorting moves each entry.
        var claims = (0...Int64(pictures)).map { HealthScene.claim($0) }
        var queue = (1...pictures).map { (due: Int64(0), picture: $0) }
        var sent: [(permit: ServiceHealth.Permit, claims: [Claim], isFailing: Bool)] = []
        while true {
            var wait: Int64?
            while stop == nil, sent.count < inFlight, queue.contains(where: { $0.due <= now }) {
                guard case .send(let permit) = health.admit(at: now) else {
                    wait = health.opensAt
                    break
                }
                queue.sort { $0 < $1 }
                // As `RequestBatcher` does: what has failed twice is alone.
                let isAlone = claims[queue[0].picture].attemptCount >= 2
                let limit = isAlone ? 1 : min(perRequest, permit.maxImages)
                let due = queue.prefix(limit)
                    .prefix { $0.due <= now && (isAlone || claims[$0.picture].attemptCount < 2) }
                    .map { claims[$0.picture] }
                queue.removeFirst(due.count)
                (requests, units) = (requests + 1, units + due.count)
                sent.append((permit, due, fails(requests, due.map(\.task.value))))
            }
            guard !sent.isEmpty else {
                guard stop == nil, let next = wait ?? queue.map(\.due).min() else { break }
                now = max(now + 1, next)
                continue
            }
            now += 100
            let (permit, asked, isFailing) = sent.removeFirst()
            let reply = isFailing ? HealthScene.serviceFails : Reply(.answered, charge: .billed)
            let decision = health.decide(
                on: asked.map { _ in reply }, to: asked, under: permit, at: now,
                ServiceHealth.Chances(retry: 0.5, pause: 0.75))
            stop = stop ?? decision.stop
            for (claim, image) in zip(asked, decision.images) {
                let picture = Int(claim.task.value)
                switch image.outcome {
                case .answered: answered += 1
                case .failed: failed += 1
                case .retry(_, let wait):
                    claims[picture] = HealthScene.claim(claim.task.value, attemptCount: claim.attemptCount + 1)
                    queue.append((now + wait.milliseconds, picture))
                case .crashed: failed += 1
                case .interrupted(_, let wait): queue.append((now + (wait?.milliseconds ?? 0), picture))
                }
            }
        }
        queued = queue.count
        attemptCount = queue.reduce(0) { $0 + claims[$1.picture].attemptCount }
    }
}
