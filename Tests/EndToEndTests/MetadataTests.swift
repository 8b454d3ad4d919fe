import Platform
import TestSupport
import Testing

/// Some of what `make metadata` tries at length; see Tests/Metadata/README.md.
@Suite("Edits of metadata", .inTurn) struct MetadataTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    /// A dozen files and four edits: of metadata alone, of the turn, of ICC profiles, and one that codes again.
    @Test func `ask again for the pictures that changed, and for no others`() async throws {
        let output = try await run("--few")
        #expect(output.contains("jpegtran -copy none"), "\(output)")
    }

    /// Retagged, renamed and overwritten files of one folder, as pictures and with `metadata: keep`.
    @Test func `cost what they change in a folder that people work in`() async throws {
        let output = try await run("--shows")
        #expect(output.contains("metadata: keep, behind it"), "\(output)")
    }

    /// Returns what is printed; an exit code other than 0 is an issue.
    private func run(_ option: String) async throws -> String {
        let ending = try await workspace.start(
            [
                packageRoot.appending("Tests/Metadata/run").description, "--program", Place.cairn.description,
                option,
            ],
            environment: ["TMPDIR": workspace.path.description], limit: 120
        ).end()
        let end = ending.isOverdue ? "killed after \(ending.milliseconds) ms" : "exit \(ending.status ?? -1)"
        #expect(ending.status == 0, "\(end): \(ending.output.suffix(8000))\(ending.error.suffix(2000))")
        #expect(ending.output.contains("rules broken: 0,"), "\(ending.output)")
        return ending.output
    }
}
