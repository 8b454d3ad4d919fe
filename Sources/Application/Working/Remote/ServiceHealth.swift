internal import Backends
internal import Storage
internal import Domain

/// What the replies of a service say of its health, and what follows for each image, the next requests and the run.
///
/// A pure value: replies go in and decisions come out; time and chance are arguments. Requests pause together after a
/// 429, while the service cannot be reached, and while it fails every request. Several requests that fail together
/// count as one trouble: only one that began after the last trouble is a new one. The pauses double from trouble to
/// trouble, with jitter, and end with the first success.
struct ServiceHealth: Sendable {
    /// What a request began under; it comes back with how the request ended.
    struct Permit: Equatable, Sendable {
        /// Whether no other request may be in flight beside it.
        let isAlone: Bool
        /// The most images that the request may hold: one while the service seems to fail every request.
        let maxImages: Int
        /// Troubles before the request began.
        fileprivate let troubles: Int
    }

    /// Whether a request may begin.
    enum Admission: Equatable, Sendable {
        /// It may begin now.
        case send(Permit)
        /// It waits this number of milliseconds; nil: until the request in flight has ended.
        case wait(Int64?)
    }

    /// Random numbers for one decision, each evenly distributed in 0..<1.
    struct Chances: Sendable {
        /// For the waits of images that are tried again.
        let retry: Double
        /// For the pause of all requests.
        let pause: Double
    }

    /// Monotonic milliseconds until which nothing is sent.
    private(set) var opensAt: Int64 = 0
    private let policy: RetryPolicy
    /// Whose bill it is.
    private let account: String
    /// Troubles so far, of every kind.
    private var troubles = 0
    /// Pauses since the last success: after those the next one doubles.
    private var consecutivePauses = 0
    /// Those of them that the service asked for.
    private var requestedPauses = 0
    /// Failures in a row to reach the service.
    private(set) var failedConnections = 0
    /// Requests in a row whose responses were not answers.
    private var unreadableResponses = 0
    private(set) var lastCode: String?
    private(set) var circuit = CircuitBreaker()
    private var rejections = UniformRejectionCounter()

    /// A service of which nothing is known, by a job's policy.
    init(_ policy: RetryPolicy, account: String) {
        self.policy = policy
        self.account = account
    }

    /// Decides whether a request may begin at a moment; a permit comes back by one of the two calls below.
    mutating func admit(at now: Int64) -> Admission {
        if circuit.isBusy { return .wait(nil) }
        guard opensAt <= now else { return .wait(opensAt - now) }
        return .send(Permit(isAlone: circuit.begin(), maxImages: circuit.isOpen ? 1 : .max, troubles: troubles))
    }

    /// Takes back the permit of a request that was not sent, or whose end says nothing of the service.
    mutating func returnPermit(_ permit: Permit) {
        circuit.end(isAlone: permit.isAlone)
    }

    /// Decides what the replies to a request mean.
    ///
    /// - Parameters:
    ///   - claims: those of the images, in the order of the replies.
    ///   - now: monotonic milliseconds.
    mutating func decide(
        on replies: [Reply], to claims: [Claim], under permit: Permit, at now: Int64, _ chances: Chances
    ) -> Decision {
        circuit.end(isAlone: permit.isAlone)
        let request = Request(permit: permit, now: now, chances: chances, images: claims.count)
        var decision = Decision()
        let cause = cause(of: replies, to: claims, request, &decision)
        // The first image's wait is every image's wait, so that all are sent together again.
        var pause: TimeSpan?
        for (claim, reply) in zip(claims, replies) {
            let outcome = outcome(of: claim, reply, cause, request, &pause, &decision)
            var hold = reply.retryAfter
            if case .throttled = reply.outcome { hold = pause }
            var sendsContent = false
            if case .wantsContent = reply.outcome { sendsContent = true }
            decision.images.append(
                ReplyDecision(outcome: outcome, hold: hold, sendsContent: sendsContent))
        }
        return decision
    }
}

/// What all decisions on one request share.
private struct Request {
    let permit: ServiceHealth.Permit
    let now: Int64
    let chances: ServiceHealth.Chances
    /// How many images it holds.
    let images: Int
}

/// Why the images of a request failed.
private enum Cause {
    /// Each for its own reason.
    case image
    /// The service fails every request: no image has had a try.
    case service(pause: TimeSpan)
    /// The job's settings are refused: no image has had a try.
    case settings
}

