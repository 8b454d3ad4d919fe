internal import Domain
internal import Platform
internal import Services
internal import ShortAnswers

/// One worker's process of the program, which is started again where it ends.
///
/// Where it ends with several pictures open, the picture that is to blame is not known: each of them is asked alone in
/// this call, so that only the one with which it ends again is blamed.
final class CommandSlot: LocalSlot {
    private let backend: CommandBackend
    private var program: CommandProgram?
    /// How often it has ended in a row without a result.
    private var failedStarts = 0

    private var plan: CommandPlan { backend.plan }

    init(_ backend: CommandBackend) { self.backend = backend }

    deinit { program?.finish(isOrdered: false) }

    func annotate(_ images: borrowing [PreparedImage]) -> [Result<LocalAnswer, LocalProblem>] {
        let all = copy images
        var outcomes: [Result<LocalAnswer, LocalProblem>] = []
        var width = backend.batch
        while outcomes.count < all.count {
            var group = all[outcomes.count...].prefix(1)
            do throws(ProgramStop) {
                let program = try running()
                group = all[outcomes.count...].prefix(min(width, program.batch))
                try program.ask(group) { outcomes.append(outcome(of: $0, all[outcomes.count])) }
            } catch {
                // What a program does wrong that has answered may be about the picture before: a new one tells.
                let isBlamed = group.count == 1 && !(program?.hasAnswered ?? false)
                end()
                let open = all.count - outcomes.count
                if let problem = problem(error, isAlone: group.count == 1, isBlamed: isBlamed) {
                    let count = problem.isOfAll ? open : problem.isOfGroup ? group.endIndex - outcomes.count : 1
                    outcomes += Array(repeating: .failure(problem.problem), count: count)
                }
                if case .idle = error { continue }
                width = 1
            }
        }
        return outcomes
    }

    /// What a stop means for the picture whose turn it was; nil where it is asked again.
    private func problem(
        _ stop: ProgramStop, isAlone: Bool, isBlamed: Bool
    ) -> (problem: LocalProblem, isOfAll: Bool, isOfGroup: Bool)? {
        switch stop {
        case .interrupted: return (.returned, true, false)
        case .stop(let words): return (.stop(note(words)), true, false)
        case .busy(let words):
            let failure = Failure(
                stage: .annotate, kind: .model, code: "TEMPFAIL", message: words, isTransient: true)
            return (.failure(failure), false, true)
        case .idle(let words):
            return failedStarts < maxFailedStarts ? nil : (.stop(note(hopeless(words))), true, false)
        case .crash(let words):
            return isBlamed ? (.crash(words), false, false) : nil
        case .failure(let failure):
            return isBlamed || isAlone && failure.code == "TIMEOUT" ? (.failure(failure), false, false) : nil
        }
    }

    /// The process, which is started where none runs.
    private func running() throws(ProgramStop) -> CommandProgram {
        if let stop = backend.shared.with({ $0.stop }) { throw .stop(stop.sentence) }
        if let program {
            try program.checkIdle()
            return program
        }
        try pause()
        do throws(ProgramStop) {
            let started = try CommandProgram(backend)
            program = started
            try check(started.version)
            try started.checkIdle()
            return started
        } catch {
            if program == nil { failedStarts += 1 }
            throw error
        }
    }

    /// Ends the process.
    private func end() {
        guard let program else { return }
        failedStarts = program.hasAnswered ? 0 : failedStarts + 1
        program.finish(isOrdered: true)
        self.program = nil
    }

    /// Waits before another start where the last ones gave no result, up to 60 s.
    private func pause() throws(ProgramStop) {
        guard failedStarts > 0 else { return }
        if failedStarts >= maxFailedStarts { throw .stop(hopeless("\(plan.name) ended")) }
        let end = monotonicMilliseconds() + min(60_000, 1000 << Int64(failedStarts - 1))
        while monotonicMilliseconds() < end {
            if backend.environment.isInterrupted() { throw .interrupted }
            pauseThread(milliseconds: 50)
        }
    }

    /// Refuses a process of another version than the first one.
    private func check(_ version: String?) throws(ProgramStop) {
        let first = backend.shared.with { shared in
            shared.versions = shared.versions ?? [version]
            return shared.versions?.first ?? nil
        }
        guard first == version else {
            throw .stop(
                "\(plan.name) says that its version is \(version ?? "none"), and it was \(first ?? "none") before; "
                    + "submit the job again with one version")
        }
    }

    private func hopeless(_ words: String) -> String {
        "\(words); it ended \(maxFailedStarts) times in a row without a result"
    }

    /// Notes that nothing can be asked any more; the first reason stays.
    private func note(_ words: String) -> BackendError {
        backend.shared.with { shared in
            let error = shared.stop ?? .unusable(key: "backend.run", reason: words)
            shared.stop = error
            return error
        }
    }

    /// What a result says, in pixels of the upright original.
    private func outcome(of result: ProgramResult, _ image: PreparedImage) -> Result<LocalAnswer, LocalProblem> {
        switch result {
        case .refused(let words):
            return .failure(.failure(Failure(stage: .annotate, kind: .refused, message: words)))
        case .retry(let words, let after):
            let failure = Failure(stage: .annotate, kind: .service, code: "RETRY", message: words, isTransient: true)
            return .failure(.failure(failure, retryAfter: after))
        case .answer(let line):
            let reader = ShortAnswerReader(
                of: plan.recipes.map(\.feature), mustBeWhole: true, ignoring: ["id"],
                dimension: backend.shared.with { $0.dimension })
            do throws(AnswerRefusals) {
                let found = try reader.read(line)
                let answers = plan.recipes.map { recipe in
                    Answer(
                        recipe: recipe,
                        annotations: (found.annotations[recipe.feature] ?? []).map { placed($0, image.placement) })
                }
                return .success(LocalAnswer(answers: answers, raw: RawResponse(bytes: line, sent: image.size)))
            } catch {
                return .failure(
                    .failure(
                        Failure(
                            stage: .annotate, kind: .service, code: "MALFORMED_ANSWER",
                            message: "\(plan.name): \(error.description)")))
            }
        }
    }

    /// An annotation with its corners inside the upright original.
    private func placed(_ annotation: Annotation, _ placement: Placement) -> Annotation {
        var annotation = annotation
        let size = placement.original
        annotation.polygon = annotation.polygon.map { corner in
            let point = placement.original(of: corner)
            return Point(x: min(max(point.x, 0), Double(size.width)), y: min(max(point.y, 0), Double(size.height)))
        }
        if annotation.kind == .embedding, let bytes = annotation.blob?.count {
            backend.shared.with { $0.dimension = $0.dimension ?? bytes / 4 }
        }
        return annotation
    }
}

/// Ends in a row without a result, after which nothing is asked any more.
private let maxFailedStarts = 5
