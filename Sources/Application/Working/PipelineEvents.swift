internal import Storage
internal import Domain

/// The events of one look at the queue, by kind.
struct PipelineEvents {
    var finished: [AttemptResult] = []
    var requests: [Question<SendRequest, SendDecision>] = []
    var missing: [PathID] = []
    var wanting: [Question<NameRequest, [FileLocation]>] = []

    init(_ events: [PipelineEvent]) {
        for event in events {
            switch event {
            case .finished(let ends): finished += ends
            case .readyToSend(let request): requests.append(request)
            case .missing(let names): missing += names
            case .wanting(let names): wanting.append(names)
            }
        }
    }

    /// Whether any of them is worth a transaction.
    var hasChanges: Bool { !finished.isEmpty || !requests.isEmpty || !missing.isEmpty }

    /// Lets no thread wait for an answer that will not come: nothing more is sent, or looked for.
    func dismiss() {
        for request in requests { request.answer(nil) }
        for names in wanting { names.answer(nil) }
    }
}
