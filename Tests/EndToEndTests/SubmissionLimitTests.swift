import Glibc
import Platform
import TestSupport
import Testing

/// Submissions whose sources or models do not end in time.
@Suite("The limits of a submission", .inTurn) struct SubmissionLimitTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(2, seed: 5)
    }

    /// Runs `cairn` to its end; it is killed where it does not come by itself.
    private func cairn(_ words: String...) async throws -> Ending {
        try await scratch.start([Place.cairn.description] + words, limit: 40).end()
    }

    @Test(arguments: ["nightly", "run"])
    func `a list that does not end is named when --for is over, and what was seen stays queued`(command: String)
        async throws
    {
        try await scratch.run("mkfifo", "endless.fifo")
        let job = try scratch.writeJob(images: ["folder: pictures", "list: endless.fifo"])
        let ending = try await cairn(command, job, "--for", "3s")
        #expect(ending.status == 5, "\(ending)")
        let told = (ending.output + ending.error).split { $0.isWhitespace }.joined(separator: " ")
        #expect(told.contains("was reached before all sources were seen; it was reading") == true, "\(ending)")
        #expect(told.contains("endless.fifo"), "\(ending)")
        #expect(try scratch.book.column("SELECT state FROM task") == ["queued", "queued"])
        // The night is over: the next one is not refused as a second one beside it.
        #expect(try await cairn(command, job, "--for", "1s").status == 5)
        try scratch.writeJob()
        #expect(try await cairn(command, job, "--for", "1h").status == 0)
        #expect(try scratch.book.number("SELECT count(*) FROM answer") == 2)
    }

    @Test func `standard input that does not end is named when --for is over`() async throws {
        try scratch.writeJob(images: ["list: \"-\""])
        let ending = try await scratch.bash("yes nosuch.jpg | timeout 40 \"$cairn\" run job.yaml --for 2s")
        #expect(ending.status == 5 && ending.error.contains("it was reading standard input"), "\(ending)")
    }

    @Test(arguments: [("--for", Int32(5)), ("SIGINT", 130)])
    func `a picture that hangs in a read does not hold the process`(end: String, status: Int32) async throws {
        let server = try LoopbackServer { _ in
            var response = LoopbackServer.Response(200, String(repeating: "a", count: 5000))
            response.stallsAfter = 2000
            return response
        }
        let job = try scratch.writeJob(images: ["folder: pictures", "url: \(server.url)/a.png?k=1"])
        let words = [Place.cairn.description, "run", job] + (end == "--for" ? ["--for", "2s"] : [])
        let running = try scratch.start(words, limit: 40)
        if end == "SIGINT" {
            try await running.waits(then: SIGINT) { !server.requests.isEmpty }
        }
        let ending = await running.end()
        #expect(ending.status == status, "\(ending)")
        if end == "--for" { #expect(ending.error.contains("it was reading \(server.url)/a.png"), "\(ending)") }
        #expect(try scratch.book.column("SELECT state FROM task") == ["queued", "queued"])
    }

    @Test(arguments: ["nightly", "run"])
    func `a model that comes slowly is given up when --for is over, and the next one continues it`(command: String)
        async throws
    {
        let place = try HostedPlace()
        let job = try place.writeJob()
        place.site.fault(.slow(200))
        let ending = try await place.scratch.start(
            [Place.cairn.description, command, job, "--for", "2s"], limit: 30
        ).end()
        #expect(ending.status == 5, "\(ending)")
        let told = (ending.output + ending.error).split { $0.isWhitespace }.joined(separator: " ")
        #expect(told.contains("the time limit (--for or --until) was reached"), "\(ending)")
        #expect(!ending.error.contains("waits for its model"), "\(ending)")
        place.site.mend()
        try await place.cairn(command, job, exits: 0)
        #expect(try place.answeringModels() == 1)
    }

    @Test func `a model that another process fetches is not waited for when --for is over`() async throws {
        let place = try HostedPlace()
        let (job, other) = (try place.writeJob(), try place.writeJob("other"))
        place.site.fault(.slow(200))
        let first = try place.scratch.startCairn("run", job, "--store", "first.db")
        try await first.waits(then: SIGSTOP) { place.site.downloads == 1 }
        let second = try await place.scratch.start(
            [Place.cairn.description, "nightly", other, "--for", "2s"], limit: 30
        ).end()
        #expect(second.status == 5, "\(second)")
        first.send(SIGKILL)
        _ = await first.end()
        // The lock ended with its process.
        place.site.mend()
        try await place.cairn("nightly", other, exits: 0)
    }
}
