import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// What a claim asks, and of which images there is none.
@Suite struct ClaimTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func recipe(_ name: String) throws -> RecipeID {
        let recipe = Recipe(
            backend: "vision", model: "m", feature: .labelDetection, parameters: "{\"name\":\"\(name)\"}",
            preparation: "{}")
        return try bench.store.write { transaction throws(StoreError) in try transaction.recipes.register([recipe])[0] }
    }

    private func counters(of run: RunID) throws -> String {
        try bench.text(
            """
            SELECT queued || ' ' || running || ' ' || done || ' ' || (finished_at IS NOT NULL) FROM run
            WHERE run_id = \(run.value)
            """)
    }

    @Test func `an image that has its answer for another job is done at once, and costs nothing`() throws {
        try bench.answer([Annotation(kind: .label, rank: 0, description: "sky")])
        let run = try bench.run(tasks: 2, job: "other")
        let worker = try bench.enter(pid: 2)
        let claims = try bench.claim(5, of: run, by: worker)
        #expect(claims.map(\.image.value) == [2])
        #expect(try counters(of: run) == "0 1 1 0")
        #expect(try bench.record(claims.map { bench.answered($0) }, in: run) == 1)
        #expect(try counters(of: run) == "0 0 2 1")
        #expect(try bench.rows("SELECT count(*), count(DISTINCT image_id) FROM answer") == ["2|2"])
        #expect(
            try bench.rows("SELECT job, description, asked_by_run FROM labels WHERE image_id = 1 ORDER BY job")
                == ["job|sky|1", "other|sky|1"])
        #expect(try bench.store.problems() == [])
    }

    @Test func `an answer to another recipe changes nothing`() throws {
        try bench.answer([Annotation(kind: .label, rank: 0, description: "sky")])
        let other = try recipe("other")
        let run = try bench.run(tasks: 1, job: "other", recipes: [other])
        #expect(try bench.claim(1, of: run, by: try bench.enter(pid: 2)).map(\.asked) == [[other]])
    }

    @Test func `only a generation above its floor ends a task, whoever brought it`() throws {
        try bench.answer([Annotation(kind: .label, rank: 0, description: "old")])
        let first = try bench.run(tasks: 1, isForced: true)
        let second = try bench.run(tasks: 1, job: "other", isForced: true)
        let worker = try bench.enter(pid: 2)
        let claim = try #require(try bench.claim(1, of: first, by: worker).first)
        #expect(try bench.record([bench.answered(claim, "new")], in: first) == 1)
        #expect(try bench.claim(1, of: second, by: worker).isEmpty)
        #expect(try counters(of: second) == "0 0 1 1")
        #expect(try bench.rows("SELECT generation, is_newest FROM answer ORDER BY 1") == ["1|0", "2|1"])
        let third = try bench.run(tasks: 1, isForced: true)
        #expect(try bench.claim(1, of: third, by: worker).count == 1)
    }

    @Test func `an image that runs for another job is not claimed until that has ended`() throws {
        let (first, second) = (try bench.run(tasks: 1), try bench.run(tasks: 2, job: "other"))
        let worker = try bench.enter()
        let claims = try bench.claim(1, of: first, by: worker)
        #expect(try bench.claim(2, of: second, by: worker).map(\.image.value) == [2])
        #expect(try counters(of: second) == "1 1 0 0")
        bench.time.advance(.seconds(1))
        #expect(try bench.claim(2, of: second, by: worker).isEmpty)
        #expect(try bench.record(claims.map { bench.failed($0) }, in: first) == 1)
        bench.time.advance(.seconds(1))
        #expect(try bench.claim(2, of: second, by: worker).map(\.image.value) == [1])
    }

    @Test func `the database refuses to run an image twice`() throws {
        let (first, _) = (try bench.run(tasks: 1), try bench.run(tasks: 1, job: "other"))
        _ = try bench.claim(1, of: first, by: try bench.enter())
        let plain = try bench.plain()
        #expect(throws: (any Error).self) {
            try plain.run("UPDATE task SET state = 'running', attempt_id = 1 WHERE task_id = 2")
        }
    }

    @Test func `an image that the service could not fetch is sent as bytes from then on`() throws {
        let run = try bench.run(tasks: 1)
        let worker = try bench.enter()
        func end(sendsContent: Bool) throws {
            let claim = try #require(try bench.claim(1, of: run, by: worker).first)
            let failure = Failure(stage: .annotate, kind: .unreachable, message: "no", isTransient: true)
            var result = AttemptResult(claim: claim, outcome: .retry(failure, after: .seconds(0)))
            result.sendsContent = sendsContent
            #expect(try bench.record([result], in: run) == 1)
        }
        try end(sendsContent: false)
        #expect(try bench.number("SELECT send_content FROM task") == 0)
        try end(sendsContent: true)
        let claim = try #require(try bench.claim(1, of: run, by: worker).first)
        #expect(claim.sendsContent && claim.attemptCount == 2)
        #expect(try bench.record([AttemptResult(returning: claim)], in: run) == 1)
        try end(sendsContent: false)
        let last = try #require(try bench.claim(1, of: run, by: worker).first)
        #expect(last.sendsContent)
        #expect(try bench.record([bench.failed(last)], in: run) == 1)
        #expect(
            try bench.store.write { transaction throws(StoreError) in
                try transaction.runs.retry(.run(run), only: .failures()).images
            } == 1)
        #expect(try bench.claim(1, of: run, by: worker).map(\.sendsContent) == [false])
    }

    @Test func `an answer read from a kept response is the next generation`() throws {
        let other = try bench.run(tasks: 1, job: "other")
        let worker = try bench.enter()
        let first = try bench.claim(1, of: other, by: worker).map { bench.answered($0, "asked") }
        #expect(try bench.record(first, in: other) == 1)
        let run = try bench.run(tasks: 1, isForced: true)
        var end = bench.failed(try #require(try bench.claim(1, of: run, by: worker).first))
        end.raw = CompressedResponse(RawResponse(bytes: [1]))
        #expect(try bench.record([end], in: run) == 1)
        let failed = try bench.store.answers.failedResponses(after: TaskID(0), in: run, of: ["tflite"], limit: 9)
        #expect(failed.map(\.unanswered) == [[bench.recipe]])
        let label = Annotation(kind: .label, rank: 0, description: "read")
        #expect(
            try bench.store.write { transaction throws(StoreError) in
                try transaction.answers.complete(failed[0], with: [Answer(recipe: bench.recipe, annotations: [label])])
            })
        #expect(
            try bench.rows("SELECT description, generation, is_newest FROM labels_history ORDER BY 2")
                == ["asked|1|0", "read|2|1"])
        #expect(try counters(of: run) == "0 0 1 1")
        #expect(try bench.store.problems() == [])
    }
}
