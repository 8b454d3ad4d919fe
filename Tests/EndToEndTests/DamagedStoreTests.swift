import Platform
import TestSupport
import Testing

/// A hundredth of what `make fuzz` does with stores; see Tests/Fuzz/stores.py.
@Suite("A damaged store", .inTurn) struct DamagedStoreTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    /// Damages stores and runs commands on them; what does not hold is said, with what repeats it.
    private func damage(_ words: String...) async throws {
        let script = packageRoot.appending("Tests/Fuzz/stores.py")
        let ending = try await workspace.start(
            [Place.python.description, script.description, "--cairn", Place.cairn.description] + words,
            environment: ["PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": workspace.path.description], limit: 300
        ).end()
        #expect(
            ending.status == 0 && !ending.isOverdue, "\(ending.output.suffix(8000))\(ending.error.suffix(2000))")
    }

    @Test func `a damaged cell crashes no command and makes none wait, and doctor names what it breaks`() async throws {
        try await damage("--which", "cells", "--count", "100", "--seed", "20261121")
    }

    @Test func `a reference to nothing ends work with a sentence, and doctor names the row`() async throws {
        try await damage("--which", "references")
    }
}
