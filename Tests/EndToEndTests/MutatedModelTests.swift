import Platform
import TestSupport
import Testing

/// A hundredth of what `make fuzz` does with models; see Tests/Fuzz/models.py.
@Suite("Commands on mutated models", .inTurn) struct MutatedModelTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `end by themselves, with a sentence where a model is not used`() async throws {
        let script = packageRoot.appending("Tests/Fuzz/models.py")
        let ending = try await scratch.start(
            [
                Place.python.description, script.description, "--cairn", Place.cairn.description, "--count", "100",
                "--seed", "20261122",
            ], environment: ["PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": scratch.path.description], limit: 600
        ).end()
        #expect(
            ending.status == 0 && !ending.isOverdue, "\(ending.output.suffix(8000))\(ending.error.suffix(2000))")
        #expect(ending.output.contains(" 0 breaches"), "\(ending.output)")
    }
}
