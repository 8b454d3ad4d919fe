internal import Domain

extension RemoteSlot {
    /// Sends a batch that was refused as a whole in two parts: what of it is good is answered, and the culprit stands
    /// alone at last.
    func sendInHalves(_ batch: Batch, again: (Int) -> Bool) throws(BackendError) -> [Reply] {
        let middle = batch.count / 2
        guard again(middle) else { return returned(batch.count) }
        let first = try send(batch.slice(0..<middle), again: again)
        let rest = batch.slice(middle..<batch.count)
        if let held = first.last(where: \.isHeldBack) {
            // The other half would not be let through either.
            return first + replies(rest.count, held.outcome)
        }
        guard again(rest.count) else { return first + returned(rest.count) }
        do throws(BackendError) {
            return first + (try send(rest, again: again))
        } catch {
            // What was answered may be billed and must not be lost.
            return first + replies(rest.count, .stop(error))
        }
    }

    /// The replies to images that are not sent any more.
    func returned(_ images: Int) -> [Reply] { replies(images, .returned) }

    private func replies(_ images: Int, _ outcome: Reply.Outcome) -> [Reply] {
        Array(repeating: Reply(outcome, charge: .none), count: images)
    }
}

extension Reply {
    /// Whether the image was not let through, or could not be sent, and waits.
    fileprivate var isHeldBack: Bool {
        switch outcome {
        case .throttled, .unreachable, .stop, .returned: true
        case .answered, .failed, .wantsContent: false
        }
    }
}
