import StoreProbe
import TestSupport
import Testing

/// Stores that fuzzing found: a figure that no ledger has, which also ends the report on what was spent.
@Suite(.inTurn) struct `The doctor of a damaged store` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `names what takes room, and in one line the parts that no job uses`() async throws {
        try scratch.writePictures(2, seed: 5)
        try await scratch.cairn("run", try scratch.writeJob(), exits: 0)
        let doctor = try await scratch.cairn("doctor", exits: 0)
        #expect(doctor.output.contains("tesseract: no job of the store uses it\n"), "\(doctor)")
        #expect(doctor.output.contains("LiteRT") && doctor.output.contains("at least 2.2: "), "\(doctor)")
        let size = try #require(doctor.lines.first { $0.contains("store size") })
        #expect(size.contains(" kB: ") && size.contains("2 attempts of the last 7 days brought about "), "\(size)")
    }

    @Test func `names the row of a figure below 0`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<3)
        try site.writeJob()
        try await site.cairn("run", "job.yaml", exits: 0)
        let store = site.scratch.file("cairn.db")
        try await site.cairn("query", "SELECT 1", exits: 0)
        let whole = try Files.read(store)
        for (column, value) in [
            ("micro_usd", "-9007199254740992"), ("settled", "-2147483648"), ("uncertain", "-9007199254740992"),
            ("reserved", "-9223372036854775808"),
        ] {
            for extra in ["-wal", "-shm"] { Files.removeTree(site.scratch.file("cairn.db\(extra)")) }
            try site.scratch.write("cairn.db", whole)
            try StoreProbe(store).script(
                "PRAGMA ignore_check_constraints = ON; UPDATE ledger_total SET \(column) = \(value)")
            let doctor = try await site.cairn("doctor", exits: 3)
            let rows = doctor.lines.filter {
                $0.hasPrefix("broken") && $0.contains("row (1, 1, '2") && $0.contains("of ledger_total: ")
            }
            #expect(rows.count == 1 && rows.allSatisfy { $0.contains(column) }, "\(column): \(doctor)")
        }
    }
}
