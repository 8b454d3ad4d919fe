import Platform
import TestSupport
import Testing

/// Pictures that are gone at once, or that no manifest names any more.
@Suite(.inTurn) struct `A disk that is not mounted` {
    let scratch: Scratch
    let job: String

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(13, seed: 11)
        job = try scratch.writeJob()
    }

    private func present() throws -> Int {
        try scratch.book.number(
            "SELECT count(*) FROM job_image WHERE until_submission IS NULL AND missing_at IS NULL")
    }

    @Test(arguments: ["run", "submit", "plan"]) func `is no reason to mark pictures as missing`(
        command: String
    ) async throws {
        try await scratch.cairn("run", job, exits: 0)
        try await scratch.cairn("plan", job, "--out", "before.json", exits: 0)
        try Files.rename(scratch.file("pictures"), to: scratch.file("away"))
        try Files.makeFolder(scratch.file("pictures"))
        let lost = try await scratch.cairn(command, job, exits: 5)
        #expect(lost.error.contains("all 13 known pictures are gone; is the disk mounted?"), "\(lost)")
        #expect(lost.error.hasSuffix("  cairn \(command) job.yaml --accept-missing\n"), "\(lost)")
        #expect(!lost.output.contains("to do it"), "\(lost)")
        #expect(try present() == 13)
        #expect(
            try scratch.book.column("SELECT completed_at IS NULL FROM submission ORDER BY submission_id")
                == (command == "plan" ? ["0"] : ["0", "1"]))
        let accepted = try await scratch.cairn(command, job, "--accept-missing", exits: 0)
        #expect(
            (accepted.error + accepted.output).contains(command == "plan" ? "13 pictures would be" : "13 missing"),
            "\(accepted)")
        #expect(try present() == (command == "plan" ? 13 : 0))
    }

    @Test func `keeps a plan from being pinned and from being applied`() async throws {
        try await scratch.cairn("run", job, exits: 0)
        try await scratch.cairn("plan", job, "--out", "before.json", exits: 0)
        try Files.rename(scratch.file("pictures"), to: scratch.file("away"))
        try Files.makeFolder(scratch.file("pictures"))
        try await scratch.cairn("plan", job, "--out", "p.json", exits: 5)
        #expect(Files.mode(scratch.file("p.json")) == nil)
        let applied = try await scratch.cairn("apply", "before.json", exits: 5)
        #expect(applied.error.contains("  cairn apply before.json --accept-missing\n"), "\(applied)")
        #expect(try present() == 13)
    }

    @Test func `with some of the pictures is worth a mail`() async throws {
        try scratch.writePictures(2, in: "scans", seed: 12)
        let job = try scratch.writeJob(images: ["folder: pictures", "folder: scans"])
        try await scratch.cairn("nightly", job, exits: 0)
        try Files.rename(scratch.file("scans"), to: scratch.file("away"))
        try Files.makeFolder(scratch.file("scans"))
        let told = try await scratch.cairn("nightly", job, exits: 0)
        #expect(told.output.contains("missing 2 pictures") && told.output.contains("scans"), "\(told)")
        #expect(try await scratch.cairn("nightly", job, exits: 0).output.isEmpty)
    }

    @Test func `is told from a manifest that no longer names most pictures, which is worth a mail, too`() async throws {
        try scratch.writePictures(2, in: "scans", seed: 12)
        try await scratch.cairn(
            "nightly", try scratch.writeJob(images: ["folder: pictures", "folder: scans"]), exits: 0)
        let job = try scratch.writeJob(images: ["folder: scans"])
        let told = try await scratch.cairn("nightly", job, "--accept-removed", exits: 0)
        #expect(
            told.output.contains(
                "  removed 13 of 15 known pictures left the job: job.yaml does not give\n          them any more\n"),
            "\(told)")
        #expect(try await scratch.cairn("nightly", "job.yaml", exits: 0).output.isEmpty)
    }

    @Test(arguments: ["run", "submit", "nightly"]) func `is not feigned by two manifests of one job`(
        command: String
    ) async throws {
        let text = try Files.text(scratch.file("job.yaml"))
        try scratch.write("other.yaml", text.replacing("folder: pictures", with: "folder: scans"))
        let ending = try await scratch.cairn(command, "job.yaml", "other.yaml", exits: 2)
        #expect(
            ending.error == """
                cairn: job.yaml and other.yaml both define job \"job\"; each would remove the other's pictures. \
                Change `job:` in one of them; nothing was done

                """, "\(ending)")
        #expect(Files.mode(scratch.file("cairn.db")) == nil)
    }

    @Test func `is told by a check of two manifests of one job`() async throws {
        try scratch.write("other.yaml", try Files.text(scratch.file("job.yaml")))
        let ending = try await scratch.cairn("check", "job.yaml", "other.yaml", exits: 0)
        let words = "warning: job: job.yaml defines job job, too; each would remove the other's pictures\n"
        #expect(ending.error.contains("other.yaml:1:6: \(words)"), "\(ending)")
    }
}
