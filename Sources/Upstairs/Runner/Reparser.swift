internal import Platform
package import Storage
package import Vocabulary

/// Reads the annotations of billed answers anew from the responses that were kept, without any call.
///
/// A few responses a transaction, so that workers beside it hardly wait; what is kept already is not written again, so that
/// an interrupted reading is repeated at little cost, and annotations that stay the same keep their numbers.
package struct Reparser {
    /// Reads the answers to some recipes from a response; the size is the upright original's.
    package typealias Reading = (RawResponse, Size?, [Recipe]) throws(Failure) -> [Answer]

    private let store: Store
    private let interruption: Interruption
    private let observer: Observer
    private let read: Reading

    /// A reader of one store's responses.
    package init(
        store: Store, interruption: Interruption, observer: @escaping Observer, reading: @escaping Reading
    ) {
        self.store = store
        self.interruption = interruption
        self.observer = observer
        read = reading
    }

    /// Reads the responses of one run, or all there are.
    package func reparse(_ run: RunID?) throws(RunError) -> Reparsing {
        var done = Reparsing()
        done.local = try storing { () throws(StoreError) in try store.countResults(in: run, notOf: kinds) }
        var last = AttemptID(0)
        while true {
            guard !interruption.isDraining else {
                done.isInterrupted = true
                return done
            }
            let page = try storing { () throws(StoreError) in
                try store.responses(after: last, in: run, of: kinds, limit: pageLength)
            }
            guard let end = page.last else { return done }
            last = end.attempt
            try take(page, into: &done)
        }
    }

    private func take(_ page: [KeptResponse], into done: inout Reparsing) throws(RunError) {
        var changes: [(result: ResultID, annotations: [Annotation])] = []
        for response in page {
            let answers: [(result: ResultID, annotations: [Annotation])]
            do throws(Failure) {
                answers = try annotations(in: response)
            } catch {
                done.unreadable += 1
                tell(error, of: response, count: done.unreadable)
                continue
            }
            let before = changes.count
            for answer in answers {
                let isHeld = try storing { () throws(StoreError) in
                    try store.holds(answer.annotations, in: answer.result)
                }
                if !isHeld { changes.append(answer) }
                done.annotations += answer.annotations.count
            }
            done.responses += 1
            done.changed += changes.count > before ? 1 : 0
        }
        guard !changes.isEmpty else { return }
        try storing { () throws(StoreError) in
            try store.write { () throws(StoreError) in
                for change in changes { try store.replaceAnnotations(of: change.result, with: change.annotations) }
            }
        }
    }

    /// The annotations of every result that was read from a response.
    private func annotations(in response: KeptResponse) throws(Failure)
        -> [(result: ResultID, annotations: [Annotation])]
    {
        guard let raw = response.raw else {
            throw Failure(stage: .record, kind: .damaged, message: "the response that was kept is damaged")
        }
        if raw.sent != nil, response.original == nil {
            throw Failure(
                stage: .record, kind: .damaged,
                message: "the size of the original is not known, so that geometry cannot be placed in it")
        }
        let answers = try read(raw, response.original, response.results.map(\.recipe))
        var found: [(ResultID, [Annotation])] = []
        for result in response.results {
            guard let answer = answers.first(where: { $0.recipe == result.recipe }) else {
                throw Failure(
                    stage: .annotate, kind: .service,
                    message: "the response that was kept does not answer \(result.recipe.feature.rawValue)")
            }
            found.append((result.id, answer.annotations))
        }
        return found
    }

    /// Names a response that cannot be read; after some, only their number matters.
    private func tell(_ failure: Failure, of response: KeptResponse, count: Int) {
        guard count <= mostTold else { return }
        observer(.notice("\(readable(response.path)): \(failure.message); its annotations stay as they are"))
        if count == mostTold { observer(.notice("further ones are only counted")) }
    }
}

/// The backends whose answers are responses of a service.
private let kinds = [BackendSettings.Kind.vision, .firebase].map(\.rawValue)
/// Responses in one transaction.
private let pageLength = 32
/// Responses that are named.
private let mostTold = 20
