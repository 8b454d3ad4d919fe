internal import Platform
internal import SQLiteStore
internal import Storage
internal import StorageConformance
internal import TestSupport
internal import Domain

/// One process with a store of its own on a shared file: performs calls, one line each, and answers each by a line.
///
/// `ok ...` with what came of it, or `error KIND MESSAGE`. Numbers and keys come from the driver, so that it can have a
/// call repeated by another process as after a lost connection.
final class Agent {
    private let hand = HandSetClock()
    private var store: (any Store)?
    private var worker: (any WorkerSession)?
    private var submission: (any SubmissionSession)?
    private var claims: [Int64: Claim] = [:]

    /// Performs one call.
    func answer(_ words: [String]) -> String {
        do {
            return "ok " + (try perform(words)).joined(separator: " ")
        } catch let error as StoreError {
            return "error \(error.kind) \(error.message)"
        } catch {
            return "error agent \(error)"
        }
    }

    private func perform(_ words: [String]) throws -> [String] {
        let arguments = Array(words.dropFirst())
        switch words.first {
        case "open": return try open(arguments[0])
        case "clock": return set(arguments[0])
        case "begin": return try begin(arguments)
        case "apply": return try apply(arguments)
        case "finish": return try finish()
        case "work": return try work(arguments)
        case "exchange": return try exchange(arguments)
        case "leave": return try leave()
        case "rescue": return try rescue(arguments[0])
        case "order": return try order(arguments)
        case "cap": return try cap(arguments[0])
        default: throw AgentError(words: "there is no such call: \(words.joined(separator: " "))")
        }
    }

    private func open(_ file: String) throws -> [String] {
        (store, worker, submission, claims) = (nil, nil, nil, [:])
        store = try SQLiteStore(at: FilePath(file), for: .work, clock: hand.clock)
        return []
    }

    private func set(_ milliseconds: String) -> [String] {
        hand.set(Int64(milliseconds) ?? 0)
        return []
    }

    private func opened() throws -> any Store {
        guard let store else { throw AgentError(words: "no store is open") }
        return store
    }

    /// `begin KEY JOB`.
    private func begin(_ words: [String]) throws -> [String] {
        submission = try opened().submission(
            SubmissionRequest(
                key: RequestKey(seed: words[0]), manifest: Agent.manifest(words[1]), recipes: [Agent.recipe],
                refresh: Refresh(), crashLimit: 100))
        return []
    }

    /// `apply NUMBER FIRST END`: images by their numbers; answers the run.
    private func apply(_ words: [String]) throws -> [String] {
        guard let submission else { throw AgentError(words: "no submission is begun") }
        let images = (Int(words[1]) ?? 0)..<(Int(words[2]) ?? 0)
        let read = Picture.numbered(images).enumerated().map { $0.element.identified(at: Int64($0.offset)) }
        let batch = SubmissionBatch(number: Int(words[0]) ?? 0, images: try submission.decide(read))
        let progress = try submission.apply(batch)
        return [progress.run.map { "\($0.value)" } ?? "-", "\(progress.queued)"]
    }

    private func finish() throws -> [String] {
        let outcome = try submission?.finish(SubmissionCompletion(counts: SubmissionCounts()))
        guard case .completed(_, let run) = outcome else { return ["ended"] }
        return [run.map { "\($0.value)" } ?? "-"]
    }

    /// `work KEY HOST RUN JOB CAP`.
    private func work(_ words: [String]) throws -> [String] {
        var budget = Budget()
        budget.run = Budget.Cap(units: Int(words[4]))
        worker = try opened().worker(
            WorkerRequest(
                key: RequestKey(seed: words[0]), process: ProcessIdentity(host: words[1], pid: .max, started: 1),
                run: RunID(Int64(words[2]) ?? 0), manifest: Agent.manifest(words[3]).digest, recipes: [Agent.recipe],
                billing: Billing(account: "project", budget: budget), maxWait: .seconds(600)))
        claims = [:]
        return [worker == nil ? "none" : "worker"]
    }

