internal import Storage
internal import Domain

/// The events of one look at the queue, by kind.
struct PipelineEvents {
    var finished: [AttemptResult] = []
    var sendPermits: [SendPermit] = []
    var missing: [PathID] = []
    var wanting: [NameRequest] = []

    init(_ events: [PipelineEvent]) {
        for event in events {
            switch event {
            case .finished(let ends): finished += ends
            case .readyToSend(let permit): sendPermits.append(permit)
            case .missing(let names): missing += names
            case .wanting(let names): wanting.append(names)
            }
        }
    }

    /// Whether any of them is worth a transaction.
    var hasChanges: Bool { !finished.isEmpty || !sendPermits.isEmpty || !missing.isEmpty }

    /// Lets no thread wait for an answer that will not come: nothing more is sent, or looked for.
    func dismiss() {
        for permit in sendPermits { permit.answer(nil) }
        for names in wanting { names.answer(nil) }
    }
}
