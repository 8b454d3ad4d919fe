import Glibc
import Platform
import TestSupport
import Testing

@Suite("A program with a preloaded library", .inTurn) struct PreloadTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(arguments: [["status"], ["query", "", "--format", "gr\u{FC}n"], ["check", "a b.yaml", ""]])
    func `has its arguments also where the library moved the environment`(words: [String]) async throws {
        let library = try await scratch.preload("environment")
        let moved = ["LD_PRELOAD": library.description]
        let shown = try await scratch.start(["env"], environment: moved).end()
        let usual = try await scratch.start([Place.cairn.description] + words).end()
        let ending = try await scratch.start([Place.cairn.description] + words, environment: moved).end()
        #expect(ending.status == usual.status && ending.error == usual.error, "\(ending), \(shown)")
        #expect(!ending.error.contains("name a command"), "\(ending)")
    }

    @Test(arguments: [SIGINT, SIGTERM]) func `loses no signal that comes with its first words`(signal: Int32)
        async throws
    {
        let library = try await scratch.preload("signals")
        try scratch.writePictures(1, seed: 62)
        try await scratch.cairn("submit", try scratch.writeJob(), exits: 0)
        let watch = try scratch.startCairn(
            "status", "--watch", "--interval", "100ms", environment: ["LD_PRELOAD": library.description])
        try await watch.waits(then: signal) { try !Files.text(watch.outputLog).isEmpty }
        let ending = await watch.end()
        #expect(ending.status == 130 && ending.error == "interrupted\n", "\(ending)")
    }

    @Test func `has the variables that the library set`() async throws {
        let library = try await scratch.preload("environment")
        try scratch.writePictures(1, seed: 61)
        let job = try scratch.writeJob()
        let run = try await scratch.cairn("run", job, exits: 0, environment: ["LD_PRELOAD": library.description])
        #expect(run.error.contains("finished"), "\(run)")
        #expect(try scratch.answers() == 1)
    }
}
