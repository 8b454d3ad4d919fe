import JobBench
import Manifest
import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@testable import Submitting

/// Objects in Cloud Storage, from the manifest to the claim.
@Suite struct ReferenceTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func submit(_ images: String) throws -> SubmissionResult {
        let text = """
            job: cloud
            images: [\(images)]
            backend: {kind: vision, auth: {apiKey: env:KEY}}
            features: [LANDMARK_DETECTION]
            """
        let file = bench.folder.appending("cloud.yaml")
        let job = try ManifestReader.read(Array(text.utf8), file: file, workingDirectory: bench.folder)
        return try bench.submitter().submit(job, manifest: file)
    }

    @Test func `objects are queued once, and left alone once they are answered`() throws {
        try bench.scratch.write("list.txt", "gs://bucket/b.jpg\ngs://bucket/a.jpg\npictures/0.png\ngs://bucket\n")
        let images = "{gs: gs://bucket/a.jpg}, {list: list.txt}"
        let first = try submit(images)
        #expect(
            first.bare == SubmissionResult(run: first.run, found: 4, read: 1, queued: 3, copies: 1, unreadable: 1),
            "\(first)")
        let run = try #require(first.run)
        #expect(
            try bench.ask("SELECT path FROM images ORDER BY path")
                == "gs://bucket/a.jpg gs://bucket/b.jpg pictures/0.png")
        let session = try bench.session(on: run)
        let recipe = try #require(session.recipes.values.first)
        let claims = try session.exchange(.wanting(9)).claims
        let ends = claims.map { claim in
            var end = AttemptResult(claim: claim, outcome: .answered)
            end.answers = [Answer(recipe: recipe, annotations: [])]
            return end
        }
        _ = try session.exchange(.reporting(ends))
        #expect(claims.map(\.reference) == ["gs://bucket/a.jpg", "gs://bucket/b.jpg", nil])
        bench.time.advance(.seconds(86_400))
        let second = try submit(images)
        #expect(second.bare == SubmissionResult(found: 4, answered: 3, copies: 1, unreadable: 1), "\(second)")
        #expect(try bench.ask("SELECT count(*) FROM answer UNION ALL SELECT count(*) FROM run") == "3 1")
        #expect(
            try bench.ask("SELECT count(*) FROM image_paths WHERE missing_at IS NOT NULL AND image_id IS NOT NULL")
                == "0")
        #expect(try bench.store.problems() == [])
    }
}
