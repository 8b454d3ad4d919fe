import Crypto
import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// A store with one job, ready to be filled.
final class Bench {
    let scratch: Scratch
    let time = TestClock()
    let store: Database
    let recipe = Recipe(
        backend: "tflite", model: "m@1", feature: .labelDetection, parameters: "{\"recipe\":1}", preparation: "{}")
    let manifest = PinnedManifest(job: "job", text: Array("job: job".utf8), path: FilePath("/jobs/job.yaml"))
    var asked: [RecipeID] = []

    init() throws {
        scratch = try Scratch()
        store = try Database.underTest(at: scratch.file("cairn.db"), clock: time.clock)
        asked = try store.write { transaction throws(StoreError) in try transaction.recipes.register([recipe]) }
    }

    /// Another connection to the same file, as another process would have it.
    func another() throws -> Database { try .underTest(at: scratch.file("cairn.db"), clock: time.clock) }

    func identity(_ number: Int) -> ImageIdentity {
        ImageIdentity(
            ImageKey(.picture, Digest(of: "image \(number)")), content: Digest(of: "content \(number)"), bytes: 3)
    }

    func status() throws -> ListedFile {
        ListedFile(name: [], status: try FileStatus(of: scratch.file("cairn.db")))
    }

    /// A new run with tasks for this many images, which are always the same ones, in the selection of the job.
    ///
    /// - Parameters:
    ///   - job: the job's name; nil: the job of this bench.
    ///   - recipes: what is asked, registered; nil: the recipe of this bench.
    ///   - isForced: whether only answers of a later generation than those that are there will do.
    func run(
        tasks count: Int, crashes: Int = 3, job: String? = nil, recipes: [RecipeID]? = nil, isForced: Bool = false,
        size: Size? = nil
    ) throws -> RunID {
        let status = try status()
        let manifest = job.map {
            PinnedManifest(job: $0, text: Array("job: \($0)".utf8), path: FilePath("/jobs/\($0).yaml"))
        }
        return try store.write { transaction throws(StoreError) in
            let submission = try transaction.submissions.begin(
                of: manifest ?? self.manifest, asking: recipes ?? asked, crashLimit: crashes)
            let run = try transaction.submissions.addRun(for: submission)
            var seen = SeenNames()
            for number in 0..<count {
                var identity = identity(number)
                if let size { identity.size = Size(width: size.width, height: size.height + number) }
                let kept = try transaction.catalog.upsert(identity, at: scratch.file("\(number).jpg"), status)
                _ = try transaction.selection.markSeen(kept, for: submission, at: Int64(number), &seen)
                let history = try store.submissions.history(of: kept.image, for: submission, since: nil, in: nil)
                let minGenerations = history.answers.map { ($0.recipe, $0.generation) }
                _ = try transaction.queue.add(
                    kept.image, at: kept.path, in: run, reason: .new,
                    minGenerations: isForced ? Dictionary(minGenerations) { max($0, $1) } : [:])
            }
            return run
        }
    }

    func enter(pid: Int32 = 1) throws -> WorkerID {
        try store.write { transaction throws(StoreError) in
            try transaction.workers.enter(ProcessIdentity(host: "here", pid: pid, started: 7), lease: .seconds(30))
        }
    }

    func claim(_ count: Int, of run: RunID, by worker: WorkerID, alone: Bool = true) throws -> [Claim] {
        try store.write { transaction throws(StoreError) in
            try transaction.queue.claim(count, of: run, by: worker, mayBeAlone: alone).claims
        }
    }

    func record(_ finished: [AttemptResult], in run: RunID) throws -> Int {
        try store.write { transaction throws(StoreError) in try transaction.queue.record(finished, in: run) }
    }

    func answered(_ claim: Claim, _ words: String = "lighthouse") -> AttemptResult {
        let label = Annotation(kind: .label, rank: 0, description: words, score: 0.92)
        var finished = AttemptResult(claim: claim, outcome: .answered)
        finished.answers = [Answer(recipe: recipe, annotations: [label])]
        finished.raw = CompressedResponse(RawResponse(bytes: [1, 2, 3]))
        return finished
    }

    func failed(_ claim: Claim) -> AttemptResult {
        let failure = Failure(stage: .decode, kind: .damaged, message: "cut short")
        return AttemptResult(claim: claim, outcome: .failed(failure))
    }

    /// A run of one image, answered in one attempt.
    @discardableResult
    func answer(_ annotations: [Annotation], raw: RawResponse? = nil, isForced: Bool = false) throws -> Claim {
        let run = try run(tasks: 1, isForced: isForced)
        let claim = try #require(try claim(1, of: run, by: try enter()).first)
        var finished = AttemptResult(claim: claim, outcome: .answered)
        finished.answers = [Answer(recipe: recipe, annotations: annotations)]
        finished.raw = raw.map(CompressedResponse.init)
        #expect(try record([finished], in: run) == 1)
        #expect(try store.problems() == [])
        return claim
    }

    /// Every row of a question, its values as text with a bar between them; null as nothing.
    func rows(_ sql: String) throws -> [String] {
        let plain = try plain()
        let columns = Int32(try plain.statement(sql).columns.count)
        return try plain.all(sql) { row in (0..<columns).map { row.text($0) }.joined(separator: "|") }
    }

    /// A connection that knows nothing of this project.
    func plain() throws -> Connection<SQLiteError> {
        try Connection(path: scratch.file("cairn.db").bytes, mode: .readWrite)
    }

    /// One number out of the file, by a connection that knows nothing of this project.
    func number(_ sql: String) throws -> Int64 {
        return try plain().first(sql) { $0.integer(0) } ?? -1
    }

    func text(_ sql: String) throws -> String {
        return try plain().first(sql) { $0.text(0) } ?? ""
    }
}

extension Pace {
    /// So many requests in a minute; nil: as many as are made.
    static func requests(_ rate: Int?) -> Pace {
        var pace = Pace()
        pace.requestsPerMinute = rate
        return pace
    }
}

extension Claimed {
    /// The cap that kept further tasks waiting.
    var cap: CapUsage? {
        if case .cap(let reached) = stopReason { reached } else { nil }
    }
}
