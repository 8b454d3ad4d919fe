internal import Storage
internal import Domain

/// The events of one look at the queue, by kind.
struct PipelineEvents {
    var finished: [AttemptResult] = []
    var departing: [SendPermit] = []
    var missing: [PathID] = []
    var wanting: [FurtherNames] = []

    init(_ events: [PipelineEvent]) {
        for event in events {
            switch event {
            case .finished(let ends): finished += ends
            case .departing(let clearance): departing.append(clearance)
            case .missing(let names): missing += names
            case .wanting(let names): wanting.append(names)
            }
        }
    }

    /// Whether any of them is worth a transaction.
    var hasChanges: Bool { !finished.isEmpty || !departing.isEmpty || !missing.isEmpty }

    /// Lets no thread wait for an answer that will not come: nothing more is sent, or looked for.
    func dismiss() {
        for clearance in departing { clearance.answer(nil) }
        for names in wanting { names.answer(nil) }
    }
}
