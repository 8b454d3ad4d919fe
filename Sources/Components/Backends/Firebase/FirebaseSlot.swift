internal import Curl
package import Domain
internal import Services

/// One connection to a callable function.
package final class FirebaseSlot: RemoteSlot {
    private let client: AuthorizedClient
    private let advice: CallableAdvice
    private let understanding: CallableDialect

    /// The most bytes of a call: Cloud Functions' limit for a request (documentation "Quotas", 1st generation).
    static let maxBytes = 10 << 20
    /// The most bytes that this slot sends.
    var maxBytes = FirebaseSlot.maxBytes

    init(_ client: AuthorizedClient, _ advice: CallableAdvice, _ understanding: CallableDialect) {
        self.client = client
        self.advice = advice
        self.understanding = understanding
    }

    /// Calls the function with the one image that a batch has, and waits for what becomes of it.
    package func send(_ batch: RequestBatch, again: (Int) -> Bool) throws(BackendError) -> [Reply] {
        guard let entry = batch.entries.first else { return [] }
        var forms: [ArgumentForm] = []
        let call = try understanding.call(again: { again(1) }) { form throws(BackendError) in
            forms.append(form)
            return try send(form, form.body(entry.body), again)
        }
        guard let call else { return returned(1) }
        if let words = call.complaint, let form = forms.last {
            let stop = advice.refusal(of: form, words: words, isOther: forms.count > 1)
            return [call.service.reply(.stop(stop, call.service.failure), charge: call.service.charge)]
        }
        return [reply(to: entry, call)]
    }

    private func reply(to entry: RequestBatch.Entry, _ call: CallableReply) -> Reply {
        let service = call.service
        switch service.outcome {
        case .answered(let node):
            let reply = service.reply(to: entry, node)
            if reply.raw == nil { return unreadable(reply) }
            understanding.sawAnswer()
            return reply
        case .not(let rejection):
            var outcome = service.outcome(of: rejection)
            // A function that answers others speaks of this picture.
            if call.mayConcernImage, understanding.hasAnswered, case .stop(_, let failure?) = outcome {
                outcome = .failed(failure)
            }
            let reply = service.reply(outcome, charge: service.charge)
            return call.isUnreadable ? unreadable(reply) : reply
        }
    }

    /// An image whose answer cannot be read; or, after several, the end of the run: the answers may be billed.
    private func unreadable(_ reply: Reply) -> Reply {
        guard understanding.sawUnreadable() else { return reply }
        var reply = reply
        var failure: Failure?
        if case .failed(let found) = reply.outcome { failure = found }
        reply.outcome = .stop(advice.unreadable, failure)
        return reply
    }

    /// Calls the function with an argument in one form.
    ///
    /// - Returns: nil where `again` forbids a second call with better credentials.
    private func send(
        _ form: ArgumentForm, _ body: HTTPBody, _ again: (Int) -> Bool
    ) throws(BackendError) -> CallableReply? {
        guard body.count <= maxBytes else {
            let message =
                "the picture takes \(body.count) bytes in a call, and a function takes \(maxBytes); "
                + "make prepare.fit smaller"
            return CallableReply(.refused(Failure(.tooLarge, code: nil, message, isTransient: false)), charge: .none)
        }
        return try client.post(body, images: 1, again: again) { CallableReply($0, to: form, advice: advice) }
    }
}
