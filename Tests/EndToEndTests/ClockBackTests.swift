import Platform
import TestSupport
import Testing

@Suite("A clock that was set back", .inTurn) struct ClockBackTests {
    @Test func `is told by what submits, and a few hours are not`() async throws {
        let scratch = try Scratch()
        let clock = try await SetClock(in: scratch)
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<3, clock: clock)
        let job = try site.writeJob()
        try await site.cairn("nightly", job, exits: 0)
        let noon = Moment.noon.seconds
        try clock.set(to: noon - 20 * 3600)
        let hours = try await site.cairn("nightly", job, exits: 0)
        #expect(hours.error.isEmpty, "\(hours)")
        try clock.set(to: noon - 48 * 3600)
        for command in ["nightly", "run", "submit"] {
            let early = try await site.cairn(command, job, exits: 0)
            #expect(early.error.contains("this machine's clock says 20"), "\(early)")
            #expect(early.error.contains("set the clock right"), "\(early)")
        }
        try clock.set(to: noon + 3600)
        let right = try await site.cairn("nightly", job, exits: 0)
        #expect(right.error.isEmpty, "\(right)")
    }
}
