import Platform
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// What others do to a run while a submission that has opened it is under way, and what a repeated call sees of it.
@Suite struct SubmissionRaceTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `an image that was queued again in the submission's own finished run is under way`() throws {
        let session = try bench.begin()
        let run = try #require(
            try session.apply(SubmissionBatch(number: 1, images: try session.decide([bench.file(0)]))).run)
        let claims = try bench.claim(1, of: run, by: try bench.enter())
        _ = try bench.record(claims.map { bench.failed($0) }, in: run)
        _ = try session.apply(SubmissionBatch(number: 2))
        #expect(try SQLiteStore(bench.store).control.retry(.run(run), only: .failures()).images == 1)
        let second = try session.decide([bench.file(1, content: 0)])
        let progress = try session.apply(SubmissionBatch(number: 3, images: second))
        #expect(progress.alreadyQueued == 1 && progress.run == run)
        #expect(try bench.number("SELECT count(*) FROM task") == 1)
        #expect(try bench.store.problems() == [])
    }

    @Test func `a submission that is begun again by its key counts the age of answers from its first beginning`() throws
    {
        var refresh = Refresh()
        refresh.olderThan = .seconds(0)
        let request = SubmissionRequest(
            key: .random(), manifest: bench.manifest, recipes: [bench.recipe], refresh: refresh, crashLimit: 3)
        let session = try bench.begin(request)
        let run = try #require(
            try session.apply(SubmissionBatch(number: 1, images: try session.decide([bench.file(0)]))).run)
        let claims = try bench.claim(1, of: run, by: try bench.enter())
        _ = try bench.record(claims.map { bench.answered($0) }, in: run)
        bench.time.advance(.seconds(1))
        #expect(try bench.begin(request).decide([bench.file(0)]).map(\.decision) == [.answered])
    }

    @Test func `a member that is missing without a name stays`() throws {
        try bench.submit([0])
        let completion = SubmissionCompletion(
            counts: SubmissionCounts(), members: [.missing(ImageID(1), names: [])])
        guard case .completed(let counts, _) = try bench.begin().finish(completion) else {
            Issue.record("it was not completed")
            return
        }
        #expect(counts.missing == 1 && counts.removed == 0)
        let row = "SELECT path_id, missing_at IS NULL, until_submission IS NULL FROM job_image"
        #expect(try bench.rows(row) == ["1|0|1"])
        #expect(try bench.store.problems() == [])
    }
}
