internal import Backends
internal import Platform
internal import Storage
internal import Domain

/// The second half of tasks on a remote backend: sends a request and says how each of its tasks ended.
struct Sender {
    let slot: any RemoteSlot
    /// Whose bill it is.
    let account: String
    let throttle: Throttle
    let policy: RetryPolicy
    let judge: Judge
    let events: Handover<PipelineEvent>
    let clock: MonotonicClock

    /// What became of a request.
    struct Outcome {
        /// How each task ended.
        var ends: [AttemptResult]
        /// What would fail every image, where there is such a thing.
        var problem: BackendError?
        /// How long what was not let through waits, all of it together.
        fileprivate var hold: TimeSpan?

        /// All of it goes back.
        init(returning claims: [Claim], _ problem: BackendError? = nil) {
            ends = claims.map { AttemptResult(returning: $0) }
            self.problem = problem
        }

        fileprivate init() { ends = [] }

        /// The wait that the first of the images was told, for all of them.
        fileprivate mutating func hold(for wait: TimeSpan) -> TimeSpan {
            let first = hold ?? wait
            hold = first
            return first
        }

        fileprivate mutating func stop(_ problem: BackendError) {
            self.problem = self.problem ?? problem
        }
    }

    /// What the replies to a request mean for all of its images.
    private enum Course {
        /// Each stands for itself; what failed waits by one lot, to be sent together again.
        case each(lot: Double)
        /// The service fails, and no image is to blame: none has had a try.
        case held(TimeSpan)
        /// The job's settings are refused, and no image is to blame: none has had a try.
        case refused
    }

    /// Sends, once the throttle and the books let it.
    func send(_ outgoing: RequestBatcher.Outgoing) -> Outcome {
        guard let pass = clear(outgoing) else { return Outcome(returning: outgoing.claims) }
        let replies: [Reply]
        let attempts = outgoing.claims.map(\.attempt)
        do throws(BackendError) {
            replies = try slot.send(outgoing.batch) { images in
                letGo(SendRequest(furtherImages: images, of: attempts))?.count == attempts.count
            }
        } catch {
            throttle.leave(pass)
            return Outcome(returning: outgoing.claims, error)
        }
        precondition(replies.count == outgoing.claims.count, "a slot answers for every entry")
        var outcome = Outcome()
        let course = course(of: replies, to: outgoing.claims, pass, &outcome)
        for (index, reply) in replies.enumerated() {
            let claim = outgoing.claims[index]
            var end = AttemptResult(
                claim: claim, ending: ending(of: claim, reply, course, pass, &outcome),
                workTime: clock.span(since: outgoing.startedAt[index]))
            end.answers = reply.answers
            end.raw = reply.raw.map(CompressedResponse.init)
            if claim.reference != nil { end.original = outgoing.originals[index] }
            end.charge = reply.charge
            if case .slowDown = reply.outcome, case .interrupted(_, let wait) = end.ending {
                end.accountHold = wait
            } else {
                end.accountHold = reply.retryAfter
            }
            end.exchange = .init(
                httpStatus: reply.httpStatus, requestBytes: reply.requestBytes, latency: reply.latency,
                images: replies.count)
            outcome.ends.append(end)
        }
        return outcome
    }

    /// Waits until the request may go and is written down as sent; nil when it may not any more.
    private func clear(_ outgoing: RequestBatcher.Outgoing) -> Throttle.Pass? {
        guard let pass = throttle.enter() else { return nil }
        let attempts = outgoing.claims.map(\.attempt)
        // Where some belong to others by now, or a day has ended, all of them are taken up anew.
        if letGo(SendRequest(attempts: attempts))?.count == attempts.count { return pass }
        throttle.leave(pass)
        return nil
    }

    /// Waits until a request may go by the books; nil when nothing may any more.
    private func letGo(_ departure: SendRequest) -> [AttemptID]? {
        var departure = departure
        while !throttle.isStopped {
            let clearance = SendPermit(departure)
            guard events.put(.departing(clearance)), let verdict = clearance.wait() else { return nil }
            switch verdict {
            case .send(let going): return going
            case .withdrawn: return nil
            case .wait(let wait, let place):
                departure.place = place
                throttle.wait(for: wait)
            }
        }
        return nil
    }

    /// Tells the throttle what became of a request, and what that means for its images.
    private func course(
        of replies: [Reply], to claims: [Claim], _ pass: Throttle.Pass, _ outcome: inout Outcome
    ) -> Course {
        let each = Course.each(lot: judge.draw())
        let failures = replies.compactMap { reply in
            if case .failed(let failure) = reply.outcome { failure } else { nil }
        }
        guard let first = failures.first, failures.count == replies.count else {
            let hasAnswer = replies.contains { if case .answered = $0.outcome { true } else { false } }
            let isHeldBack = replies.contains { reply in
                switch reply.outcome {
                case .slowDown, .unreachable: true
                case .answered, .failed, .stop, .returned: false
                }
            }
            // What is held back gives the pass back with its sign.
            if hasAnswer { throttle.succeeded(pass) } else if !isHeldBack { throttle.leave(pass) }
            return each
        }
        if failures.allSatisfy({ ($0.kind == .service || $0.kind == .lost) && $0.isTransient }) {
            let trouble = throttle.troubled(
                pass, over: claims.map(\.task), wanted: replies.compactMap(\.retryAfter).max())
            guard let wait = trouble.wait else { return each }
            if trouble.inRow >= mostTroubles { outcome.stop(.failing(first.message)) }
            return .held(wait)
        }
        if failures.allSatisfy({ $0.kind == .refused && $0.message == first.message }),
            replies.allSatisfy({ $0.httpStatus == 400 })
        {
            let alike = throttle.refused(pass, replies.count, saying: first.message)
            guard alike >= mostRefusals else { return each }
            outcome.stop(.refused(account: account, code: first.code, words: first.message))
            return .refused
        }
        throttle.leave(pass)
        return each
    }

    private func ending(
        of claim: Claim, _ reply: Reply, _ course: Course, _ pass: Throttle.Pass, _ outcome: inout Outcome
    ) -> AttemptOutcome {
        switch reply.outcome {
        case .answered: return .answered
        case .failed(let failure):
            switch course {
            case .each(let lot):
                return judge.ending(of: claim, failing: failure, after: reply.retryAfter, lot: lot)
            case .held(let wait): return .interrupted(failure, after: wait)
            case .refused: return .interrupted(failure, after: nil)
            }
        case .slowDown(let failure, let wanted):
            let (wait, inRow) = throttle.holdBack(pass, for: wanted)
            if inRow >= mostPauses { outcome.stop(.busy(account: account, words: failure.message)) }
            return .interrupted(failure, after: outcome.hold(for: wait))
        case .unreachable(let failure):
            let (wait, inRow) = throttle.holdBack(pass, for: nil)
            if inRow >= policy.attempts { outcome.stop(.unreachable(failure.message)) }
            return .interrupted(failure, after: outcome.hold(for: wait))
        case .stop(let error):
            outcome.stop(error)
            return .interrupted(nil, after: nil)
        case .returned: return .interrupted(nil, after: nil)
        }
    }
}

/// Signs in a row that a service fails, until the run stops: some minutes of one request at a time.
private let mostTroubles = 10
/// Pauses in a row that a service asks for without answering anything between them, until the run stops.
private let mostPauses = 12
/// Images that are refused in the same words before any is taken, until the run stops.
private let mostRefusals = 8
