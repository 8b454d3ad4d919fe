import Platform
import TestSupport
import Testing

/// Jobs whose images a query picks out of what other jobs show.
@Suite(.inTurn) struct `A cascade` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A free job `coarse` over marked pictures, and a billed job `fine` over those of them that a query picks.
    private func site(_ sql: String, marks: Range<Int> = 1..<21, keep: Bool = false) async throws -> VisionSite {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: marks)
        try site.scratch.writeJob("coarse")
        try site.writeFine(sql, keep: keep)
        return site
    }

    @Test func `asks what its query gives, in that order, under the names of the job that it reads`() async throws {
        let site = try await site("SELECT image_id FROM labels WHERE path < 'pictures/15' ORDER BY path DESC")
        let ending = try await site.cairn("run", "fine.yaml", "coarse.yaml", "--log", "night.log", exits: 0)
        // In the order of its edges: coarse comes first.
        #expect(ending.error.contains("run 2 of fine: 6 files found: 6 queued. 24 rows of queries passed"), "\(ending)")
        let names = ["14", "13", "12", "11", "10", "1"].map { "pictures/\($0).png" }
        #expect(try site.scratch.book.column("SELECT path FROM tasks WHERE job = 'fine' ORDER BY task_id") == names)
        #expect(
            try site.scratch.book.column("SELECT path FROM job_images WHERE job = 'fine' ORDER BY path")
                == names.sorted())
        #expect(try site.units().count == 6)
        let log = try Files.text(site.scratch.file("night.log")).split(separator: "\n")
        let queued = log.filter { $0.contains("\"outcome\":\"queued\"") && $0.contains("\"fine\"") }
        #expect(queued.count == 6 && queued.allSatisfy { $0.contains("pictures/1") }, "\(queued)")
        // What leaves takes its answers along, and what comes back has them: shown at once, no unit.
        try site.writeFine("SELECT path FROM job_images WHERE path < 'pictures/13'")
        try await site.cairn("run", "fine.yaml", exits: 0)
        #expect(try site.scratch.book.number("SELECT count(DISTINCT path) FROM labels WHERE job = 'fine'") == 4)
        try site.writeFine("SELECT path FROM job_images WHERE path < 'pictures/15'")
        let back = try await site.cairn("run", "fine.yaml", exits: 0)
        #expect(back.error.contains("6 files found: 6 already answered"), "\(back)")
        #expect(try site.scratch.book.number("SELECT count(DISTINCT path) FROM labels WHERE job = 'fine'") == 6)
        #expect(try site.units().count == 6)
        try await site.cairn("doctor", exits: 0)
    }

    @Test func `waits in a plan for the job that it reads, and costs what the plan says`() async throws {
        let site = try await site("SELECT image_id FROM labels WHERE path < 'pictures/15'")
        let both = try await site.cairn("plan", "fine.yaml", "coarse.yaml", exits: 0)
        #expect(both.output.contains("  waits   for coarse: between 0 and 20 units\n"), "\(both)")
        try await site.cairn("submit", "coarse.yaml", exits: 0)
        let json = try JSONText(try await site.cairn("plan", "fine.yaml", "--json", exits: 0).outputBytes)
        #expect(json["waits_for"] == .list([.text("coarse")]), "\(json)")
        #expect(json["units_total"].int == 0 && json["units_total_max"].int == 20, "\(json)")
        let refused = try await site.cairn("plan", "fine.yaml", "--out", "p.json", exits: 2)
        #expect(
            refused.error.contains(
                "fine waits for coarse, so that its plan cannot be written out; run coarse first"), "\(refused)")
        #expect(!refused.output.contains("cairn apply") && Files.mode(site.scratch.file("p.json")) == nil, "\(refused)")
        try await site.cairn("run", "coarse.yaml", exits: 0)
        let bill = try await site.cairn("plan", "fine.yaml", "--out", "p.json", exits: 0)
        #expect(bill.output.contains("  asks    6 images (6 new): 6 units, "), "\(bill)")
        #expect(!bill.output.contains("waits"), "\(bill)")
        try await site.cairn("apply", "p.json", exits: 0)
        #expect(try site.units().count == 6)
        // Half of it is answered: what the rows of today lack, and what may come.
        try site.writePictures(100..<105)
        let between = try await site.cairn("plan", "coarse.yaml", "fine.yaml", exits: 0)
        #expect(between.output.contains("  waits   for coarse: between 0 and 5 units\n"), "\(between)")
    }

    @Test func `loses nothing where its query gives far less than before, and asks what is new`() async throws {
        let site = try await site("SELECT image_id FROM labels")
        try await site.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        #expect(try site.units().count == 20)
        try site.writePictures(100..<102)
        try await site.cairn("run", "coarse.yaml", exits: 0)
        try site.writeFine("SELECT image_id FROM labels WHERE path GLOB '*/1[0-9][0-9].png' OR path LIKE '%/1.png'")
        let words = "images[0].sql gives 3 images, and gave 20 before"
        let plan = try await site.cairn("plan", "fine.yaml", exits: 0)
        #expect(plan.output.contains("  guard   \(words); this needs\n          --accept-removed\n"), "\(plan)")
        let night = try await site.cairn("nightly", "fine.yaml", exits: 5)
        #expect(
            night.output.hasPrefix("cairn nightly fine: a query gives far fewer images than before, 2 done,"),
            "\(night)")
        #expect(night.output.contains("  fewer   \(words)\n"), "\(night)")
        let said = night.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(said.contains("No image left the job; what is new is asked. If that is not meant, "), "\(night)")
        #expect(night.output.contains("          cairn nightly fine.yaml --accept-removed\n"), "\(night)")
        #expect(try site.units().count == 22)
        #expect(try site.members() == 22)
        let run = try await site.cairn("run", "fine.yaml", exits: 5)
        #expect(run.error.contains("fine: \(words). No image left the job; what is new is asked."), "\(run)")
        try await site.cairn("submit", "fine.yaml", exits: 5)
        // Emptied, and a job beside it that has no such source.
        try site.writeFine("SELECT image_id FROM labels WHERE 0")
        try await site.cairn("nightly", "fine.yaml", exits: 5)
        #expect(try site.members() == 22)
        try await site.cairn("nightly", "fine.yaml", "--accept-removed", exits: 0)
        #expect(try site.members() == 0)
        #expect(try site.units().count == 22)
        try await site.cairn("doctor", exits: 0)
    }

    @Test func `keeps what a query once gave for as long as the job that it reads has it`() async throws {
        let site = try await site("SELECT image_id FROM labels WHERE path < 'pictures/15'", keep: true)
        try await site.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        #expect(try site.members() == 6)
        try site.writeFine("SELECT image_id FROM labels WHERE path = 'pictures/20.png'", keep: true)
        try await site.cairn("run", "fine.yaml", exits: 0)
        #expect(try site.members() == 7)
        // A file that is gone, and one that the job it reads leaves out.
        try await site.scratch.run("rm", "pictures/14.png")
        try site.scratch.writeJob("coarse", more: ["exclude: [13.png]"])
        try await site.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        #expect(
            try site.scratch.book.column("SELECT path FROM job_images WHERE job = 'fine' ORDER BY path")
                == ["1", "10", "11", "12", "20"].map { "pictures/\($0).png" })
        // Without `keep` the rows of today are all that is left.
        try site.writeFine("SELECT image_id FROM labels WHERE path = 'pictures/20.png'")
        try await site.cairn("run", "fine.yaml", exits: 0)
        #expect(try site.members() == 1)
        #expect(try site.units().count == 7)
    }

    @Test func `marks what the job that it reads knows to be missing`() async throws {
        let site = try await site("SELECT image_id FROM job_images")
        try await site.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        try await site.scratch.run("rm", "pictures/1.png", "pictures/2.png")
        let ending = try await site.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        #expect(ending.error.contains("fine: 18 files found: 18 already answered, 2 missing"), "\(ending)")
        try site.writePictures(1..<3)
        try await site.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        #expect(
            try site.scratch.book.number("SELECT count(*) FROM job_images WHERE missing_at IS NULL AND job = 'fine'")
                == 20)
        #expect(try site.units().count == 20)
    }

    @Test func `asks about missing pictures as such, and does not take them for fewer rows`() async throws {
        let site = try await site("SELECT image_id FROM labels WHERE path GLOB 'pictures/[12]*'", marks: 1..<41)
        try await site.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        #expect(try site.members() == 22)
        _ = try await site.scratch.bash("rm pictures/1?.png pictures/20.png pictures/21.png")
        // 12 of the 40 pictures of one job, and of the 22 of the other.
        let night = try await site.cairn("nightly", "fine.yaml", "coarse.yaml", exits: 5)
        #expect(night.output.contains("12 of 22 known pictures are gone; is the disk mounted?"), "\(night)")
        #expect(!night.output.contains("gives 10 images"), "\(night)")
        let plan = try await site.cairn("plan", "fine.yaml", "coarse.yaml", exits: 5)
        #expect(plan.error.contains("  cairn plan fine.yaml --accept-missing\n"), "\(plan)")
        #expect(!plan.output.contains("gives 10"), "\(plan)")
        // What is accepted of one job is not accepted of the others of the line.
        #expect(night.output.contains("          cairn nightly fine.yaml --accept-missing\n"), "\(night)")
        try await site.cairn("nightly", "fine.yaml", "--accept-missing", exits: 0)
        #expect(try site.members() == 22)
        let quiet = try await site.cairn("nightly", "coarse.yaml", "fine.yaml", exits: 0)
        #expect(quiet.output.isEmpty, "\(quiet)")
        // Those that were missing and return bring nothing new.
        try site.writePictures(10..<22)
        try await site.cairn("run", "coarse.yaml", "fine.yaml", exits: 0)
        #expect(try site.units().count == 22)
    }

    @Test func `is left out of a night in which the job that it reads could not be done`() async throws {
        let site = try await site("SELECT image_id FROM labels")
        try await site.cairn("nightly", "coarse.yaml", exits: 0)
        // A model that is not there: exit 4.
        try site.scratch.writeJob("coarse", model: site.scratch.file("none.tflite"))
        try site.scratch.writeJob("third", images: ["{sql: SELECT image_id FROM labels, from: [fine]}"])
        let night = try await site.cairn("nightly", "third.yaml", "fine.yaml", "coarse.yaml", exits: 4)
        let lines = night.output.split(separator: "\n").filter { $0.hasPrefix("cairn nightly") }
        #expect(
            lines.dropFirst() == [
                "cairn nightly fine: left out, since it reads coarse, which ended with exit 4  exit 4",
                "cairn nightly third: left out, since it reads fine, which ended with exit 4  exit 4",
            ], "\(night)")
        #expect(try site.units().isEmpty)
        // A failed picture holds nothing back.
        try site.scratch.writeJob("coarse")
        try site.scratch.write("pictures/junk.png", "a text")
        let failed = try await site.cairn("nightly", "fine.yaml", "coarse.yaml", exits: 1)
        #expect(!failed.output.contains("left out"), "\(failed)")
        #expect(try site.units().count == 20)
        try site.writePictures(100..<101)
        try await site.cairn("submit", "coarse.yaml", exits: 0)
        try await site.cairn("pause", "coarse", exits: 0)
        let paused = try await site.cairn("nightly", "fine.yaml", "coarse.yaml", "--json", exits: 5)
        let nights = try JSONText(paused.outputBytes).items
        #expect(nights.map { $0["reason"] } == [.text("paused"), .text("left_out")], "\(paused)")
        #expect(nights.map { $0["exit"].int } == [5, 5], "\(paused)")
    }
}

extension VisionSite {
    /// Writes the job `fine`, whose images a query picks out of what `coarse` shows.
    fileprivate func writeFine(_ sql: String, keep: Bool = false) throws {
        try writeJob("fine", images: ["{sql: \"\(sql)\", from: [coarse]\(keep ? ", keep: true" : "")}"])
    }

    /// How many images `fine` has.
    fileprivate func members() throws -> Int {
        try scratch.book.number("SELECT count(*) FROM job_images WHERE job = 'fine'")
    }
}
