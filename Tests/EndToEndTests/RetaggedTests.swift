import Platform
import TestSupport
import Testing

/// Metadata is written into files, and pictures are turned.
@Suite(.inTurn) struct `An edit of metadata` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func site(_ marks: Range<Int> = 1..<9, _ arguments: [String] = []) async throws -> VisionSite {
        try VisionSite(try await VisionSite.peer(arguments, in: scratch), marks: marks)
    }

    /// Writes bytes behind a picture's end, as makers of cameras do.
    private func retag(_ marks: Range<Int>, _ note: String, at site: VisionSite) throws {
        for mark in marks {
            try site.scratch.write("pictures/\(mark).png", Picture(mark: mark).png + Array(note.utf8))
        }
    }

    private let labels = "SELECT count(*), count(DISTINCT image_id) FROM labels"

    @Test func `asks nothing and takes nothing away`() async throws {
        let site = try await site()
        let job = try site.writeJob()
        try await site.cairn("run", job, exits: 0)
        let before = try site.scratch.book.rows(labels)
        let contents = try site.scratch.book.column("SELECT content_digest FROM image_paths ORDER BY path")
        try retag(1..<6, "rating 5", at: site)
        let plan = try await site.cairn("plan", job, exits: 0)
        #expect(plan.output.contains("edited  5 only metadata changed: nothing asked"), "\(plan)")
        #expect(plan.output.contains("nothing to ask"), "\(plan)")
        let night = try await site.cairn("nightly", job, exits: 0)
        #expect(night.output.isEmpty && night.error.isEmpty, "\(night)")
        #expect(try site.units().count == 8)
        #expect(try site.scratch.book.rows(labels) == before)
        let now = try site.scratch.book.column("SELECT content_digest FROM image_paths ORDER BY path")
        #expect(
            now.count == 8 && zip(now, contents).count(where: { $0 != $1 }) == 5, "one row a name, changed in place")
        // What is as it was is not read again.
        let again = try await site.cairn("submit", job, exits: 0)
        #expect(!again.error.contains("metadata"), "\(again)")
        try await site.cairn("doctor", exits: 0)
    }

    @Test func `of files that are queued lets them be asked`() async throws {
        let site = try await site()
        let job = try site.writeJob()
        try await site.cairn("submit", job, exits: 0)
        try retag(1..<9, "rating 4", at: site)
        try await site.cairn("work", exits: 0)
        #expect(try site.units().count == 8)
        #expect(try site.scratch.book.rows("SELECT count(*) FROM failures") == [["0"]])
    }

    @Test func `that turns a picture which is queued lets it fail unasked, as another picture does`() async throws {
        let site = try await site(1..<3, ["--turned"])
        let job = try site.writeJob()
        try await site.cairn("submit", job, exits: 0)
        // Big-endian, one entry: orientation 6.
        let exif: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        try site.scratch.write("pictures/1.png", PNG.inserting("eXIf", exif, into: Picture(mark: 1).png))
        try await site.cairn("work", exits: 1)
        #expect(try site.units().count == 1)
        #expect(try site.scratch.book.rows("SELECT path, kind FROM failures") == [["pictures/1.png", "changed"]])
        try await site.cairn("run", job, exits: 0)
        #expect(try site.units().count == 2)
    }

    @Test func `is noticed in each way in which a name is read, also when it is undone`() async throws {
        let site = try await site(1..<2, ["--turned"])
        let plain = try site.writeJob("plain")
        let turned = try site.writeJob("turned", images: ["{folder: pictures, rotate: 90}"])
        let file = site.scratch.file("pictures/1.png")
        _ = try await site.scratch.start(["cp", "-p", file.description, "kept.png"]).end()
        for job in [plain, turned] { try await site.cairn("run", job, exits: 0) }
        let facts = "SELECT DISTINCT content_digest, bytes FROM image_paths"
        let before = try site.scratch.book.rows(facts)
        try retag(1..<2, "rating 5", at: site)
        try await site.cairn("run", plain, exits: 0)
        #expect(try site.scratch.book.rows(facts).count == 1)
        #expect(try site.scratch.book.rows(facts) != before)
        // With the status that the other way still had of it.
        _ = try await site.scratch.start(["cp", "-p", "kept.png", file.description]).end()
        try await site.cairn("run", turned, exits: 0)
        #expect(try site.scratch.book.rows(facts) == before)
        // What both ways know is read by neither again.
        for job in [plain, turned] { try await site.cairn("run", job, exits: 0) }
        for job in [plain, turned] {
            let known = try await site.cairn("submit", "--json", job, exits: 0)
            #expect(try JSONText(known.outputBytes).items.first?["read"].int == 0, "\(known)")
        }
    }

    @Test func `is not what a list is read for that turns its pictures from now on`() async throws {
        let site = try await site(1..<3, ["--turned"])
        try site.scratch.write("list.txt", "pictures/1.png\npictures/2.png\n")
        let job = try site.writeJob(images: ["list: list.txt"])
        try await site.cairn("run", job, exits: 0)
        try site.writeJob(images: ["{list: list.txt, rotate: 90}"])
        let json = try JSONText(try await site.cairn("plan", job, "--json", exits: 0).outputBytes)
        #expect(json["replaced"].int == 2 && json["removed"].int == 0, "\(json)")
        let run = try await site.cairn("run", job, exits: 0)
        #expect(run.error.contains("2 queued, 2 replaced"), "\(run)")
    }

    @Test func `is another image where metadata is sent along`() async throws {
        let site = try await site()
        let job = try site.writeJob(more: ["pace: {inFlight: 1}", "prepare: {metadata: keep}"])
        try await site.cairn("run", job, exits: 0)
        try retag(1..<4, "rating 3", at: site)
        try await site.cairn("run", job, exits: 0)
        #expect(try site.units().count == 11)
        #expect(try site.scratch.book.rows("SELECT DISTINCT kind FROM images") == [["file"]])
        // Without it the same files are pictures, and what was asked of them is not told of other recipes.
        try site.writeJob()
        try await site.cairn("run", job, exits: 0)
        #expect(try site.units().count == 19)
        #expect(try site.scratch.book.rows(labels).first?.last == "8")
    }

    @Test func `is told apart from another picture under the same name`() async throws {
        let site = try await site(1..<21)
        let job = try site.writeJob()
        try await site.cairn("run", job, exits: 0)
        for mark in 1..<21 { try site.scratch.write("pictures/\(mark).png", Picture(mark: mark + 100).png) }
        let night = try await site.cairn("nightly", job, "--accept-again", exits: 0)
        #expect(night.output.contains("changed 20 of 20 known pictures left the job"), "\(night)")
        #expect(!night.output.contains("no longer includes"), "\(night)")
        #expect(try site.units().count == 40)
        // Two names swapped: the same images under other names.
        try site.scratch.write("pictures/1.png", Picture(mark: 102).png)
        try site.scratch.write("pictures/2.png", Picture(mark: 101).png)
        try await site.cairn("run", job, exits: 0)
        #expect(try site.units().count == 40)
        let paths = try site.scratch.book.rows(
            "SELECT path, description FROM labels WHERE rank = 0 AND path GLOB '*/[12].png' ORDER BY path")
        #expect(paths.map { $0[1] } == ["mark-102", "mark-101"], "\(paths)")
    }

    @Test func `of one file in three turns leaves three images`() async throws {
        let site = try await site(1..<2, ["--turned"])
        let job = try site.writeJob(
            images: ["folder: pictures", "{folder: pictures, rotate: 90}", "{folder: pictures, orientation: 3}"])
        try await site.cairn("run", job, exits: 0)
        #expect(try site.units().count == 3)
        let rows = try site.scratch.book.rows("SELECT turn, width, height FROM images ORDER BY turn")
        #expect(rows == [["1", "160", "120"], ["3", "160", "120"], ["6", "120", "160"]])
        try retag(1..<2, "rating 2", at: site)
        let again = try await site.cairn("run", job, exits: 0)
        #expect(again.error.contains("3 already answered, 1 only metadata changed"), "\(again)")
        // A source that turns no more: its image departs, and nothing is asked.
        try site.writeJob(images: ["folder: pictures"])
        try await site.cairn("run", job, exits: 0)
        #expect(try site.units().count == 3)
        #expect(try site.scratch.book.rows("SELECT count(*) FROM job_images") == [["1"]])
        try await site.cairn("doctor", exits: 0)
    }
}