    /// `exchange NUMBER WANTED [send:ATTEMPT ...] [answer:ATTEMPT|fail:|lose:|retry:|back:]`.
    ///
    /// Answers `claim:ATTEMPT:IMAGE` for each claim and `sent:ATTEMPT` for each attempt that may be sent.
    private func exchange(_ words: [String]) throws -> [String] {
        guard let worker else { throw AgentError(words: "no work is opened") }
        var report = WorkReport(number: Int(words[0]) ?? 0)
        report.wanted = Int(words[1]) ?? 0
        var ready: [AttemptID] = []
        for word in words.dropFirst(2) {
            let parts = word.split(separator: ":").map(String.init)
            guard parts.count == 2, let claim = claims[Int64(parts[1]) ?? 0] else { continue }
            if parts[0] == "send" { ready.append(claim.attempt) } else { report.results.append(end(claim, parts[0])) }
        }
        if !ready.isEmpty { report.requests = [SendRequest(attempts: ready)] }
        let order = try worker.exchange(report)
        for claim in order.claims { claims[claim.attempt.value] = claim }
        var reply = order.claims.map { "claim:\($0.attempt.value):\($0.image.value)" }
        for case .send(let attempts) in order.decisions { reply += attempts.map { "sent:\($0.value)" } }
        return reply
    }

    private func end(_ claim: Claim, _ how: String) -> AttemptResult {
        let failure = Failure(stage: .annotate, kind: .lost, message: "the answer was lost")
        var result: AttemptResult
        switch how {
        case "answer":
            result = AttemptResult(claim: claim, outcome: .answered)
            let label = Annotation(kind: .label, rank: 0, description: "lighthouse", score: 0.9)
            result.answers = [Answer(recipe: Agent.recipe, annotations: [label])]
            result.charge = .billed
        case "fail": result = AttemptResult(claim: claim, outcome: .failed(failure))
        case "lose":
            result = AttemptResult(claim: claim, outcome: .retry(failure, after: .seconds(1)))
            result.charge = .uncertain
        case "retry": result = AttemptResult(claim: claim, outcome: .retry(failure, after: .seconds(1)))
        default: result = AttemptResult(returning: claim)
        }
        return result
    }

    private func leave() throws -> [String] {
        try worker?.leave()
        return []
    }

    private func rescue(_ host: String) throws -> [String] {
        try opened().rescue(seenFrom: ProcessIdentity(host: host, pid: .max - 1, started: 2))
        return []
    }

    /// `order pause|resume|cancel|retry RUN`.
    private func order(_ words: [String]) throws -> [String] {
        let (control, run) = (try opened().control, RunID(Int64(words[1]) ?? 0))
        switch words[0] {
        case "pause": _ = try control.pause(run)
        case "resume": _ = try control.resume(run)
        case "cancel": _ = try control.cancel(run)
        default: _ = try control.retry(.run(run), only: .failures())
        }
        return []
    }

    /// `cap UNITS|-`.
    private func cap(_ units: String) throws -> [String] {
        let cap = Int(units).map { Budget.Cap(units: $0) }
        try opened().ledger.setCap(cap, of: "project", for: .month)
        return []
    }

    static let recipe = Recipe(
        backend: "vision", model: "m@1", feature: .labelDetection, parameters: "{\"recipe\":1}", preparation: "{}")

    static func manifest(_ job: String) -> PinnedManifest {
        PinnedManifest(job: job, text: Array("job: \(job)".utf8), path: FilePath("/jobs/\(job).yaml"))
    }
}

/// A call that cannot be performed.
struct AgentError: Error, CustomStringConvertible {
    let words: String
    var description: String { words }
}

extension RequestKey {
    /// The key that belongs to a number.
    init(seed: String) {
        var generator = Seeded(UInt64(seed) ?? 0)
        self.init(using: &generator)
    }
}
