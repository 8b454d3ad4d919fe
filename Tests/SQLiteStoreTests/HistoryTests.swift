@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct HistoryTests {
    let bench: Bench
    let image = ImageID(1)

    init() throws { bench = try Bench() }

    private func history(
        of job: String = "job", asking recipes: [RecipeID]? = nil, since: Timestamp? = nil, in run: RunID? = nil
    )
        throws -> ImageHistory
    {
        let manifest = PinnedManifest(job: job, text: Array("job: \(job)".utf8), path: bench.manifest.path)
        return try bench.store.write { transaction throws(StoreError) in
            let submission = try transaction.submissions.begin(
                of: job == "job" ? bench.manifest : manifest, asking: recipes ?? bench.asked, crashLimit: 3)
            return try bench.store.submissions.history(of: image, for: submission, since: since, in: run)
        }
    }

    /// A run of one task that ends in some way, a second later.
    private func run(asking recipes: [RecipeID]? = nil, isForced: Bool = false, _ end: (Claim) -> AttemptResult) throws
        -> RunID
    {
        let run = try bench.run(tasks: 1, recipes: recipes, isForced: isForced)
        let claims = try bench.claim(1, of: run, by: try bench.enter())
        bench.time.advance(.seconds(1))
        #expect(try bench.record(claims.map(end), in: run) == 1)
        return run
    }

    private func failed(_ kind: Failure.Kind) -> (Claim) -> AttemptResult {
        return { claim in
            let failure = Failure(stage: .read, kind: kind, message: "because")
            return AttemptResult(claim: claim, outcome: .failed(failure))
        }
    }

    private func another() throws -> RecipeID {
        let other = Recipe(
            backend: "tflite", model: "n@1", feature: .labelDetection, parameters: "{}", preparation: "{}")
        return try bench.store.write { transaction throws(StoreError) in try transaction.recipes.register([other])[0] }
    }

    @Test func `nothing is known of an image of which nothing was asked`() throws {
        #expect(try history() == ImageHistory())
    }

    @Test func `an answer is known with its time and its generation`() throws {
        _ = try run { bench.answered($0) }
        _ = try run(isForced: true) { bench.answered($0) }
        let answers = try history().answers
        #expect(answers == [.init(recipe: bench.asked[0], at: bench.time.clock.now(), generation: 2)])
        #expect(try history().failure == nil)
    }

    @Test func `a failure that nothing followed is known, to its own job`() throws {
        let failed = try run(failed(.refused))
        #expect(try history().failure?.failure.kind == .refused && history().isFailing)
        #expect(try history(in: failed).taskInRun == .failed)
        #expect(try history(of: "other") == ImageHistory())
    }

    @Test func `a failure of the file itself is known to every job`() throws {
        _ = try run(failed(.damaged))
        let other = try history(of: "other")
        #expect(other.failure == nil && other.fileFailure?.failure.kind == .damaged)
        #expect(other.fileFailure?.failure.message == "because")
    }

    @Test(arguments: [Failure.Kind.missing, .changed])
    func `that a file was gone or held something else counts no more once it is there`(kind: Failure.Kind) throws {
        let failed = try run(failed(kind))
        #expect(try history(in: failed) == ImageHistory())
    }

    @Test func `a failure of another model does not keep an aged answer from being refreshed`() throws {
        _ = try run { bench.answered($0) }
        _ = try run(asking: [try another()]) { bench.failed($0) }
        bench.time.advance(.seconds(10))
        #expect(try history(since: bench.time.clock.now()).failure == nil)
    }

    @Test func `a failure before the last answer does not keep that answer from being refreshed, a later one does`()
        throws
    {
        _ = try run(failed(.refused))
        bench.time.advance(.seconds(1))
        _ = try run { bench.answered($0) }
        bench.time.advance(.seconds(10))
        let now = bench.time.clock.now()
        #expect(try history(since: now).failure == nil)
        _ = try run(isForced: true, failed(.refused))
        #expect(try history(since: now).failure != nil)
    }

    @Test func `answers to what the job shows are known beside those to what it asks`() throws {
        _ = try run { bench.answered($0) }
        let other = try another()
        let history = try history(asking: [other])
        #expect(history.answers.map(\.recipe) == bench.asked)
    }

    @Test func `an added feature stays one when its first submission was interrupted`() throws {
        let landmarks = Recipe(
            backend: "tflite", model: "m@1", feature: .landmarkDetection, parameters: "{}", preparation: "{}")
        let both = try bench.store.write { transaction throws(StoreError) in
            bench.asked + (try transaction.recipes.register([landmarks]))
        }
        func changes(asking recipes: [RecipeID]) throws -> [RecipeID: [RecipeChange]] {
            try bench.store.write { transaction throws(StoreError) in
                try transaction.submissions.begin(of: bench.manifest, asking: recipes, crashLimit: 3).changes
            }
        }
        #expect(try changes(asking: bench.asked) == [:])
        for _ in 0..<2 { #expect(try changes(asking: both) == [bench.asked[0]: [], both[1]: [.featureAdded]]) }
        let other = try another()
        #expect(try changes(asking: [other]) == [other: [.modelChanged(from: bench.asked[0])]])
    }
}
