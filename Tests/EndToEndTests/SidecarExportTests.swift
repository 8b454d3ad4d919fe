import Platform
import TestSupport
import Testing

@Suite("Sidecars", .inTurn) struct SidecarExportTests {
    private let site: VisionSite
    private let features = ["LABEL_DETECTION", "LANDMARK_DETECTION", "OBJECT_LOCALIZATION", "FACE_DETECTION"]

    init() async throws {
        let scratch = try Scratch()
        site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<4)
        try site.scratch.write("pictures/1.PNG", Picture(mark: 9).png)
        try await site.cairn("run", try site.writeJob(features: features), exits: 0)
    }

    private func export(_ words: String..., exits status: Int32 = 0) async throws -> Ending {
        let words = [Place.cairn.description, "export", "job", "--to", "xmp"] + words
        let ending = try await site.scratch.start(words).end()
        #expect(ending.status == status, "\(words): \(ending)")
        return ending
    }

    @Test func `have what the views have from a score of one half on, and stay where nothing has changed`() async throws
    {
        let first = try await export("--out", "sidecars")
        #expect(first.error.contains("xmp files in sidecars: 4 written"), "\(first)")
        let told = try await site.scratch.run("exiftool", "-struct", "-j", "sidecars/pictures/3.png.xmp")
        let tags = try JSONText(Array(told.output.utf8))[0]
        let labels = try site.scratch.book.column(
            "SELECT description FROM labels WHERE path = 'pictures/3.png' AND score >= 0.5 ORDER BY rank")
        #expect(!labels.isEmpty && tags["Subject"].items.map(\.string) == labels, "\(tags)")
        #expect(tags["HierarchicalSubject"].items.map(\.string) == labels.map { "Cairn|\($0)" })
        let regions = try site.scratch.book.column(
            """
            SELECT 'cairn-' || annotation_id FROM (
                SELECT annotation_id, path, score FROM objects WHERE x_max > x_min UNION ALL
                SELECT DISTINCT annotation_id, path, score FROM landmarks WHERE x_max > x_min)
            WHERE path = 'pictures/3.png' AND score >= 0.5 ORDER BY annotation_id
            """)
        #expect(!regions.isEmpty)
        #expect(tags["ImageRegion"].items.compactMap { $0["RId"].string }.sorted() == regions.sorted())
        let faces = try site.scratch.book.column(
            "SELECT count(*) FROM annotations WHERE kind = 'face' AND path = 'pictures/3.png' AND score >= 0.5")
        #expect("\(tags["RegionInfo"]["RegionList"].items.count)" == faces[0], "\(tags)")

        let before = try FileStatus(of: site.scratch.file("sidecars/pictures/3.png.xmp"))
        #expect(try await export("--out", "sidecars").error.contains("0 written, 4 as before"))
        #expect(try FileStatus(of: site.scratch.file("sidecars/pictures/3.png.xmp")) == before)
        try await site.cairn("correct", "job", "pictures/3.png", "--labels", "barn", exits: 0)
        #expect(try await export("--out", "sidecars").error.contains("1 written, 3 as before"))
        let own = try await site.scratch.run("exiftool", "-s3", "-TagsList", "sidecars/pictures/3.png.xmp")
        #expect(own.output.hasPrefix("Cairn/barn, "), "\(own)")
    }

    @Test func `are named and rooted as asked, and never two of one name`() async throws {
        let base = try await export("--out", "base", "--sidecar", "base", "--root", "", "--min-score", "0", exits: 1)
        #expect(base.error.contains("pictures/1.png: a picture before has the same name but for its ending"), "\(base)")
        #expect(Files.names(in: site.scratch.file("base/pictures")).sorted() == ["1.xmp", "2.xmp", "3.xmp"])
        let tags = try await site.scratch.run("exiftool", "-s3", "-HierarchicalSubject", "base/pictures/2.xmp")
        let labels = try site.scratch.book.column(
            "SELECT description FROM labels WHERE path = 'pictures/2.png' ORDER BY rank")
        #expect(tags.output == labels.joined(separator: ", ") + "\n")
        _ = try await export("--out", "plain", "--no-hierarchy")
        let plain = try await site.scratch.run("exiftool", "-s3", "-HierarchicalSubject", "plain/pictures/2.png.xmp")
        #expect(plain.output.isEmpty)
    }

    @Test func `lie in a folder of their own, beside nobody's sidecars`() async throws {
        try site.scratch.write("mine/pictures/1.png.xmp", "somebody's edits")
        #expect(try await export("--out", "mine", exits: 2).error.contains("files in it that are not an export's"))
        #expect(try await export("--out", "pictures", exits: 2).error.contains("--out: "))
        #expect(try Files.text(site.scratch.file("mine/pictures/1.png.xmp")) == "somebody's edits")
        #expect(Files.names(in: site.scratch.file("pictures")).sorted() == ["1.PNG", "1.png", "2.png", "3.png"])
        #expect(try await export("--out", "x", "--one-file", exits: 2).error.contains("xmp is a file for each picture"))
        #expect(try await export("--out", "x", "--frame", "file", exits: 2).error.contains("frame of the file"))
        #expect(try await export("--out", "x", "--sidecar", "none", exits: 2).error.contains("--sidecar"))
        let other = try await site.scratch.start(
            [Place.cairn.description, "export", "job", "--to", "pdf", "--out", "x", "--root", "Mine"]
        ).end()
        #expect(other.status == 2 && other.error.contains("--root: pdf does not have it, xmp does"), "\(other)")
        #expect(Files.names(in: site.scratch.file("x")).isEmpty)
    }
}
