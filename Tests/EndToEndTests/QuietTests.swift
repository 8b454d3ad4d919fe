import Glibc
import Platform
import TestSupport
import Testing

@Suite("With --quiet", .inTurn) struct QuietTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(2, seed: 77)
    }

    /// Expects an exit code, and a line of these words on standard error.
    @discardableResult
    private func expect(
        _ status: Int32, _ words: String, _ command: String..., location: SourceLocation = #_sourceLocation
    ) async throws -> Ending {
        let ending = try await scratch.start([Place.cairn.description] + command + ["--quiet"]).end()
        #expect(ending.status == status, "\(ending)", sourceLocation: location)
        #expect(ending.error.contains(words) && ending.error.hasSuffix("\n"), "\(ending)", sourceLocation: location)
        return ending
    }

    @Test func `what is done is done without a word`() async throws {
        let ending = try await scratch.cairn("run", try scratch.writeJob(), "--quiet", exits: 0)
        #expect(ending.errorBytes.isEmpty && ending.outputBytes.isEmpty, "\(ending)")
    }

    @Test func `failures are told with a name and a reason, by kind and code`() async throws {
        try scratch.write("pictures/note.png", "no picture")
        let job = try scratch.writeJob(images: ["folder: pictures", "folder: nowhere"])
        let submit = try await expect(1, "1 source not readable", "submit", job)
        #expect(submit.error.contains("there is no folder"), "\(submit)")
        let run = try await expect(1, "run 1 of job: 2 of 3 images done, 1 failed\n", "run", job)
        #expect(run.error.contains("1 notAnImage: pictures/note.png: the file holds text"), "\(run)")
        #expect(run.error.contains("nowhere"), "\(run)")
        // What failed before is mentioned, and fails nothing.
        let again = try await expect(0, "nowhere", "run", job)
        #expect(again.error.contains("nowhere"), "\(again)")
    }

    @Test func `every exit code above 0 has its line`() async throws {
        let job = try scratch.writeJob()
        try await expect(2, "frobnicate", "run", "frobnicate")
        try await expect(2, "missing argument RUN", "retry")
        try scratch.write("bad.yaml", "job: X\n")
        try await expect(2, "1 manifest cannot be used", "check", "bad.yaml", "--json")
        try await expect(3, "there is no such file", "work")
        try await scratch.cairn("submit", job, exits: 0)
        try await expect(5, "the time limit (--for or --until) was reached; 2 images left", "work", "--for", "1ms")
        try await scratch.cairn("pause", "job", exits: 0)
        try await expect(5, "run 1 is paused; 2 images left", "work", "--run", "job")
        try await scratch.cairn("resume", "job", exits: 0)
        let model = scratch.file("model.tflite")
        try scratch.copy(Fixtures.models.appending("float32.tflite"), to: "model.tflite")
        try await scratch.cairn("submit", try scratch.writeJob("other", model: model), exits: 0)
        try Files.remove(model)
        try await expect(4, "model.tflite", "work", "--run", "other")
        try await expect(7, "the query took longer than", "query", "--timeout", "50ms", endless)
        let full = try await scratch.bash("\"$cairn\" query --quiet 'select 1' > /dev/full")
        #expect(full.status == 7 && full.error.contains("cannot write the answer"), "\(full)")
    }

    @Test func `an interruption has its line`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<21)
        try await site.cairn("submit", try site.writeJob(), exits: 0)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 1}"#)
        let working = try site.start("work", "--quiet")
        try await offPool { try peer.wait(held: 1) }
        working.send(SIGINT)
        try await working.waits { try Files.text(working.errorLog).contains("Ctrl-C again stops now") }
        try peer.release()
        let ending = await working.end()
        #expect(
            ending.status == 130 && ending.error.hasSuffix("interrupted; continue with `cairn work`\n"), "\(ending)")
        let watch = try site.start("status", "--watch", "--quiet", "--interval", "100ms")
        try await watch.waits(then: SIGTERM) { try !Files.text(watch.outputLog).isEmpty }
        let watched = await watch.end()
        #expect(watched.status == 130 && watched.error == "interrupted\n", "\(watched)")
    }
}

private let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
