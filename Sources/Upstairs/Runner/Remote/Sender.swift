internal import Backends
internal import Platform
internal import Storage
internal import Vocabulary

/// The second half of tasks on a remote backend: sends a request and says how each of its tasks ended.
struct Sender {
    let slot: any RemoteSlot
    let throttle: Throttle
    let policy: RetryPolicy
    let judge: Judge
    let events: Handover<Event>

    /// Sends, once the throttle lets it.
    ///
    /// - Returns: how each task ended, and what would fail every image, where there is such a thing.
    func send(_ outgoing: BatchBoard.Outgoing) -> (ends: [Finished], problem: BackendError?) {
        guard let pass = clear(outgoing) else { return (outgoing.claims.map { Finished(returning: $0) }, nil) }
        let replies: [Reply]
        do throws(BackendError) {
            replies = try slot.send(outgoing.batch)
        } catch {
            return (outgoing.claims.map { Finished(returning: $0) }, error)
        }
        precondition(replies.count == outgoing.claims.count, "a slot answers for every entry")
        var ends: [Finished] = []
        var problem: BackendError?
        for (index, reply) in replies.enumerated() {
            let claim = outgoing.claims[index]
            var end = Finished(
                claim: claim, ending: ending(of: claim, reply, pass, &problem),
                startedAt: outgoing.startedAt[index])
            end.answers = reply.answers
            end.raw = reply.raw
            if claim.reference != nil { end.original = outgoing.originals[index] }
            end.charge = reply.charge
            if case .slowDown = reply.outcome, case .interrupted(_, let until) = end.ending {
                end.holdsAccountUntil = until
            } else if let least = reply.retryAfter {
                end.holdsAccountUntil = judge.clock.now() + least
            }
            end.exchange = .init(
                httpStatus: reply.httpStatus, requestBytes: reply.requestBytes, latency: reply.latency)
            ends.append(end)
        }
        return (ends, problem)
    }

    /// Waits until the request may go and is written down as sent; nil when it may not any more.
    private func clear(_ outgoing: BatchBoard.Outgoing) -> Throttle.Pass? {
        let attempts = outgoing.claims.map(\.attempt)
        var departure = Departure(attempts: attempts)
        while let pass = throttle.enter() {
            let clearance = Clearance(departure)
            guard events.put(.departing(clearance)), let verdict = clearance.wait() else { return nil }
            switch verdict {
            case .go(let going):
                // Where some belong to others by now, or a day has ended, all of them are taken up anew.
                return going.count == attempts.count ? pass : nil
            case .wait(let moment, let start):
                departure.start = start
                throttle.wait(for: moment - judge.clock.now())
            }
        }
        return nil
    }

    private func ending(
        of claim: Claim, _ reply: Reply, _ pass: Throttle.Pass, _ problem: inout BackendError?
    ) -> AttemptEnding {
        switch reply.outcome {
        case .answered:
            throttle.succeeded()
            return .answered
        case .failed(let failure):
            // What the service asks for, it asks of every request of the account.
            if let least = reply.retryAfter { _ = throttle.holdBack(pass, for: least) }
            return judge.ending(of: claim, failing: failure, after: reply.retryAfter)
        case .slowDown(let failure, let wanted):
            let (wait, _) = throttle.holdBack(pass, for: wanted)
            return .interrupted(failure, until: judge.clock.now() + wait)
        case .unreachable(let failure):
            let (wait, inRow) = throttle.holdBack(pass, for: nil)
            if inRow >= policy.attempts { problem = problem ?? .unreachable(failure.message) }
            return .interrupted(failure, until: judge.clock.now() + wait)
        case .stop(let error):
            problem = problem ?? error
            return .interrupted(nil, until: nil)
        }
    }
}
