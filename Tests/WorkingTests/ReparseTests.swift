import JobBench
import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@testable import Working

/// Annotations read anew from kept responses.
@Suite("The reader of stored responses") struct ReparseTests {
    let bench: Bench
    let recipe = Recipe(
        backend: "vision", model: "builtin/stable", modelVersion: nil, feature: .labelDetection, parameters: "{}",
        preparation: "{}")

    init() throws { bench = try Bench() }

    /// A run of objects in Cloud Storage, each answered by one label and these kept words.
    private func answer(_ words: [String], in bucket: String = "bucket") throws -> RunID {
        let manifest = PinnedManifest(job: "cloud", text: [], path: FilePath("/cloud.yaml"))
        let submission = try bench.store.submission(
            SubmissionRequest(
                key: .random(), manifest: manifest, recipes: [recipe], refresh: Refresh(), crashLimit: 3))
        let planned = try submission.decide(
            words.indices.map {
                IdentifiedImage(
                    path: FilePath("gs://\(bucket)/\($0).jpg"), order: Int64($0), content: .reference)
            })
        let run = try #require(try submission.apply(SubmissionBatch(number: 1, images: planned)).run)
        _ = try submission.finish(SubmissionCompletion(counts: SubmissionCounts()))
        let session = try bench.session(on: run)
        let claims = try session.exchange(.wanting(words.count)).claims
        let ends = claims.enumerated().map { number, claim in
            var end = AttemptResult(claim: claim, outcome: .answered)
            end.answers = [Answer(recipe: recipe, annotations: [label("before")])]
            end.raw = CompressedResponse(RawResponse(bytes: Array(words[number].utf8)))
            return end
        }
        _ = try session.exchange(.reporting(ends))
        try session.leave()
        return run
    }

    private func label(_ words: String, rank: Int = 0) -> Annotation {
        Annotation(kind: .label, rank: rank, description: words)
    }

    /// Takes each word of a response for a label; one that begins with a `!` cannot be read.
    private func reparser(_ shutdown: ShutdownRequest = ShutdownRequest(), hear: @escaping WorkObserver = { _ in })
        -> Reparser
    {
        let read: Reparser.ResponseParser = { raw, original, recipes, _ throws(Failure) in
            let text = String(decoding: raw.bytes, as: UTF8.self)
            if text.hasPrefix("!") { throw Failure(stage: .annotate, kind: .service, message: "no sense in it") }
            if text.hasPrefix("?") { return [] }
            let words = text.split(separator: " ").enumerated().map { label(String($1), rank: $0) }
            return recipes.map { Answer(recipe: $0, annotations: words) }
        }
        return Reparser(store: bench.store, shutdown: shutdown, observer: hear, reading: read)
    }

    @Test func `annotations are read anew, and a second time nothing changes`() throws {
        _ = try answer((0..<100).map { "a\($0) b" } + ["before", " "])
        _ = try bench.run(try bench.job())
        let done = try reparser().reparse(nil)
        #expect(done == ReparseSummary(responses: 102, annotations: 201, changed: 101, local: 4), "\(done)")
        #expect(try bench.ask("SELECT count(*) FROM labels WHERE backend = 'vision'") == "201")
        #expect(try bench.ask("SELECT count(*) FROM labels_history WHERE generation > 1") == "0")
        let numbers = try bench.ask("SELECT annotation_id FROM labels ORDER BY 1")
        #expect(try reparser().reparse(nil).changed == 0)
        #expect(try bench.ask("SELECT annotation_id FROM labels ORDER BY 1") == numbers)
        #expect(try bench.store.problems() == [])
    }

    @Test func `a response that cannot be read is told, and its annotations stay`() throws {
        let run = try answer(["!", "new", "?"])
        var told: [String] = []
        let done = try reparser {
            if case .notice(let words) = $0 { told.append(words) }
        }.reparse(run)
        #expect(done == ReparseSummary(responses: 1, annotations: 1, changed: 1, unreadable: 2), "\(done)")
        #expect(try bench.ask("SELECT description FROM labels ORDER BY image_id") == "before new before")
        #expect(
            told == [
                "gs://bucket/0.jpg: no sense in it; its annotations stay as they are",
                "gs://bucket/2.jpg: the stored response does not answer LABEL_DETECTION; its annotations stay "
                    + "as they are",
            ])
    }

    @Test func `one run is read alone`() throws {
        _ = try answer(["first"])
        bench.time.advance(.seconds(1))
        let second = try answer(["second"], in: "other")
        #expect(try reparser().reparse(second).responses == 1)
        #expect(try bench.ask("SELECT description FROM labels_history ORDER BY asked_by_run") == "before second")
        #expect(throws: CommandFailure.self) { try bench.worker().reparse(RunID(99)) }
    }

    @Test func `interrupted, it says so, and the next one reads the rest`() throws {
        _ = try answer((0..<100).map { "n\($0)" })
        let shutdown = ShutdownRequest()
        let store = bench.store
        let partly = Reparser(store: store, shutdown: shutdown, observer: { _ in }) {
            raw, _, recipes, _ throws(Failure) in
            shutdown.escalate()
            return recipes.map { Answer(recipe: $0, annotations: []) }
        }
        let done = try partly.reparse(nil)
        #expect(done.isInterrupted && done.responses > 0 && done.responses < 100)
        #expect(try bench.ask("SELECT count(*) FROM labels") == "\(100 - done.responses)")
        #expect(try reparser().reparse(nil).changed == 100)
    }
}
