internal import Curl
internal import JSON
internal import Domain
internal import Services
internal import Text

/// One request and what came of it.
struct ServiceReply: AuthorizedReply {
    /// How it ended.
    enum ParseOutcome {
        /// With a BatchAnnotateImagesResponse, or what should be one; from a function with what it says of its one
        /// image.
        case answered(JSONNode)
        /// Without an answer.
        case not(RequestRejection)
    }

    /// How it ended.
    let outcome: ParseOutcome
    /// What is billed for each image where there is no answer to read.
    let charge: Charge
    /// The call's figures; nil where nothing was asked.
    let metrics: CallMetrics?
    /// How long the service asks to be left alone.
    private(set) var retryAfter: TimeSpan?

    /// A call without a response.
    init(_ rejection: RequestRejection, charge: Charge, metrics: CallMetrics? = nil) {
        self.init(.not(rejection), charge: charge, metrics: metrics, retryAfter: nil)
    }

    /// A call whose response was read elsewhere.
    init(_ outcome: ParseOutcome, charge: Charge, metrics: CallMetrics?, retryAfter: TimeSpan?) {
        self.outcome = outcome
        self.charge = charge
        self.metrics = metrics
        self.retryAfter = retryAfter
    }

    /// Reads a call.
    init(_ call: ServiceCall, advice: Advice) {
        metrics = call.metrics
        let response: HTTPResponse
        switch call.outcome {
        case .response(let found): response = found
        case .unanswered(let rejection, let unansweredCharge):
            (outcome, charge) = (.not(rejection), unansweredCharge)
            return
        }
        if (200..<300).contains(response.status) {
            charge = ChargeTable.charge(for: .nothing)
            do throws(JSONError) {
                outcome = .answered(try JSONDocument(response.body).root)
            } catch {
                let message = "the service answered, and its answer is \(error)\(beginning(of: response.body))"
                outcome = .not(.failed(Failure(.service, code: Failure.unreadableResponse, message)))
            }
            return
        }
        let error = ServiceError(response, (try? JSONDocument(response.body))?.root["error"])
        outcome = .not(RequestRejection(error, advice).detailed(error.details))
        charge = ChargeTable.charge(forStatus: response.status)
        retryAfter = Services.retryAfter(response, retryDelay: error.retryDelay, now: call.endedAt)
    }

    /// Whether the credentials were refused and nothing else has happened, so that the request may go out with others.
    var mayBeAskedWithOthers: Bool {
        if case .not(.unauthenticated) = outcome { charge == .none } else { false }
    }

    /// What an attempt keeps of a call without an answer; nil where there is one.
    var failure: Failure? { if case .not(let rejection) = outcome { rejection.failure } else { nil } }

    /// What is to be said of every entry of a request that was not answered.
    func outcome(of rejection: RequestRejection) -> Reply.Outcome {
        switch rejection {
        case .refused(let failure), .failed(let failure): return .failed(failure)
        case .throttled(let failure): return .throttled(failure, retryAfter: retryAfter)
        case .unreachable(let failure): return .unreachable(failure)
        case .unauthenticated(let error, let failure): return .stop(error, failure)
        case .stop(let error, let failure): return .stop(error, failure)
        }
    }

    /// What is to be said of each entry of a batch that was answered.
    func replies(to batch: RequestBatch, _ root: JSONNode) -> [Reply] {
        let responses = root["responses"]?.elements ?? []
        guard responses.count == batch.count else {
            // With one too many or too few, no answer is surely this image's.
            let message =
                "the service returned \(counted(responses.count, "result")) for \(counted(batch.count, "image"))"
            let failure = Failure(.service, code: "WRONG_COUNT", message)
            return batch.entries.map { _ in reply(.failed(failure), charge: ChargeTable.charge(for: .nothing)) }
        }
        return zip(batch.entries, responses).map { entry, node in reply(to: entry, node.isObject ? node : nil) }
    }

    /// What is to be said of an entry.
    func reply(_ outcome: Reply.Outcome, charge: Charge) -> Reply {
        var reply = Reply(outcome, charge: charge)
        reply.metrics = metrics
        reply.retryAfter = retryAfter
        return reply
    }

    /// What is to be said of an entry by what the service says of it; without a raw response where that is not an
    /// answer.
    func reply(to entry: RequestBatch.Entry, _ node: JSONNode?) -> Reply {
        guard let node, let response = ImageResponse(node, asking: entry.recipes) else {
            let message = "the service returned no result for this image"
            let failure = Failure(.service, code: Failure.unreadableResponse, message)
            return reply(.failed(failure), charge: ChargeTable.charge(for: .nothing))
        }
        let reading = response.reading(
            of: entry.recipes, in: Frame(sent: entry.sent, placement: entry.placement), symbols: entry.readsSymbols)
        let outcome =
            response.error.map { Reply.Outcome($0, isReference: entry.sent == nil) }
            ?? reading.malformed.map { .failed(Failure($0)) } ?? .answered
        let kind: ChargeTable.ReplyContent =
            response.error != nil ? .imageError : reading.malformed != nil ? .malformedAnswer : .answer
        var reply = reply(outcome, charge: ChargeTable.charge(for: kind))
        reply.answers = reading.answers
        reply.raw = RawResponse(bytes: Array(node.text), sent: entry.sent)
        return reply
    }
}
