internal import Curl
internal import JSON
internal import Domain

/// One request and what came of it.
struct ServiceReply {
    /// How it ended.
    enum Ending {
        /// With a BatchAnnotateImagesResponse, or what should be one; from a function with what it says of its one
        /// image.
        case answered(JSONNode)
        /// Without an answer.
        case not(RequestRejection)
    }

    /// How it ended.
    let ending: Ending
    /// What is billed for each image where there is no answer to read.
    let charge: Charge
    /// The status of the response, where there was one.
    private(set) var status: Int?
    /// How long the service asks to be left alone.
    private(set) var wait: TimeSpan?
    /// The bytes of the request's body, as far as any were sent.
    var requestBytes = 0
    /// From the request's first byte to the response's last.
    var latency = TimeSpan(milliseconds: 0)

    /// An exchange without a response.
    init(_ verdict: RequestRejection, charge: Charge) {
        ending = .not(verdict)
        self.charge = charge
    }

    /// An exchange whose response was read elsewhere.
    init(_ ending: Ending, charge: Charge, status: Int, wait: TimeSpan?) {
        self.ending = ending
        self.charge = charge
        self.status = status
        self.wait = wait
    }

    /// Reads a response, in which secrets are hidden already.
    init(_ response: HTTPResponse, advice: Advice, now: Timestamp) {
        status = response.status
        if (200..<300).contains(response.status) {
            charge = ChargeTable.charge(for: .nothing)
            do throws(JSONError) {
                ending = .answered(try JSONDocument(response.body).root)
            } catch {
                let message = "the service answered, and its answer is \(error)"
                ending = .not(.failed(Failure(.service, code: "UNREADABLE_RESPONSE", message)))
            }
            return
        }
        let error = ServiceError(response, (try? JSONDocument(response.body))?.root["error"])
        ending = .not(RequestRejection(error, advice).detailed(error.details))
        charge = ChargeTable.charge(forStatus: response.status)
        wait = requestedWait(response, retryDelay: error.retryDelay, now: now)
    }

    /// Whether the credentials were refused and nothing else has happened, so that the request may go out with others.
    var mayBeAskedWithOthers: Bool {
        if case .not(.unauthenticated) = ending { charge == .none } else { false }
    }

    /// What is to be said of every entry of a request that was not answered.
    ///
    /// What would fail every image is thrown where nothing is billed; otherwise the units have to be counted.
    func outcome(of verdict: RequestRejection) throws(BackendError) -> Reply.Outcome {
        switch verdict {
        case .refused(let failure), .failed(let failure): return .failed(failure)
        case .slowDown(let failure): return .slowDown(failure, wait)
        case .unreachable(let failure): return .unreachable(failure)
        case .unauthenticated(let error), .stop(let error):
            guard charge == .none else { return .stop(error) }
            throw error
        }
    }

    /// What is to be said of each entry of a batch that was answered.
    func replies(to batch: RequestBatch, _ root: JSONNode) -> [Reply] {
        let responses = root["responses"]?.elements ?? []
        guard responses.count == batch.count else {
            // With one too many or too few, no answer is surely this image's.
            let message = "the service answered for \(responses.count) images and was asked for \(batch.count)"
            let failure = Failure(.service, code: "WRONG_COUNT", message)
            return batch.entries.map { _ in reply(.failed(failure), charge: ChargeTable.charge(for: .nothing)) }
        }
        return zip(batch.entries, responses).map { entry, node in reply(to: entry, node.isObject ? node : nil) }
    }

    /// What is to be said of an entry.
    func reply(_ outcome: Reply.Outcome, charge: Charge) -> Reply {
        var reply = Reply(outcome, charge: charge)
        reply.httpStatus = status
        reply.requestBytes = requestBytes
        reply.latency = latency
        reply.retryAfter = wait
        return reply
    }

    /// What is to be said of an entry by what the service says of it; without a raw response where that is not an
    /// answer.
    func reply(to entry: RequestBatch.Entry, _ node: JSONNode?) -> Reply {
        guard let node, let response = ImageResponse(node, asking: entry.recipes) else {
            let failure = Failure(.service, code: "UNREADABLE_RESPONSE", "the service's answer for this image is none")
            return reply(.failed(failure), charge: ChargeTable.charge(for: .nothing))
        }
        let reading = response.reading(of: entry.recipes, in: Frame(sent: entry.sent, placement: entry.placement))
        let outcome =
            response.error.map { Reply.Outcome($0, isReference: entry.sent == nil) }
            ?? reading.malformed.map { .failed(Failure($0)) } ?? .answered
        let kind: ChargeTable.Reading =
            response.error != nil ? .imageError : reading.malformed != nil ? .malformedAnswer : .answer
        var reply = reply(outcome, charge: ChargeTable.charge(for: kind))
        reply.answers = reading.answers
        reply.raw = RawResponse(bytes: Array(node.text), sent: entry.sent)
        return reply
    }
}
