internal import Curl
internal import JSON
internal import Domain
internal import Services

/// One call of a callable function and what came of it.
struct CallableReply: AuthorizedReply {
    /// How it ended; `answered` with what the function says of the image.
    let service: ServiceReply
    /// The function's words where it wants its argument in the other form; nothing was asked of the Vision API then.
    private(set) var complaint: String?
    /// Whether there is a result that is not a Vision API response.
    private(set) var isUnreadable = false
    /// Whether what stops a run may be about this image alone: the function's own code says so of what it is given.
    private(set) var mayConcernImage = false

    /// Whether the credentials were refused and nothing else has happened.
    var mayBeAskedWithOthers: Bool { service.mayBeAskedWithOthers }

    /// A call without a response.
    init(_ rejection: RequestRejection, charge: Charge) {
        service = ServiceReply(rejection, charge: charge)
    }

    /// Reads a call by the protocol of callable functions and by what else is found in the wild.
    ///
    /// - Parameter form: how the argument was sent.
    init(_ call: ServiceCall, to form: ArgumentForm, advice: CallableAdvice) {
        let response: HTTPResponse
        switch call.outcome {
        case .response(let found): response = found
        case .unanswered(let rejection, let charge):
            service = ServiceReply(rejection, charge: charge, metrics: call.metrics)
            return
        }
        let root = (try? JSONDocument(response.body))?.root
        let outcome: ServiceReply.ParseOutcome
        var charge = ChargeTable.charge(for: .nothing)
        var delay: TimeSpan?
        if let error = CallableError(response, root) {
            if error.origin == .function, form.isRefused(by: error.said.message) { complaint = error.said.message }
            mayConcernImage =
                error.origin == .function && error.said.code == RPCCode.failedPrecondition.name
                && !error.isOfFunctionItself
            outcome = .not(RequestRejection(error, advice).detailed(error.said.details))
            charge = ChargeTable.charge(for: error, to: form)
            delay = retryAfter(response, retryDelay: error.said.retryDelay, now: call.endedAt)
        } else if let result = root.flatMap(callResult) {
            let answer = imageResponse(in: result)
            isUnreadable = answer == nil
            outcome = answer.map { .answered($0) } ?? .not(.failed(.noResult(response.body, isTransient: false)))
        } else {
            outcome = .not(.failed(.noResult(response.body, isTransient: true)))
        }
        service = ServiceReply(outcome, charge: charge, metrics: call.metrics, retryAfter: delay)
    }
}

extension Failure {
    /// Why a call that did not fail is not an answer.
    ///
    /// - Parameter isTransient: whether not even the protocol was kept, so that something between here and there may be
    ///   why.
    fileprivate static func noResult(_ body: [UInt8], isTransient: Bool) -> Failure {
        let message =
            isTransient
            ? "the function's reply does not follow the protocol of callable functions"
            : "the function's result is not a Vision API response"
        return Failure(
            .service, code: Failure.unreadableResponse, message + beginning(of: body), isTransient: isTransient)
    }
}

/// What a function returned; nil where there is nothing of the kind.
///
/// Servers write `result`; Google's libraries also take `data`, and the protocol's documentation has `response` in an
/// example.
func callResult(in root: JSONNode) -> JSONNode? {
    let members = root.members
    for name in ["result", "data", "response"] {
        if let member = members.first(where: { $0.name == name }) { return member.value }
    }
    return nil
}

/// The AnnotateImageResponse in a function's result.
private func imageResponse(in result: JSONNode) -> JSONNode? {
    // A function that returns annotations alone has none for this image.
    if result.isArray, result.elements.isEmpty { return (try? JSONDocument(Array("{}".utf8)))?.root }
    return relayedResponse(in: result)
}
