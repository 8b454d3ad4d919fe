import Platform
import TestSupport
import Testing

/// Some of what `make stories` tells at length; see Tests/Stories/README.md.
@Suite("Stories of jobs", .inTurn) struct StoryTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    /// The same stories each time; what fails names the seed of the one to be told again.
    @Test func `show in every view what the model expects, row for row`() async throws {
        let ending = try await workspace.start(
            [
                packageRoot.appending("Tests/Stories/run").description, "--program", Place.cairn.description,
                "--stories", "10", "--seed", "1",
            ],
            environment: ["TMPDIR": workspace.path.description], limit: 120
        ).end()
        let end = ending.isOverdue ? "killed after \(ending.milliseconds) ms" : "exit \(ending.status ?? -1)"
        #expect(ending.status == 0, "\(end): \(ending.output.suffix(8000))\(ending.error.suffix(2000))")
        #expect(ending.output.contains("10 stories, 0 failed"), "\(ending.output)")
    }
}
