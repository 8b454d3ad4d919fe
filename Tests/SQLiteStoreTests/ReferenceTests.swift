import Crypto
import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct ReferenceTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func keep(_ address: String) throws -> KeptName {
        try bench.store.write { transaction throws(StoreError) in
            try transaction.catalog.upsert(reference: FilePath(address))
        }
    }

    @Test(arguments: [
        "gs://bucket/a.jpg", "gs://bucket/b/c//d e?f/ä.jpg", "gs://bucket/folder/",
    ]) func `an object is known by its name, and shown by it`(address: String) throws {
        let kept = try keep(address)
        #expect(kept.isNewImage)
        #expect(
            try bench.rows("SELECT image_id, kind, digest, path, bytes, format, width FROM images") == [
                "\(kept.image.value)|reference|\(Digest(of: address).hex)|\(address)|||"
            ])
        #expect(try bench.rows("SELECT path, bytes, modified_at, missing_at FROM image_paths") == ["\(address)|||"])
        let rows = try bench.rows("SELECT * FROM path")
        bench.time.advance(.seconds(86_400))
        let again = try keep(address)
        #expect(again.image == kept.image && again.path == kept.path && !again.isNewImage && again.replaced == nil)
        #expect(try bench.rows("SELECT * FROM path") == rows)
    }

    @Test func `a claim hands the name on, and no file`() throws {
        let run = try bench.run(tasks: 1)
        try bench.store.write { transaction throws(StoreError) in
            let kept = try transaction.catalog.upsert(reference: FilePath("gs://bucket/a/b.jpg"))
            _ = try transaction.queue.add(kept.image, at: kept.path, in: run, reason: .new)
        }
        let claims = try bench.claim(2, of: run, by: try bench.enter())
        #expect(claims.map(\.reference) == [nil, "gs://bucket/a/b.jpg"])
        #expect(claims.map(\.locations.count) == [1, 0])
    }

    @Test func `a decision is written under its own names, whatever was decided after it`() throws {
        let session = try bench.begin()
        let batches = try [["a", "b"], ["c", "d"]].map { names in
            try session.decide(
                names.enumerated().map { order, name in
                    IdentifiedImage(
                        path: FilePath("gs://bucket/\(name).jpg"), order: Int64(order), content: .reference)
                })
        }
        for (index, images) in batches.enumerated() {
            #expect(try session.apply(SubmissionBatch(number: index + 1, images: images)).queued == 2)
        }
        let digests = ["a", "b", "c", "d"].map { Digest(of: "gs://bucket/\($0).jpg").hex }
        #expect(try bench.rows("SELECT digest FROM images ORDER BY path") == digests)
    }

    @Test func `a picture that was seen after all has its size from then on`() throws {
        let run = try bench.run(tasks: 0)
        try bench.store.write { transaction throws(StoreError) in
            let kept = try transaction.catalog.upsert(reference: FilePath("gs://bucket/a.jpg"))
            _ = try transaction.queue.add(kept.image, at: kept.path, in: run, reason: .new)
        }
        let claim = try #require(try bench.claim(1, of: run, by: try bench.enter()).first)
        var finished = bench.answered(claim)
        finished.original = Size(width: 4000, height: 3000)
        #expect(try bench.record([finished], in: run) == 1)
        #expect(try bench.rows("SELECT width, height FROM images") == ["4000|3000"])
    }

    @Test func `an address that could not be had is named whole`() throws {
        let failure = Failure(stage: .find, kind: .missing, message: "not found")
        try bench.store.write { transaction throws(StoreError) in
            let submission = try transaction.submissions.begin(of: bench.manifest, asking: bench.asked, crashLimit: 3)
            var state = SubmissionState()
            for name in ["https://example.org/a.jpg?b=c/d", "https://example.org", "gs://bucket"] {
                let problem = SubmissionProblem(failure, at: FilePath(name), isName: true)
                try transaction.problems.note(problem, in: submission, &state, FolderScope())
            }
        }
        #expect(
            try bench.rows("SELECT path, image_id, task_id FROM failures ORDER BY 1") == [
                "gs://bucket||", "https://example.org||", "https://example.org/a.jpg?b=c/d||",
            ])
    }
}
