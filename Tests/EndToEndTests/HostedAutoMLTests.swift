import Crypto
import Platform
import TestSupport
import Testing

@Suite("An AutoML job with a hosted model", .inTurn) struct HostedAutoMLTests {
    let place: HostedPlace
    /// A model without labels inside.
    let bare: [UInt8]

    init() throws {
        place = try HostedPlace()
        bare = try Files.read(Fixtures.models.appending("float32.tflite"))
    }

    private func writeExport(labels: [String]) throws -> FilePath {
        try place.scratch.write("export/manifest.json", manifest)
        try place.scratch.write("export/dict.txt", labels.joined(separator: "\n") + "\n")
        try place.scratch.write("export/model.tflite", bare)
        return place.scratch.file("export")
    }

    private let manifest = #"{"modelFile":"model.tflite","labelsFile":"dict.txt","modelType":"IMAGE_LABELING"}"#

    @Test func `labels inside a hosted model come first`() async throws {
        let export = try writeExport(labels: ["a", "b", "c", "d", "e"])
        let job = try place.writeJob(bundled: export, kind: "automl")
        try await place.cairn("run", job, exits: 0)
        let words = try place.scratch.book.column("SELECT DISTINCT description FROM labels")
        #expect(!words.isEmpty && Set(words).isDisjoint(with: ["a", "b", "c", "d", "e"]), "\(words)")
    }

    @Test func `a hosted model without labels takes those of the bundled export`() async throws {
        let export = try writeExport(labels: ["a", "b", "c", "d", "e"])
        place.site.publish(bare + [0])
        let job = try place.writeJob(bundled: export, kind: "automl")
        try await place.cairn("run", job, exits: 0)
        let words = try place.scratch.book.column("SELECT DISTINCT description FROM labels")
        #expect(!words.isEmpty && Set(words).isSubset(of: ["a", "b", "c", "d", "e"]), "\(words)")
    }

    @Test func `bundled labels that do not fit a hosted model are refused with both numbers`() async throws {
        let export = try writeExport(labels: ["a", "b", "c", "d"])
        place.site.publish(bare)
        let job = try place.writeJob(bundled: export, kind: "automl")
        let run = try await place.cairn("run", job, exits: 4)
        let version = Crypto.Digest(of: bare.span).short
        #expect(run.error.contains("waits for its model: \(place.site.address)@\(version) cannot be used"), "\(run)")
        #expect(!run.error.contains("/versions/"), "\(run)")
        #expect(run.error.contains("has 4 labels") && run.error.contains("has 5 classes"), "\(run)")
    }

    @Test func `a hosted archive brings its labels, and a worker finds the version inside it`() async throws {
        _ = try writeExport(labels: ["one", "two", "three", "four", "five"])
        try await place.scratch.run(
            Place.python.description, "-c",
            "import shutil; shutil.make_archive('flowers', 'zip', 'export')")
        place.site.publish(try Files.read(place.scratch.file("flowers.zip")))
        let job = try place.writeJob(kind: "automl")
        try await place.cairn("submit", job, exits: 0)
        place.site.fault(.missing)
        try await place.cairn("work", exits: 0)
        let words = try place.scratch.book.column("SELECT DISTINCT description FROM labels")
        #expect(!words.isEmpty && Set(words).isSubset(of: ["one", "two", "three", "four", "five"]), "\(words)")
    }
}
