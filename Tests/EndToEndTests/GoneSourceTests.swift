import Platform
import TestSupport
import Testing

/// Sources that are gone for good, and lists of names that are not there.
@Suite("A source that is gone", .inTurn) struct GoneSourceTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(13, seed: 6)
    }

    private func night(_ job: String) async throws -> Ending {
        try await scratch.start([Place.cairn.description, "nightly", job, "--new-store"]).end()
    }

    private func problems() throws -> Int { try scratch.book.number("SELECT count(*) FROM submission_problem") }

    @Test func `is one line in one mail, and one row`() async throws {
        try scratch.writePictures(12, in: "scans", seed: 7)
        let job = try scratch.writeJob(images: ["folder: pictures", "folder: scans"])
        #expect(try await night(job).output.isEmpty)
        Files.removeTree(scratch.file("scans"))
        let mail = try await night(job)
        #expect(mail.status == 1 && mail.output.contains("1 source not readable"), "\(mail)")
        #expect(mail.output.contains("  missing 12 of 25 pictures are gone\n"), "\(mail)")
        #expect(mail.output.count { $0 == "\n" } < 12, "\(mail)")
        let path = scratch.file("scans")
        for _ in 0..<3 {
            let later = try await night(job)
            #expect(later.status == 0 && later.output.isEmpty, "\(later)")
            #expect(try problems() == 1)
            #expect(
                try scratch.book.rows("SELECT path, kind, image_id FROM failures") == [["\(path)", "missing", "NULL"]])
        }
        // It is as new when it was there meanwhile.
        try scratch.writePictures(12, in: "scans", seed: 7)
        #expect(try await night(job).output.isEmpty)
        #expect(try problems() == 0)
        Files.removeTree(scratch.file("scans"))
        #expect(try await night(job).status == 1)
    }

    @Test func `is a line for each kind of name where a list names thousands, and later nights add nothing`()
        async throws
    {
        try scratch.write("list.txt", (0..<3000).map { "gone/\($0).jpg\n" }.joined())
        let job = try scratch.writeJob(images: ["folder: pictures", "list: list.txt"])
        let plan = try await scratch.cairn("plan", job, exits: 1)
        #expect(plan.error.contains("  3,000 missing ENOENT, such as: there is no file "), "\(plan)")
        #expect(plan.error.count { $0 == "\n" } < 6, "\(plan)")
        let mail = try await night(job)
        #expect(mail.status == 1 && mail.output.contains("failed  3,000 missing ENOENT"), "\(mail)")
        #expect(mail.output.count { $0 == "\n" } < 12, "\(mail)")
        #expect(try problems() == 3000)
        #expect(try scratch.book.number("SELECT count(*) FROM failures") == 3000)
        for _ in 0..<2 {
            #expect(try await night(job).output.isEmpty)
            #expect(try problems() == 3000)
        }
        let run = try await scratch.cairn("run", job, exits: 0)
        #expect(run.error.contains("  3,000 missing ENOENT, such as: there is no file "), "\(run)")
        #expect(run.error.contains("select path, message from failures where job = 'job'"), "\(run)")
        #expect(run.error.count { $0 == "\n" } < 8, "\(run)")
        try scratch.write("list.txt", "gone/1.jpg\n")
        try await scratch.cairn("run", job, exits: 0)
        #expect(try problems() == 1)
    }
}
