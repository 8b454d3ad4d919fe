import Platform
import TestSupport
import Testing

@Suite("The files for nights in Jobs", .inTurn) struct NightlyJobTests {
    @Test func `are understood by the programs that read them`() async throws {
        let scratch = try Scratch()
        try await scratch.run(Place.python.description, packageRoot.appending("Tests/Nights/jobs.py").description)
    }
}
