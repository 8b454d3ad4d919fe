import Platform
import TestSupport
import Testing

/// Some of the nights that `make torture` simulates at length; see Tests/Nights/README.md.
@Suite("Simulated nights", .inTurn) struct NightsTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    /// The same nights each time; what fails names the seed of the store to be told again.
    @Test func `cost what their receipts say, by the vendor's own meter`() async throws {
        let ending = try await workspace.start(
            [
                Place.python.description, packageRoot.appending("Tests/Nights/nights.py").description, "--program",
                Place.cairn.description, "--nights", "50", "--seed", "1",
            ],
            environment: ["TMPDIR": workspace.path.description, "PYTHONDONTWRITEBYTECODE": "1"], limit: 300
        ).end()
        #expect(ending.status == 0, "\(ending.output.suffix(8000))\(ending.error.suffix(2000))")
        #expect(ending.output.contains("held: 50 nights"), "\(ending.output)")
    }

    @Test func `of a cascade have the members, units and exits of a model of it`() async throws {
        let ending = try await workspace.start(
            [
                Place.python.description, packageRoot.appending("Tests/Nights/cascades.py").description, "--program",
                Place.cairn.description, "--nights", "30", "--seed", "1",
            ],
            environment: ["TMPDIR": workspace.path.description, "PYTHONDONTWRITEBYTECODE": "1"], limit: 300
        ).end()
        #expect(ending.status == 0, "\(ending.output.suffix(8000))\(ending.error.suffix(2000))")
        #expect(ending.output.contains("held: 30 nights"), "\(ending.output)")
    }
}
