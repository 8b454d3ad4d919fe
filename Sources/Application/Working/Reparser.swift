internal import Text
package import Platform
package import Storage
package import Domain

/// What came of reading kept responses again.
package struct ReparseSummary: Equatable, Sendable {
    /// Responses that were read.
    package var responses = 0
    /// Annotations in them.
    package var annotations = 0
    /// Responses of which other annotations were kept before.
    package var changed = 0
    /// Images that had failed, and whose kept responses answer all that was asked.
    package var completed = 0
    /// Responses that could not be read, whose annotations or failures stay as they are.
    package var unreadable = 0
    /// Answers of local models, which stay as they are: asking a model again costs nothing.
    package var local = 0
    /// Whether the user stopped it before its end.
    package var isInterrupted = false
}

/// Reads the annotations of billed answers again from stored responses, without any call; and those of
/// images that failed though they were answered, which it completes where this version of Cairn understands the
/// response.
///
/// A few responses a transaction, so that workers beside it hardly wait; what is kept already is not written again, so
/// that an interrupted reading is repeated at little cost, and annotations that stay the same keep their numbers.
package struct Reparser {
    /// Reads the answers to some recipes from a response; the size is the upright original's, and the last says whether
    /// the symbols of text are wanted.
    package typealias ResponseParser = (RawResponse, Size?, [Recipe], Bool) throws(Failure) -> [Answer]

    private let answers: any AnswerArchive
    private let shutdown: ShutdownRequest
    private let observer: WorkObserver
    private let readsSymbols: Bool
    private let read: ResponseParser

    /// A reader of one store's responses.
    ///
    /// - Parameter symbols: whether the symbols of all text are read; otherwise answers that have them keep them.
    package init(
        store: any Store, shutdown: ShutdownRequest, symbols: Bool = false, observer: @escaping WorkObserver,
        reading: @escaping ResponseParser
    ) {
        answers = store.answers
        readsSymbols = symbols
        self.shutdown = shutdown
        self.observer = observer
        read = reading
    }

    /// Reads the responses of one run, or all there are: of what was answered, and then of what failed.
    package func reparse(_ run: RunID?) throws(CommandFailure) -> ReparseSummary {
        var done = ReparseSummary()
        done.local = try endingCommand { () throws(StoreError) in try answers.countAnswers(in: run, notOf: kinds) }
        try readAnswered(run, into: &done)
        if !done.isInterrupted { try readFailed(run, into: &done) }
        return done
    }

    private func readAnswered(_ run: RunID?, into done: inout ReparseSummary) throws(CommandFailure) {
        var last: AttemptID?
        while true {
            guard !shutdown.isDraining else {
                done.isInterrupted = true
                return
            }
            let page = try endingCommand { () throws(StoreError) in
                try answers.responses(after: last, in: run, of: kinds, limit: pageLength)
            }
            guard let end = page.last else { return }
            last = end.attempt
            try take(page, into: &done)
        }
    }

    private func readFailed(_ run: RunID?, into done: inout ReparseSummary) throws(CommandFailure) {
        var last: TaskID?
        while true {
            guard !shutdown.isDraining else {
                done.isInterrupted = true
                return
            }
            let page = try endingCommand { () throws(StoreError) in
                try answers.failedResponses(after: last, in: run, of: kinds, limit: pageLength)
            }
            guard let end = page.last else { return }
            last = end.task
            for response in page { try complete(response, into: &done) }
        }
    }

    /// Ends a failed task whose kept response answers, as it is read now, all that had no answer.
    private func complete(_ response: FailedResponse, into done: inout ReparseSummary) throws(CommandFailure) {
        guard !response.unanswered.isEmpty else { return }
        let found: [Answer]
        do throws(Failure) {
            found = try read(
                try whole(response.raw, response.original), response.original, response.unanswered, readsSymbols)
        } catch {
            done.unreadable += 1
            report(error, of: response.path, count: done.unreadable, "its image stays failed")
            return
        }
        // What the service itself has refused is as it was.
        guard found.map(\.recipe) == response.unanswered else { return }
        let isCompleted = try endingCommand { () throws(StoreError) in try answers.complete(response, with: found) }
        guard isCompleted else { return }
        done.responses += 1
        done.completed += 1
        done.annotations += found.reduce(0) { $0 + $1.annotations.count }
    }

    private func take(_ page: [StoredResponse], into done: inout ReparseSummary) throws(CommandFailure) {
        var read: [RereadAnswer] = []
        var responses: [[ResultID]] = []
        for response in page {
            do throws(Failure) {
                let found = try answers(in: response)
                read += found
                responses.append(found.map(\.id))
            } catch {
                done.unreadable += 1
                report(error, of: response.path, count: done.unreadable, "its annotations stay as they are")
            }
        }
        let changed = try endingCommand { () throws(StoreError) in try answers.replaceAnnotations(read) }
        done.responses += responses.count
        done.annotations += read.reduce(0) { $0 + $1.annotations.count }
        done.changed += responses.count { !changed.isDisjoint(with: $0) }
    }

    /// Every result that was read from a response, as it is read now.
    private func answers(in response: StoredResponse) throws(Failure) -> [RereadAnswer] {
        let raw = try whole(response.raw, response.original)
        let symbols = readsSymbols || !response.results.contains(where: \.lacksSymbols)
        let answers = try read(raw, response.original, response.results.map(\.recipe), symbols)
        var found: [RereadAnswer] = []
        for result in response.results {
            guard let answer = answers.first(where: { $0.recipe == result.recipe }) else {
                throw Failure(
                    stage: .annotate, kind: .service,
                    message: "the stored response does not answer \(result.recipe.feature.rawValue)")
            }
            found.append(RereadAnswer(id: result.id, answer))
        }
        return found
    }

    /// A kept response that is whole, with all that is needed to read it.
    private func whole(_ raw: RawResponse?, _ original: Size?) throws(Failure) -> RawResponse {
        guard let raw else {
            throw Failure(stage: .record, kind: .damaged, message: "the stored response is damaged")
        }
        if raw.sent != nil, original == nil {
            throw Failure(
                stage: .record, kind: .damaged,
                message: "the size of the original is not known, so that geometry cannot be placed in it")
        }
        return raw
    }

    /// Names a response that cannot be read; after some, only their number matters.
    private func report(_ failure: Failure, of path: [UInt8], count: Int, _ consequence: String) {
        guard count <= maxReported else { return }
        observer(.notice("\(readable(path)): \(failure.message); \(consequence)"))
        if count == maxReported { observer(.notice("further ones are only counted")) }
    }
}

/// The backends whose answers are responses of a service.
private let kinds = [BackendSettings.Kind.vision, .firebase].map(\.rawValue)
/// Responses in one transaction.
private let pageLength = 32
/// Responses that are named.
private let maxReported = 20
