import Glibc
import Platform
import TestSupport
import Testing

/// Nights with a model on this machine; those that cost are in `NightlyCostTests`.
@Suite("The command nightly", .inTurn) struct NightlyTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(4, seed: 11)
    }

    /// A night's one screen, which must be told on standard output alone.
    private func night(_ words: String..., exits status: Int32) async throws -> String {
        let ending = try await scratch.start([Place.cairn.description, "nightly"] + words).end()
        #expect(ending.status == status && ending.errorBytes.isEmpty, "\(ending)")
        return ending.output
    }

    @Test func `a night is silent when nobody needs to look, and speaks when it is asked to`() async throws {
        let job = try scratch.writeJob()
        #expect(try await night(job, exits: 0) == "")
        #expect(try scratch.book.number("SELECT count(*) FROM answer") == 4)
        #expect(try await night(job, exits: 0) == "")
        let told = try await night("--verbose", job, exits: 0)
        #expect(told.hasPrefix("cairn nightly job: nothing to do") && told.contains("\n  known   4\n"), "\(told)")
        #expect(try scratch.book.number("SELECT count(*) FROM run") == 1)
        #expect(try scratch.book.number("SELECT count(*) FROM worker WHERE ended_at IS NULL") == 0)
    }

    @Test func `a night tells of pictures that left the job where it is asked to`() async throws {
        let job = try scratch.writeJob()
        #expect(try await night(job, exits: 0) == "")
        try scratch.writeJob(more: ["exclude: [0.png, 1.png]"])
        let told = try await night("-v", job, exits: 0)
        #expect(told.contains("\n  removed 2 pictures left the job\n"), "\(told)")
        try scratch.writeJob(more: ["exclude: [0.png, 1.png, 2.png]"])
        #expect(try await night(job, exits: 0) == "")
        #expect(try scratch.book.number("SELECT images FROM jobs") == 1)
    }

    @Test func `a night tells a failure once, and mentions it from then on`() async throws {
        try scratch.write("pictures/junk.jpg", "a text")
        let job = try scratch.writeJob()
        let first = try await night(job, exits: 1)
        #expect(first.contains("1 failed") && first.contains("1 notAnImage (pictures/junk.jpg)"), "\(first)")
        #expect(try await night(job, exits: 0) == "")
        let told = try await night("-v", job, exits: 0)
        #expect(told.contains("earlier 1 failed in earlier nights; not counted again"), "\(told)")
    }

    @Test func `a night tells a source that is not there, and a file that may not be read, the first time`()
        async throws
    {
        try await scratch.run("ln", "-s", "nothing", "pictures/dangling.png")
        let job = try scratch.writeJob()
        let first = try await night(job, exits: 1)
        #expect(first.contains("1 missing ENOENT (") && first.contains("dangling.png"), "\(first)")
        #expect(try await night(job, exits: 0) == "")
        let source = try await night(try scratch.writeJob(images: ["folder: pictures", "folder: nowhere"]), exits: 1)
        #expect(source.contains("nowhere") && !source.contains("dangling"), "\(source)")
    }

    @Test func `a night names no command for a source that the next submission tries again`() async throws {
        let job = try scratch.writeJob(images: ["folder: pictures", "url: http://127.0.0.1:9/a.jpg", "folder: gone"])
        let told = try await night(job, exits: 1)
        #expect(told.contains("1 unreachable") && told.contains("it is tried\n          again later"), "\(told)")
        #expect(!told.contains("cairn retry"), "\(told)")
    }

    @Test func `a night takes pictures that are all gone at once for a disk that is not mounted`() async throws {
        try scratch.writePictures(9, in: "pictures/more", seed: 12)
        let job = try scratch.writeJob()
        #expect(try await night(job, exits: 0) == "")
        try Files.rename(scratch.file("pictures"), to: scratch.file("away"))
        try Files.makeFolder(scratch.file("pictures"))
        let before = try scratch.book.rows("SELECT * FROM job_image")
        let told = try await night(job, exits: 5)
        #expect(told.contains("all 13 known pictures are gone; is the disk mounted?"), "\(told)")
        #expect(told.contains("          cairn nightly job.yaml --accept-missing\n"), "\(told)")
        #expect(try scratch.book.rows("SELECT * FROM job_image") == before)
        #expect(
            try scratch.book.column("SELECT completed_at IS NULL FROM submission ORDER BY submission_id") == ["0", "1"])
        let accepted = try await night("--accept-missing", "-v", job, exits: 0)
        #expect(accepted.contains("missing 13 of 13 pictures are gone"), "\(accepted)")
        #expect(try scratch.book.number("SELECT count(*) FROM job_image WHERE missing_at IS NULL") == 0)
        try await scratch.run("rmdir", "pictures")
        try Files.rename(scratch.file("away"), to: scratch.file("pictures"))
        #expect(try await night(job, exits: 0) == "")
        #expect(try scratch.book.number("SELECT count(*) FROM job_image WHERE missing_at IS NULL") == 13)
    }

    @Test func `a night of several jobs does all of them though one fails, and exits as the worst`() async throws {
        try scratch.write("bad.yaml", "job: X\n")
        try scratch.write("other/junk.jpg", "a text")
        let other = try scratch.writeJob("other", images: ["folder: other"])
        let ending = try await scratch.cairn(
            "nightly", "bad.yaml", other, try scratch.writeJob(), "missing.yaml", exits: 2)
        #expect(ending.error.contains("bad.yaml") && ending.error.contains("missing.yaml"), "\(ending)")
        #expect(ending.output.hasPrefix("cairn nightly other: 1 failed"), "\(ending)")
        #expect(!ending.output.contains("nightly job"), "\(ending)")
        #expect(try scratch.book.number("SELECT count(*) FROM answer") == 4)
        try await scratch.cairn("nightly", other, "job.yaml", exits: 0)
    }

    @Test func `a night ends when its time is over, and the next one does the rest`() async throws {
        let job = try scratch.writeJob()
        let told = try await night("--for", "1ms", job, exits: 5)
        #expect(told.contains("stopped, the time is over ") && told.contains("late "), "\(told)")
        let rest = try await night("--verbose", job, exits: 0)
        #expect(rest.contains("4 done"), "\(rest)")
    }

    @Test func `a night whose model is gone says so, and the night after it does the rest`() async throws {
        let model = scratch.file("model.tflite")
        try scratch.copy(Fixtures.models.appending("float32.tflite"), to: "model.tflite")
        let job = try scratch.writeJob(model: model)
        #expect(try await night(job, exits: 0) == "")
        try scratch.writePictures(1, in: "pictures/new", seed: 13)
        try Files.remove(model)
        let told = try await night(job, exits: 4)
        #expect(told.contains("stopped: backend.model: cannot open") && told.contains("model.tflite"), "\(told)")
        try scratch.copy(Fixtures.models.appending("float32.tflite"), to: "model.tflite")
        #expect(try await night(job, exits: 0) == "")
        #expect(try scratch.book.number("SELECT count(*) FROM answer") == 5)
    }

    @Test func `a night of a job that is paused says so`() async throws {
        let job = try scratch.writeJob()
        try await scratch.cairn("submit", job, exits: 0)
        try await scratch.cairn("pause", "job", exits: 0)
        let paused = try await night(job, exits: 5)
        #expect(paused.contains("          cairn resume 1\n"), "\(paused)")
        #expect(paused.contains("stopped, it is paused, 4 queued"), "\(paused)")
        try await scratch.cairn("resume", "job", exits: 0)
        #expect(try await night(job, exits: 0) == "")
    }

    @Test func `a night writes metrics without a label that grows, with its last success`() async throws {
        let job = try scratch.writeJob()
        #expect(try await night("--prometheus", "night.prom", job, exits: 0) == "")
        let good = try Files.text(scratch.file("night.prom"))
        #expect(good.contains("cairn_last_success_timestamp_seconds{job=\"job\"} 1"), "\(good)")
        #expect(!good.contains("run="), "\(good)")
        let line = good.split(separator: "\n").first { $0.hasPrefix("cairn_last_success") }
        try scratch.write("pictures/junk.jpg", "a text")
        _ = try await night("--prometheus", "night.prom", job, exits: 1)
        let bad = try Files.text(scratch.file("night.prom"))
        #expect(bad.split(separator: "\n").contains { $0 == line }, "\(bad)")
        let status = try await scratch.cairn("status", "--prometheus", "-", exits: 0)
        #expect(line.map { status.output.contains($0) } == true && !status.output.contains("run="), "\(status)")
    }

    @Test func `a night logs an event for each image and decision, and works on where it cannot`() async throws {
        try scratch.write("pictures/junk.jpg", "a text")
        _ = try await night("--log", "events.ndjson", try scratch.writeJob(), exits: 1)
        let events = try JSONText.lines(of: scratch.file("events.ndjson"))
        let names = events.map { $0["event"] }
        let counts = ["decision": 5, "claimed": 5, "answered": 4, "failed": 1, "finished": 1, "night": 1]
        for (name, count) in counts {
            #expect(names.count { $0 == .text(name) } == count, "\(name): \(events)")
        }
        #expect(events.last?["event"] == .text("night") && events.last?["exit"] == .number(1), "\(events)")
        // A log that cannot be written stops nothing.
        try scratch.writePictures(1, in: "pictures/new", seed: 13)
        let ending = try await scratch.cairn("run", "job.yaml", "--log", "no/such/folder/log", exits: 0)
        #expect(ending.error.contains("--log: cannot"), "\(ending)")
        #expect(try scratch.book.number("SELECT count(*) FROM answer") == 5)
    }

    @Test func `a night run says that nothing is new, and fails only for what failed now`() async throws {
        try scratch.write("pictures/junk.jpg", "a text")
        let job = try scratch.writeJob()
        try await scratch.cairn("run", job, exits: 1)
        let again = try await scratch.cairn("run", job, exits: 0)
        #expect(
            again.error.contains(
                "nothing to do: 5 files, 4 answered, 1 failed before (pictures/junk.jpg: the file holds text"),
            "\(again)")
        #expect(again.error.contains("No cost.") && !again.error.contains("run 1 of job"), "\(again)")
        try scratch.writePictures(1, in: "pictures/new", seed: 13)
        let new = try await scratch.cairn("run", job, exits: 0)
        #expect(new.error.contains("1 of 1 image done"), "\(new)")
    }
}
