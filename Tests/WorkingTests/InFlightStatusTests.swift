import Platform
import Testing

@testable import Working

@Suite("What is in flight, for signals", .timeLimit(.minutes(1))) struct InFlightStatusTests {
    private func images(_ count: Int) -> InFlight {
        InFlight(images: count, units: count, microDollars: nil, isSent: true)
    }

    @Test func `before any run was worked on nothing is waited for`() {
        let status = InFlightStatus()
        #expect(status.last == nil && status.settled() == nil)
    }

    @Test func `the count of once nothing more is sent is the settled one`() async {
        let status = InFlightStatus()
        status.update(images(9), isFinal: false)
        status.update(images(4), isFinal: true)
        #expect(status.settled() == images(4))
    }

    @Test func `a count that is not settled in time is the last known one`() {
        let status = InFlightStatus()
        status.update(images(9), isFinal: false)
        #expect(status.settled() == images(9) && status.last == images(9))
    }
}
