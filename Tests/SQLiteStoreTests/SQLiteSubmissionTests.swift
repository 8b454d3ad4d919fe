import Crypto
import Platform
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// Submissions through the contract, on a real file.
@Suite struct SQLiteSubmissionTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `comparing and deciding write nothing`() throws {
        try bench.submit([0, 1])
        let session = try bench.begin()
        let before = try bench.bytes()
        for _ in 0..<2 {
            let diff = try session.diff(bench.listing([0, 1, 2]), at: 0)
            #expect(diff.unread == [2] && diff.queued == 2 && diff.images.isEmpty)
            let elsewhere = Listing(folder: bench.scratch.file("q"), files: [bench.listed(0)], isWhole: true)
            #expect(try session.diff(elsewhere, at: 3).unread == [0])
            let planned = try session.decide([bench.file(2), bench.file(3, content: 2), bench.file(4, content: 0)])
            #expect(planned.map(\.decision) == [.queue(.new, minGenerations: [:]), .alreadyQueued, .alreadyQueued])
            #expect(planned.map(\.image) == [nil, nil, ImageID(1)])
            #expect(try session.unseenImages(after: nil, limit: 9).isEmpty)
            #expect(try session.unseenNames(below: [SourcePath(bench.pictures)], after: nil, limit: 9).isEmpty)
            #expect(try session.lastSeen([FilePath("https://example.org/a.jpg")], as: Reading()) == [nil])
        }
        #expect(try bench.bytes() == before)
    }

    @Test func `every call made twice leaves what one call leaves`() throws {
        try bench.submit([0, 1, 2])
        let request = bench.request()
        let session = try bench.begin(request)
        let rows = try bench.tables()
        _ = try bench.begin(request)
        #expect(try bench.tables() == rows)
        _ = try session.diff(bench.listing([0, 3]), at: 0)
        let problem = SubmissionProblem(
            Failure(stage: .read, kind: .unreadable, message: "it cannot be read"),
            at: bench.pictures.appending("9.jpg"),
            isName: true)
        let source = SubmissionProblem(
            Failure(stage: .find, kind: .missing, message: "there is no such folder"), at: bench.pictures, isName: false
        )
        let batch = SubmissionBatch(
            number: 1, images: try session.decide([bench.file(3)]), problems: [problem, source], settledOrder: 4)
        let progress = try session.apply(batch)
        #expect(progress.queued == 1 && progress.end == nil)
        let applied = try bench.tables()
        #expect(try session.apply(batch) == progress)
        #expect(try bench.tables() == applied)
        let unseen = try session.unseenImages(after: nil, limit: 1) + session.unseenImages(after: ImageID(2), limit: 9)
        #expect(unseen.map(\.image) == [ImageID(2), ImageID(3)])
        var completion = SubmissionCompletion(counts: SubmissionCounts())
        completion.members = [.missing(ImageID(2), names: unseen[0].names.map(\.id)), .removed(ImageID(3))]
        completion.missingNames = try session.unseenNames(below: [SourcePath(bench.pictures)], after: nil, limit: 9)
            .map(\.id)
        let outcome = try session.finish(completion)
        guard case .completed(let counts, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(counts.missing == 1 && counts.removed == 1)
        let finished = try bench.tables()
        bench.time.advance(.seconds(1))
        #expect(try session.finish(completion) == outcome)
        #expect(try bench.tables() == finished)
        #expect(try bench.store.problems() == [])
    }

    @Test func `a lost session is begun again by its key`() throws {
        let request = bench.request()
        let first = try bench.begin(request)
        let batch = SubmissionBatch(number: 1, images: try first.decide([bench.file(0)]))
        let run = try first.apply(batch).run
        let second = try bench.begin(request, on: try bench.another())
        let rows = try bench.tables()
        #expect(try second.apply(batch).run == run)
        #expect(try bench.tables() == rows)
    }

    @Test func `one path on two volumes is two names`() throws {
        let here = try bench.begin(bench.request(on: Volume("a")))
        _ = try here.diff(bench.listing([]), at: 0)
        _ = try here.apply(SubmissionBatch(number: 1, images: try here.decide([bench.file(0)])))
        _ = try here.finish(SubmissionCompletion(counts: SubmissionCounts()))
        let there = try bench.begin(bench.request(on: Volume("b")))
        #expect(try there.diff(bench.listing([0]), at: 0).unread == [0])
        _ = try there.apply(SubmissionBatch(number: 1, images: try there.decide([bench.file(0, content: 1)])))
        #expect(try bench.rows("SELECT volume FROM path JOIN folder USING (folder_id) ORDER BY 1") == ["a", "b"])
        #expect(try bench.number("SELECT count(*) FROM path WHERE replaced_at IS NOT NULL") == 0)
        #expect(try there.unseenImages(after: nil, limit: 9).isEmpty)
        #expect(try there.unseenNames(below: [SourcePath(bench.pictures)], after: nil, limit: 9).isEmpty)
        let next = try bench.begin(bench.request(on: Volume("b")))
        #expect(try next.unseenImages(after: nil, limit: 9).map(\.image) == [ImageID(2)])
        #expect(
            try next.unseenNames(below: [SourcePath(bench.pictures)], after: nil, limit: 9).map(\.id) == [PathID(2)])
    }

    @Test func `more missing members than allowed are refused and nothing is changed`() throws {
        try bench.submit([0, 1, 2])
        let session = try bench.begin()
        let unseen = try session.unseenImages(after: nil, limit: 9)
        #expect(unseen.count == 3)
        let changes = unseen.map { MemberChange.missing($0.image, names: $0.names.map(\.id)) }
        let rows = try bench.tables()
        var completion = SubmissionCompletion(counts: SubmissionCounts(), members: changes, missingAtMost: 2)
        #expect(try session.finish(completion) == .tooManyMissing(3))
        #expect(try bench.tables() == rows)
        completion.missingAtMost = 3
        guard case .completed(let counts, _) = try session.finish(completion) else {
            Issue.record("it was not completed")
            return
        }
        #expect(counts.missing == 3)
    }

    @Test(arguments: [false, true])
    func `what others have answered since it was decided is not queued`(isKnown: Bool) throws {
        if isKnown { try bench.submit([0, 1], bench.request(job: "other")) }
        let session = try bench.begin()
        let planned = try session.decide([bench.file(0), bench.file(1)])
        let run = try #require(try bench.submit([0]).run)
        let claims = try bench.claim(1, of: run, by: try bench.enter())
        _ = try bench.record(claims.map { bench.answered($0) }, in: run)
        let progress = try session.apply(SubmissionBatch(number: 1, images: planned))
        #expect(progress.answered == 1 && progress.queued == 1)
        #expect(try bench.store.problems() == [])
    }

    @Test(arguments: [false, true])
    func `what others have queued since it was decided is left alone`(isKnown: Bool) throws {
        if isKnown { try bench.submit([0, 1], bench.request(job: "other")) }
        let session = try bench.begin()
        let planned = try session.decide([bench.file(0), bench.file(1)])
        let run = try #require(try bench.submit([0]).run)
        let progress = try session.apply(SubmissionBatch(number: 1, images: planned))
        #expect(progress.alreadyQueued == 1 && progress.queued == 1 && progress.run == run)
        #expect(try bench.number("SELECT count(*) FROM task WHERE run_id = \(run.value)") == 2)
        #expect(try bench.store.problems() == [])
    }

    @Test func `nothing is queued into a run that was cancelled since it was decided`() throws {
        let session = try bench.begin()
        let run = try #require(
            try session.apply(SubmissionBatch(number: 1, images: try session.decide([bench.file(0)]))).run)
        let planned = try session.decide([bench.file(1)])
        _ = try SQLiteStore(try bench.another()).control.cancel(run)
        let rows = try bench.tables()
        let batch = SubmissionBatch(number: 2, images: planned)
        for _ in 0..<2 { #expect(try session.apply(batch).end == .runCancelled) }
        #expect(try session.finish(SubmissionCompletion(counts: SubmissionCounts())) == .ended(.runCancelled))
        #expect(try bench.tables() == rows)
    }

    @Test func `a submission that was overtaken writes nothing`() throws {
        let session = try bench.begin()
        let planned = try session.decide([bench.file(0)])
        let newer = PinnedManifest(job: "job", text: Array("job: job\n#".utf8), path: FilePath("/jobs/job.yaml"))
        _ = try bench.begin(
            SubmissionRequest(
                key: .random(), manifest: newer, recipes: [bench.recipe], refresh: Refresh(), crashLimit: 3))
        #expect(try session.apply(SubmissionBatch(number: 1, images: planned)).end == .overtaken)
        #expect(try bench.number("SELECT count(*) FROM image") == 0)
    }

    @Test func `a member that another submission has renamed is not marked as missing`() throws {
        try bench.submit([0])
        let session = try bench.begin()
        let unseen = try session.unseenImages(after: nil, limit: 9)
        let other = try bench.begin()
        _ = try other.apply(SubmissionBatch(number: 1, images: try other.decide([bench.file(5, content: 0)])))
        _ = try other.finish(SubmissionCompletion(counts: SubmissionCounts()))
        let changes = unseen.map { MemberChange.missing($0.image, names: $0.names.map(\.id)) }
        let outcome = try session.finish(SubmissionCompletion(counts: SubmissionCounts(), members: changes))
        #expect(outcome == .completed(SubmissionCounts(), run: RunID(1)))
        #expect(try bench.rows("SELECT path_id, missing_at FROM job_image") == ["2|"])
    }

    @Test func `a name that holds other content is a reason for an image that joins`() throws {
        try bench.submit([0, 1])
        let session = try bench.begin()
        let planned = try session.decide([bench.file(0, content: 7, stamp: 2), bench.file(1, content: 0, stamp: 2)])
        #expect(
            planned.map(\.decision) == [.queue(.bytesChanged(from: ImageID(1)), minGenerations: [:]), .alreadyQueued])
        _ = try session.apply(SubmissionBatch(number: 1, images: planned))
        #expect(
            try bench.rows("SELECT reason, reason_from FROM task ORDER BY task_id") == [
                "new|", "new|", "bytes_changed|1",
            ])
    }

    @Test func `another process writes between the calls of a submission`() throws {
        let session = try bench.begin()
        let other = try bench.another()
        var number: Int32 = 0
        func write() throws {
            number += 1
            _ = try other.write { transaction throws(StoreError) in
                try transaction.workers.enter(
                    ProcessIdentity(host: "here", pid: number, started: 7), lease: .seconds(30))
            }
        }
        try write()
        _ = try session.diff(bench.listing([0]), at: 0)
        try write()
        let planned = try session.decide([bench.file(0)])
        try write()
        _ = try session.apply(SubmissionBatch(number: 1, images: planned))
        try write()
        #expect(try bench.number("SELECT count(*) FROM worker") == 4)
    }
}
