import TestSupport
import Testing

/// One picture or a few through each backend, from the manifest to the answer: what `make test-fast` runs of the
/// program itself.
@Suite("A job on each backend where nothing fails", .inTurn) struct HappyPathTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a local model labels a folder of pictures`() async throws {
        try scratch.writePictures(3, seed: 1)
        try await scratch.cairn("run", try scratch.writeJob(), exits: 0)
        #expect(try scratch.book.column("SELECT DISTINCT state FROM task") == ["done"])
        #expect(try scratch.book.number("SELECT count(DISTINCT path) FROM labels") == 3)
        #expect(try scratch.breaches() == [])
    }

    @Test func `the Vision API labels a folder of pictures, and each is one unit`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<4)
        try await site.cairn("run", try site.writeJob(), exits: 0)
        try await expectLabels(at: site)
        try await site.audit()
    }

    @Test func `a callable function labels a folder of pictures, and each is one unit`() async throws {
        let place = try await FunctionSite(in: scratch)
        let site = try place.site(marks: 1..<4)
        try await site.cairn("run", try place.writeJob(in: site), exits: 0)
        try await expectLabels(at: site)
        try await site.audit(secrets: FunctionSite.hidden)
    }

    private func expectLabels(at site: VisionSite) async throws {
        #expect(try site.tasks() == "done 3")
        #expect(try site.books() == "3 settled, 0 uncertain")
        let labels = try site.scratch.book.number("SELECT count(DISTINCT path) FROM labels WHERE description <> ''")
        #expect(labels == 3)
        #expect(try site.units().count == 3)
    }
}
