import Platform
import TestSupport
import Testing

@Suite("With few file descriptors", .inTurn) struct DescriptorTests {
    let scratch: Scratch
    let job: String

    init() async throws {
        scratch = try Scratch()
        try scratch.writePictures(3, seed: 5)
        job = try scratch.writeJob()
        try await scratch.cairn("submit", job, exits: 0)
    }

    /// Runs a command that may have so many files open; nil where not even a shell can start it.
    private func cairn(_ words: String, files: Int) async throws -> Ending? {
        let ending = try await scratch.bash("ulimit -n \(files) && exec \"$cairn\" \(words)")
        // The loader finds no descriptor for the program's libraries, and says so itself.
        return ending.error.contains("error while loading shared libraries") ? nil : ending
    }

    @Test(arguments: [
        "status", "query 'SELECT 1'", "submit job.yaml", "run job.yaml", "work", "doctor", "check job.yaml",
    ])
    func `a command works, or says that they are too few, how many there are, and what allows more`(
        words: String
    ) async throws {
        var said = 0
        for files in Array(3...40) + [48, 56, 64, 68, 72, 76, 80, 96] {
            guard let ending = try await cairn(words, files: files), ending.status != 0 else { continue }
            said += 1
            #expect(ending.status == 3, "\(files): \(ending)")
            #expect(
                ending.error.contains("no more than \(files) files at a time; allow more with `ulimit -n 1024`"),
                "\(files): \(ending)")
        }
        #expect(said > 30)
        let enough = try #require(try await cairn(words, files: 256))
        #expect(enough.status == 0, "\(enough)")
    }

    @Test func `help is given all the same`() async throws {
        let ending = try #require(try await cairn("--help", files: 12))
        #expect(ending.status == 0 && ending.output.contains("Usage"), "\(ending)")
    }
}
