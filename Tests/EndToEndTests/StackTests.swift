import TestSupport
import Testing

@Suite("With a small stack", .inTurn) struct StackTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(2, seed: 5)
        try scratch.writeJob()
    }

    @Test(arguments: ["run job.yaml", "submit job.yaml", "status", "doctor"])
    func `a command says that it is too small, how large it is, and what allows more`(words: String) async throws {
        for size in [64, 128, 255] {
            let ending = try await scratch.bash("ulimit -s \(size) && exec \"$cairn\" \(words)")
            #expect(ending.status == 3, "\(ending)")
            #expect(
                ending.error.contains(
                    "the stack may have \(size) KiB, and 256 are needed; allow more with `ulimit -s 8192`"),
                "\(ending)")
        }
        #expect(Files.mode(scratch.file("cairn.db")) == nil)
    }

    @Test func `256 KiB are enough for a job`() async throws {
        let ending = try await scratch.bash("ulimit -s 256 && exec \"$cairn\" run job.yaml")
        #expect(ending.status == 0, "\(ending)")
    }

    @Test func `help is given all the same`() async throws {
        let ending = try await scratch.bash("ulimit -s 128 && exec \"$cairn\" --help")
        #expect(ending.status == 0 && ending.output.contains("Usage"), "\(ending)")
    }
}
