import Crypto
import JobBench
import Platform
import SQLiteStore
import Storage
import Testing
import Domain

@testable import Submitting

@Suite struct NameChangeTests {
    private func member(_ names: Int) -> UnseenImage {
        UnseenImage(
            image: ImageID(7), digest: Digest(of: ""), path: PathID(1),
            names: (1...names).map {
                UnseenName(id: PathID(Int64($0)), path: FilePath("/\($0).jpg"), isListed: false)
            })
    }

    private func fate(_ changes: NameChange...) -> MemberChange? {
        member(changes.count).change { changes[Int($0.id.value) - 1] }
    }

    @Test func `a member stays as it is while one of its names is there`() {
        #expect(fate(.present) == nil && fate(.gone, .unwanted, .present) == nil)
    }

    @Test func `a member of which a source still gives a name is missing`() {
        #expect(fate(.unwanted, .gone, .gone) == .missing(ImageID(7), names: [PathID(2), PathID(3)]))
    }

    @Test func `a member that no source names departs`() {
        #expect(fate(.unwanted) == .removed(ImageID(7)))
    }

    @Test func `a member whose names hold other images departs, and nobody says that it is not named`() {
        let nameless = UnseenImage(image: ImageID(7), digest: Digest(of: ""), path: PathID(1), names: [])
        #expect(nameless.change { _ in .present } == .replaced(ImageID(7)))
        #expect(
            fate(.unwanted, .reread) == .replaced(ImageID(7))
                && fate(.reread, .gone) == .missing(ImageID(7), names: [PathID(2)]))
    }

    @Test func `a night is renewed before each page of names that may be gone`() throws {
        let bench = try Bench()
        let job = try bench.job()
        _ = try bench.run(job)
        let recipe = Recipe(
            backend: "tflite", model: "m", feature: .labelDetection, parameters: "{}", preparation: "{}")
        let manifest = PinnedManifest(
            job: job.name, text: Array(job.source.utf8), path: bench.folder.appending("job.yaml"))
        let session = try bench.store.submission(
            SubmissionRequest(
                key: .random(), manifest: manifest, recipes: [recipe], refresh: job.refresh, crashLimit: 3))
        var calls = 0
        // Four names are asked about in one page, and then there is none.
        let gone = try session.missingNames(below: [SourcePath(bench.folder)]) { () throws(StoreError) in calls += 1 }
        #expect(gone.isEmpty && calls == 2, "\(gone.count) gone, \(calls) calls")
    }
}
