import Crypto
import Platform
import TestSupport
import Testing

@Suite("A hosted AutoML archive", .inTurn) struct HostedArchiveTests {
    let place: HostedPlace
    /// A model without labels inside.
    let bare: [UInt8]

    init() throws {
        place = try HostedPlace()
        bare = try Files.read(Fixtures.models.appending("float32.tflite"))
    }

    /// The ZIP of an export with these labels.
    private func archive(_ labels: [String]) async throws -> [UInt8] {
        let manifest = #"{"modelFile":"model.tflite","labelsFile":"dict.txt","modelType":"IMAGE_LABELING"}"#
        try place.scratch.write("export/manifest.json", manifest)
        try place.scratch.write("export/dict.txt", labels.joined(separator: "\n") + "\n")
        try place.scratch.write("export/model.tflite", bare)
        try await place.scratch.run(
            Place.python.description, "-c", "import shutil; shutil.make_archive('flowers', 'zip', 'export')")
        return try Files.read(place.scratch.file("flowers.zip"))
    }

    private let first = ["one", "two", "three", "four", "five"]
    private let second = ["six", "seven", "eight", "nine", "ten"]

    /// The labels that were answered.
    private func labels() throws -> Set<String> {
        Set(try place.scratch.book.column("SELECT DISTINCT description FROM labels"))
    }

    @Test func `its run is worked on although the same model lies bare in the cache`() async throws {
        place.site.publish(bare)
        try await place.cairn("models", "pull", try place.writeJob("bare", kind: "tflite"), exits: 0)
        place.site.publish(try await archive(first))
        let job = try place.writeJob(kind: "automl")
        try await place.cairn("submit", job, exits: 0)
        place.site.fault(.missing)
        try await place.cairn("work", exits: 0)
        let words = try labels()
        #expect(!words.isEmpty && words.isSubset(of: first), "\(words)")
    }

    @Test func `its run keeps its labels when a newer archive has the same model inside`() async throws {
        place.site.publish(try await archive(first))
        let job = try place.writeJob(kind: "automl")
        try await place.cairn("submit", job, exits: 0)
        place.site.publish(try await archive(second))
        try await place.cairn("models", "pull", job, exits: 0)
        try await place.cairn("work", exits: 0)
        let words = try labels()
        #expect(!words.isEmpty && words.isSubset(of: first), "\(words)")
    }

    @Test func `the archive that came in the background leaves the queued run its own`() async throws {
        place.site.publish(try await archive(first))
        let job = try place.writeJob("job", ["url: \(place.site.address)", "when: background"], kind: "automl")
        try await place.cairn("submit", job, exits: 0)
        place.site.publish(try await archive(second))
        try place.scratch.writePictures(1, in: "pictures/new", seed: 44)
        try await place.cairn("submit", job, exits: 0)
        #expect(place.site.downloads == 2)
        try await place.cairn("work", exits: 0)
        #expect(try labels().isSubset(of: first))
        try await place.cairn("nightly", job, exits: 0)
        #expect(try labels().isSubset(of: second))
    }

    @Test func `it stays in the cache while a run is pinned to its model, and list names the job`() async throws {
        let zip = try await archive(first)
        place.site.publish(zip)
        let job = try place.writeJob(kind: "automl")
        let submitted = try await place.cairn("submit", job, exits: 0)
        let inner = Crypto.Digest(of: bare.span)
        #expect(submitted.error.contains("model: \(place.site.address)@\(inner.short), downloaded"), "\(submitted)")
        let listed = try await place.cairn("models", "list", "--json", exits: 0)
        #expect(listed.output.contains(#""model_sha256":"\#(inner.hex)""#), "\(listed)")
        #expect(listed.output.contains(#""sha256":"\#(Crypto.Digest(of: zip.span).hex)""#), "\(listed)")
        #expect(listed.output.contains(#""jobs":"job""#), "\(listed)")
        try await place.cairn("models", "prune", "--newest", exits: 0)
        place.site.fault(.missing)
        try await place.cairn("work", exits: 0)
        #expect(try labels().isSubset(of: first))
        #expect(try place.scratch.book.column("SELECT DISTINCT model FROM recipes")[0].hasSuffix("@\(inner.short)"))
    }

    @Test func `a bare model without labels says that the archive is to be hosted`() async throws {
        place.site.publish(bare)
        let run = try await place.cairn("run", try place.writeJob(kind: "automl"), exits: 4)
        #expect(run.error.contains("host the ZIP of the export in its place, or name the export"), "\(run)")
        #expect(run.error.contains("publish another version") && !run.error.contains("/versions/"), "\(run)")
    }
}
