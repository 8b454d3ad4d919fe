internal import Backends
internal import Platform
internal import Storage
internal import Domain

/// The way of tasks on a remote backend, in two halves that `RequestBatcher` joins.
///
/// A preparer thread loads and encodes one task after another. A sender thread takes requests of several tasks: it
/// waits for a permit, has the units recorded as sent, sends, and ends each task by what the reply means. A failed
/// image is a value here, and stops no other image.
struct RemoteTaskExecutor<Backend: RemoteBackend>: Sendable {
    let backend: Backend
    let policy: RetryPolicy
    let batcher: RequestBatcher<Backend.Slot.Batch>
    let gate: RequestGate
    let events: BlockingQueue<PipelineEvent>
    let clock: MonotonicClock
    /// Evenly distributed in 0..<1.
    let chance: @Sendable () -> Double
    /// Why nothing can be annotated any more.
    let problem = Monitor<PipelineProblem?>(nil)

    /// The first half, on a preparer thread: from a claim to an item of a request.
    func prepareTasks(with preparer: Preparer) {
        while let claim = batcher.nextClaim() {
            let startedAt = clock.now()
            let end: AttemptResult
            do throws(Failure) {
                if let image = try preparer.prepare(claim) {
                    batcher.add(image, of: claim, startedAt: startedAt)
                    continue
                }
                end = AttemptResult(returning: claim)
            } catch {
                end = AttemptResult(
                    claim: claim, failing: error, policy: policy, chance: chance(),
                    workTime: clock.span(since: startedAt))
            }
            events.put(.finished([end]))
            batcher.drop()
        }
    }

    /// The second half, on a sender thread: from a request to the results of its tasks.
    func sendRequests(over slot: Backend.Slot) {
        while let request = batcher.nextRequest() {
            events.put(.finished(send(request, over: slot)))
        }
    }

    /// Sends a request and tells how each of its tasks ended.
    private func send(
        _ full: RequestBatcher<Backend.Slot.Batch>.ReadyRequest, over slot: Backend.Slot
    ) -> [AttemptResult] {
        guard let permit = gate.enter() else { return requeue(full.items.map(\.claim)) }
        let request = batcher.cut(full, to: permit.maxImages)
        let claims = request.items.map(\.claim)
        let attempts = claims.map(\.attempt)
        guard requestSend(SendRequest(attempts: attempts)) else {
            gate.returnPermit(permit)
            return requeue(claims)
        }
        let replies: [Reply]
        do throws(BackendError) {
            replies = try slot.send(request.batch) { images in
                requestSend(SendRequest(furtherImages: images, of: attempts))
            }
        } catch {
            gate.returnPermit(permit)
            stop(error)
            return requeue(claims)
        }
        precondition(replies.count == claims.count, "a slot answers for every entry")
        let decision = gate.decide(on: replies, to: claims, under: permit)
        if let error = decision.stop { stop(error, decision) }
        return replies.indices.map { index in
            result(of: request.items[index], replies[index], decision.images[index])
        }
    }

    /// Waits until the units of a request are recorded as sent; false where it may not be sent.
    ///
    /// It is not sent either where some of its attempts belong to other workers by now: its tasks are queued again.
    private func requestSend(_ request: SendRequest) -> Bool {
        var request = request
        while !gate.isStopped {
            let question = Question<SendRequest, SendDecision>(request)
            guard events.put(.readyToSend(question)), let decision = question.wait() else { return false }
            switch decision {
            case .send(let attempts): return attempts.count == request.attempts.count
            case .withdrawn: return false
            case .wait(let wait, let slot):
                request.slot = slot
                gate.wait(for: wait)
            }
        }
        return false
    }

    /// How a task ended.
    private func result(
        of item: RequestItem, _ reply: Reply, _ decision: ServiceHealth.ReplyDecision
    ) -> AttemptResult {
        var result = AttemptResult(
            claim: item.claim, outcome: decision.outcome, workTime: clock.span(since: item.startedAt))
        result.answers = reply.answers
        result.raw = reply.raw.map(CompressedResponse.init)
        if item.claim.reference != nil { result.original = item.original }
        result.charge = reply.charge
        result.hold = decision.hold
        result.sendsContent = decision.sendsContent
        result.metrics = reply.metrics
        return result
    }

    /// The results of tasks that go back to the queue without a try.
    private func requeue(_ claims: [Claim]) -> [AttemptResult] { claims.map { AttemptResult(returning: $0) } }

    /// Sends nothing more, as it would fail every image; the first reason stands.
    private func stop(_ error: BackendError, _ decision: ServiceHealth.Decision = ServiceHealth.Decision()) {
        problem.with {
            let found = PipelineProblem(
                error: error, wronglyFailed: decision.wronglyFailed, suspects: decision.suspects)
            $0 = $0 ?? found
        }
        gate.stop()
    }
}
