import Crypto
import Storage
import TestSupport
import Testing
import Vocabulary

@Suite struct HistoryTests {
    let bench: Bench
    let image = ImageID(1)

    init() throws { bench = try Bench() }

    private func history(since: Timestamp? = nil, in run: RunID? = nil) throws -> ImageHistory {
        try bench.store.history(of: image, asking: bench.asked, since: since, in: run)
    }

    /// A run of one task, ended in some way, a second later.
    private func run(_ end: (Claim) -> Finished) throws -> RunID {
        let run = try bench.run(tasks: 1)
        let claims = try bench.claim(1, of: run, by: try bench.enter())
        bench.time.advance(.seconds(1))
        #expect(try bench.record(claims.map(end), in: run) == 1)
        return run
    }

    private func failed(_ kind: Failure.Kind) -> (Claim) -> Finished {
        let now = bench.time.clock.now()
        return { claim in
            let failure = Failure(stage: .read, kind: kind, message: "because")
            return Finished(claim: claim, ending: .failed(failure), startedAt: now)
        }
    }

    @Test func `nothing is known of an image that nobody asked anything about`() throws {
        #expect(try history() == ImageHistory())
    }

    @Test func `an answer is known with its time`() throws {
        _ = try run { bench.answered($0) }
        let answer = try #require(try history().answers.first)
        #expect(answer.at == bench.time.clock.now() && answer.isCurrent && answer.recipe == bench.asked[0])
        #expect(try history().hasFailed == false)
    }

    @Test func `a failure that nothing followed is known`() throws {
        let failed = try run(failed(.damaged))
        #expect(try history().hasFailed)
        #expect(try history(in: failed).taskInRun == .failed)
    }

    @Test(arguments: [Failure.Kind.missing, .changed])
    func `that a file was gone or held something else counts no more once it is there`(kind: Failure.Kind) throws {
        let failed = try run(failed(kind))
        #expect(try history(in: failed) == ImageHistory())
    }

    @Test func `a failure of another model does not keep an aged answer from being refreshed`() throws {
        _ = try run { bench.answered($0) }
        let other = Recipe(
            backend: "tflite", model: "n@1", feature: .labelDetection, lineage: "tflite n LABEL_DETECTION",
            description: "another")
        let set = try bench.store.write { () throws(StoreError) in
            try bench.store.featureSet(of: try bench.store.register([other]))
        }
        let second = try bench.store.write { () throws(StoreError) in
            let run = try bench.store.openRun(of: bench.manifest, deaths: 3)
            _ = try bench.store.queue(image, at: PathID(1), asking: set, in: run)
            return run
        }
        let claims = try bench.claim(1, of: second, by: try bench.enter())
        bench.time.advance(.seconds(1))
        #expect(try bench.record(claims.map { bench.failed($0) }, in: second) == 1)
        bench.time.advance(.seconds(10))
        #expect(try history(since: bench.time.clock.now()).hasFailed == false)
    }

    @Test func `a failure before the last answer does not keep that answer from being refreshed, a later one does`()
        throws
    {
        _ = try run(failed(.damaged))
        bench.time.advance(.seconds(1))
        _ = try run { bench.answered($0) }
        bench.time.advance(.seconds(10))
        let now = bench.time.clock.now()
        #expect(try history(since: now).hasFailed == false)
        _ = try run(failed(.damaged))
        #expect(try history(since: now).hasFailed)
    }

    @Test func `the newest answer of a recipe is shown again without a new one`() throws {
        _ = try run { bench.answered($0, "first") }
        let newer = Recipe(
            backend: "tflite", model: "m@2", feature: .labelDetection, lineage: bench.recipe.lineage, description: "two"
        )
        let set = try bench.store.write { () throws(StoreError) in
            try bench.store.featureSet(of: try bench.store.register([newer]))
        }
        let second = try bench.store.write { () throws(StoreError) in
            let run = try bench.store.openRun(of: bench.manifest, deaths: 3)
            _ = try bench.store.queue(image, at: PathID(1), asking: set, in: run)
            return run
        }
        let claims = try bench.claim(1, of: second, by: try bench.enter())
        let label = Annotation(kind: .label, rank: 0, description: "second", score: 0.5)
        _ = try bench.record(
            claims.map {
                var finished = Finished(claim: $0, ending: .answered, startedAt: bench.time.clock.now())
                finished.answers = [Answer(recipe: newer, annotations: [label])]
                return finished
            }, in: second)
        #expect(try bench.text("SELECT group_concat(description) FROM labels") == "second")
        #expect(try history().answers.first?.isCurrent == false)
        try bench.store.write { () throws(StoreError) in try bench.store.show(bench.asked, of: image) }
        #expect(try bench.text("SELECT group_concat(description) FROM labels") == "first")
        #expect(try bench.number("SELECT count(*) FROM labels_history") == 2)
        #expect(try bench.store.problems().isEmpty)
    }
}