extension ServiceHealth {
    /// What the replies to a request say of the service as a whole.
    private mutating func cause(
        of replies: [Reply], to claims: [Claim], _ request: Request, _ decision: inout Decision
    ) -> Cause {
        if replies.contains(where: \.isAnswered) {
            circuit.close()
            rejections.accept()
            (consecutivePauses, requestedPauses, failedConnections, unreadableResponses) = (0, 0, 0, 0)
        }
        let failures = replies.compactMap(\.failure)
        guard let first = failures.first, failures.count == replies.count else { return .image }
        let isUnreadable = failures.allSatisfy(\.isUnreadableResponse)
        if isUnreadable || failures.allSatisfy({ ($0.kind == .service || $0.kind == .lost) && $0.isTransient }) {
            unreadableResponses = isUnreadable ? unreadableResponses + 1 : 0
            lastCode = replies.compactMap { $0.metrics?.httpStatus }.first.map(String.init) ?? first.code
            let pause = fail(claims, retryAfter: replies.compactMap(\.retryAfter).max(), request)
            if circuit.mustStop || unreadableResponses >= maxUnreadable {
                decision.stop(.failing(first.message))
                decision.suspects = circuit.suspects
            }
            guard let pause else { return .image }
            return .service(pause: pause)
        }
        if failures.allSatisfy({ $0.canBeUniform && $0.message == first.message }) {
            rejections.reject(claims.map(\.task), saying: first.message)
            guard rejections.mustStop else { return .image }
            decision.stop(.refused(account: account, code: first.code, words: first.message))
            decision.wronglyFailed = rejections.tasks
            return .settings
        }
        return .image
    }

    /// How an image's attempt ends.
    private mutating func outcome(
        of claim: Claim, _ reply: Reply, _ cause: Cause, _ request: Request, _ pause: inout TimeSpan?,
        _ decision: inout Decision
    ) -> AttemptOutcome {
        switch reply.outcome {
        case .answered: return .answered
        case .failed(let failure):
            switch cause {
            case .image:
                return RetryDecision(
                    on: failure, attemptCount: claim.attemptCount, policy: policy, isNightRetry: claim.isNightRetry,
                    retryAfter: reply.retryAfter, chance: request.chances.retry
                ).outcome(of: failure)
            // One that has failed before may itself be what the service fails at, and would be asked for ever.
            case .service where claim.isNightRetry && request.images == 1: return .failed(failure)
            case .service(let pause): return .interrupted(failure, after: pause)
            case .settings: return .interrupted(failure, after: nil)
            }
        case .wantsContent(let failure):
            return RetryDecision(sendingContentAfter: claim.attemptCount, policy: policy, retryAfter: reply.retryAfter)
                .outcome(of: failure)
        case .throttled(let failure, let retryAfter):
            if holdBack(for: retryAfter, &pause, request) {
                (requestedPauses, failedConnections) = (requestedPauses + 1, 0)
            }
            if requestedPauses >= maxPauses { decision.stop(.busy(account: account, words: failure.message)) }
            return .interrupted(failure, after: pause)
        case .unreachable(let failure):
            if holdBack(for: nil, &pause, request) { failedConnections += 1 }
            if failedConnections >= policy.attempts { decision.stop(.unreachable(failure.message)) }
            return .interrupted(failure, after: pause)
        case .stop(let error, let failure):
            decision.stop(error)
            return .interrupted(failure, after: nil)
        case .returned: return .interrupted(nil, after: nil)
        }
    }

    /// Pauses all requests.
    ///
    /// - Parameters:
    ///   - retryAfter: as long as the service says; nil: by backoff.
    ///   - pause: how long everything waits, once that is known.
    /// - Returns: whether the request began after the last trouble.
    private mutating func holdBack(for retryAfter: TimeSpan?, _ pause: inout TimeSpan?, _ request: Request) -> Bool {
        let isNew = request.permit.troubles == troubles
        if isNew {
            troubles += 1
            let usual = policy.pause(after: consecutivePauses, chance: request.chances.pause)
            consecutivePauses += 1
            opensAt = max(opensAt, request.now + (retryAfter?.milliseconds ?? usual))
        } else if let retryAfter {
            opensAt = max(opensAt, request.now + retryAfter.milliseconds)
        }
        pause = pause ?? rest(at: request.now)
        return isNew
    }

    /// Notes that a request failed for a reason that is not any image's.
    ///
    /// - Parameter retryAfter: as long as the service wants to be left alone, where it says so.
    /// - Returns: how long everything waits where no image is to blame; nil where the failure is a try of its images.
    private mutating func fail(_ claims: [Claim], retryAfter: TimeSpan?, _ request: Request) -> TimeSpan? {
        if let retryAfter { opensAt = max(opensAt, request.now + retryAfter.milliseconds) }
        let isNew = request.permit.troubles == troubles
        let isTry = circuit.fail(claims.map(\.task), isNew: isNew)
        if isNew {
            troubles += 1
            if circuit.isOpen {
                let pause = policy.pause(after: circuit.openings - 1, chance: request.chances.pause)
                opensAt = max(opensAt, request.now + pause)
            }
        }
        return isTry ? nil : rest(at: request.now)
    }

    private func rest(at now: Int64) -> TimeSpan { TimeSpan(milliseconds: max(0, opensAt - now)) }
}

extension Reply {
    fileprivate var isAnswered: Bool { if case .answered = outcome { true } else { false } }
    /// Why it failed, where it did and the image's content was not asked for.
    fileprivate var failure: Failure? { if case .failed(let failure) = outcome { failure } else { nil } }
}

/// Pauses in a row that a service asks for without an answer between them, until the run stops.
private let maxPauses = 12
/// Responses in a row that are not answers, until the run stops: each may be billed, and an outage goes on.
private let maxUnreadable = 2
