package import Domain
internal import Services

/// One connection to the Vision API.
package final class VisionSlot: RemoteSlot {
    private let client: AuthorizedClient
    private let advice: Advice

    init(_ client: AuthorizedClient, _ advice: Advice) {
        self.client = client
        self.advice = advice
    }

    /// Sends a batch and waits for what becomes of it.
    package func send(_ batch: RequestBatch, again: (Int) -> Bool) throws(BackendError) -> [Reply] {
        guard batch.count > 0 else { return [] }
        let reply = try client.post(batch.body, images: batch.count, again: again) { ServiceReply($0, advice: advice) }
        guard let reply else { return returned(batch.count) }
        switch reply.outcome {
        case .answered(let root): return reply.replies(to: batch, root)
        case .not(.refused) where batch.count > 1 && reply.charge == .none:
            return try sendInHalves(batch, again: again)
        case .not(let rejection):
            let outcome = reply.outcome(of: rejection)
            return batch.entries.map { _ in reply.reply(outcome, charge: reply.charge) }
        }
    }
}
