import Platform
import TestSupport
import Testing

/// Whether a machine's clock can be right: moments are written as dates of four digits, and what is due at 0 is due in
/// 1970.
@Suite("A clock out of range", .inTurn) struct ClockRangeTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(2, seed: 5)
        try scratch.writeJob()
    }

    @Test(arguments: [(-3_542_400, "1969-11-21"), (946_641_600, "1999-12-31"), (253_402_300_800, "10000-01-01")])
    func `what writes is refused before anything is written, and what reads answers`(seconds: Int, date: String)
        async throws
    {
        let clock = try await SetClock(in: scratch)
        func cairn(_ words: [String], exits status: Int32) async throws {
            let ending = try await scratch.start(
                [Place.cairn.description] + words, environment: clock.environment, limit: 30
            ).end()
            #expect(ending.status == status, "\(ending)")
            let refusal = "cairn: this machine's clock says \(date); set it and run again\n"
            if status == 3 { #expect(ending.error == refusal, "\(ending)") }
        }
        try clock.set(to: seconds)
        for command in ["run", "submit", "nightly"] { try await cairn([command, "job.yaml"], exits: 3) }
        #expect(Files.mode(scratch.file("cairn.db")) == nil)

        try clock.set(to: 1_795_240_740)
        try await cairn(["submit", "job.yaml"], exits: 0)
        let before = try Files.read(scratch.file("cairn.db"))
        try clock.set(to: seconds)
        for words in [
            ["work"], ["quota", "set", "--account", "a", "--day-units", "5"], ["pause", "1"], ["retry", "1"],
            ["models", "pull", "--all"],
        ] {
            try await cairn(words, exits: 3)
        }
        for words in [
            ["status"], ["query", "select * from tasks"], ["plan", "job.yaml"], ["check", "job.yaml"], ["doctor"],
            ["quota", "show"], ["models", "list"],
        ] {
            try await cairn(words, exits: 0)
        }
        #expect(try Files.read(scratch.file("cairn.db")) == before)

        try clock.set(to: 1_795_240_840)
        try await cairn(["work"], exits: 0)
        #expect(try scratch.book.number("SELECT count(*) FROM answer") == 2)
    }

    @Test(arguments: [946_684_800, 253_402_214_400])
    func `the first and the last day of the range are taken`(seconds: Int) async throws {
        let clock = try await SetClock(in: scratch)
        try clock.set(to: seconds)
        try await scratch.cairn("run", "job.yaml", exits: 0, environment: clock.environment)
        #expect(try scratch.book.number("SELECT count(annotated_at) FROM answers") == 2)
    }
}
