import Platform
import TestSupport
import Testing

/// One in a hundred of what `make fuzz` does; see Tests/Fuzz/README.md.
@Suite("The fuzz program", .inTurn) struct FuzzTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    @Test(arguments: [
        "responses", "tensors", "sending", "manifests", "exports", "encodings", "scaled", "photographs", "copies",
    ])
    func `mutated inputs are read or refused, and nothing is wrong with either`(kind: String) async throws {
        let ending = try await workspace.start(
            [
                Place.python.description, packageRoot.appending("Tests/Fuzz/run").description, "--program",
                Place.fuzz.description, "--scale", "0.01", "--seed", "1", kind,
            ], environment: [:], limit: 300
        ).end()
        let end = ending.isOverdue ? "killed after \(ending.milliseconds) ms" : "exit \(ending.status ?? -1)"
        #expect(ending.status == 0, "\(end): \(ending.output.suffix(8000))\(ending.error.suffix(2000))")
        #expect(ending.output.contains(" 0 breaches"), "\(ending.output)")
    }
}
