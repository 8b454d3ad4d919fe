import Platform
import TestSupport
import Testing

/// What sources leave out, and what they do not give: said once, to a person.
@Suite("News of sources", .inTurn) struct SourceNewsTests {
    let scratch: Scratch
    let job: String

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(3, seed: 17)
        job = try scratch.writeJob()
    }

    private func night(_ words: String..., exits status: Int32 = 0) async throws -> String {
        try await scratch.start([Place.cairn.description, "nightly", job, "--new-store"] + words).end().output
    }

    private func writeOthers() throws {
        for name in ["a.PSD", "b.psd", "x/c.mp4", "n.txt", ".DS_Store"] { try scratch.write("pictures/\(name)", "x") }
    }

    @Test(arguments: ["plan", "run", "submit"]) func `files of other kinds are counted by kind`(command: String)
        async throws
    {
        try writeOthers()
        let told = try await scratch.cairn(command, job, exits: 0)
        #expect((told.output + told.error).contains("4 files of other kinds: 2 psd, 1 mp4, 1 txt"), "\(told)")
    }

    @Test func `files of other kinds are in the mail of the first night alone, and in all JSON`() async throws {
        try writeOthers()
        let mail = try await night()
        #expect(mail.contains("  skipped 4 files of other kinds: 2 psd, 1 mp4, 1 txt\n"), "\(mail)")
        #expect(try await night().isEmpty)
        let verbose = try await night("--verbose")
        #expect(verbose.contains("  skipped 4 files of other kinds"), "\(verbose)")
        let fields = #""other_files":4,"other_kinds":[{"ending":"psd","files":2},{"ending":"mp4","files":1},"#
        #expect(try await night("--json").contains(fields))
        #expect(try await scratch.cairn("plan", job, "--json", exits: 0).output.contains(fields))
        let row = try await scratch.cairn("submit", job, "--json", exits: 0).output
        #expect(row.contains(#""other_files":4,"other_kinds":"2 psd, 1 mp4, 1 txt","apple_double":0"#), "\(row)")
    }

    @Test func `a first night with nothing but pictures is silent`() async throws {
        #expect(try await night().isEmpty)
    }

    @Test func `a Mac's files beside pictures are left out, and the first mail says how many`() async throws {
        for name in 0..<3 { try scratch.write("pictures/._\(name).png", [0, 5, 0x16, 7, 0, 2, 0, 0]) }
        let mail = try await night()
        #expect(mail.contains("  skipped 3 ._ files of a Mac\n"), "\(mail)")
        #expect(try scratch.book.number("SELECT count(*) FROM failures") == 0)
        #expect(try scratch.book.number("SELECT count(*) FROM image_paths") == 3)
        #expect(try await night().isEmpty)
        // A list is the user's word.
        try scratch.write("list.txt", "pictures/._1.png\n")
        let listed = try await scratch.cairn(
            "run", try scratch.writeJob("listed", images: ["list: list.txt"]), exits: 1)
        #expect(listed.error.contains("notAnImage"), "\(listed)")
    }

    @Test func `a source that never gave a file is in the mail of its first night`() async throws {
        try scratch.write("NAS/a.CR2", "x")
        try scratch.writeJob(images: ["folder: pictures", "folder: NAS"])
        let mail = try await night()
        let line = mail.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(line.contains("/NAS: 1 file, none that Cairn reads (1 cr2)"), "\(mail)")
        #expect(try await night().isEmpty)
        // Another one is new, and this one is known.
        try scratch.writeJob(images: ["folder: pictures", "folder: NAS", "glob: scans/*.jpg"])
        try Files.makeFolder(scratch.file("scans"))
        let second = try await night()
        #expect(second.contains("scans/*.jpg"), "\(second)")
        #expect(try await night().isEmpty)
        try scratch.writeJob(images: ["folder: pictures", "folder: NAS", "glob: scans/*.jpg"], more: ["# edited"])
        #expect(try await night().isEmpty)
    }

    @Test func `a source that was moved away from is not worth a mail`() async throws {
        try scratch.writeJob(images: ["folder: pictures", "folder: archive"])
        try scratch.writePictures(1, in: "archive", seed: 5)
        #expect(try await night().isEmpty)
        for name in 0..<3 {
            try Files.rename(scratch.file("pictures/\(name).png"), to: scratch.file("archive/p\(name).png"))
        }
        #expect(try await night().isEmpty)
    }

    @Test func `many pictures that are gone at once are a line, and fewer are not`() async throws {
        try scratch.writePictures(60, seed: 8)
        #expect(try await night().isEmpty)
        for name in 0..<10 { try Files.remove(scratch.file("pictures/\(name).png")) }
        #expect(try await night().isEmpty)
        for name in 10..<28 { try Files.remove(scratch.file("pictures/\(name).png")) }
        let mail = try await night()
        #expect(mail.contains("  missing 18 of 50 pictures are gone\n"), "\(mail)")
        #expect(mail.contains("exit 0\n"), "\(mail)")
        #expect(try await night().isEmpty)
        #expect(try await night("--json").contains(#""reason":null"#))
    }

    @Test func `a pattern that leaves nothing out is said by plan and run, and not in a quiet night`() async throws {
        try scratch.writeJob(more: ["exclude: [\"2024/**\", \"1.*\", scans]"])
        for command in ["plan", "run", "submit"] {
            let told = try await scratch.cairn(command, job, exits: 0)
            #expect((told.output + told.error).contains("2024/**, scans leave nothing out"), "\(told)")
            #expect((told.output + told.error).contains("2 files found"), "\(told)")
        }
        let plan = try await scratch.cairn("plan", job, "--json", exits: 0)
        #expect(plan.output.contains(#""idle_exclusions":["2024/**","scans"]"#), "\(plan)")
        #expect(try await night().isEmpty)
        #expect(try await night("--verbose").contains("  exclude 2024/**, scans leave nothing out\n"))
    }
}
