import Commands
import Reporting
import Testing

@Suite("The exit codes") struct ExitCodeTests {
    @Test func `several jobs end as the worst of them`() {
        #expect(ExitCode.worst(of: []) == .done)
        #expect(ExitCode.worst(of: [.done, .someFailed, .done]) == .someFailed)
        #expect(ExitCode.worst(of: [.someFailed, .capReached]) == .capReached)
        #expect(ExitCode.worst(of: [.capReached, .backend]) == .backend)
        #expect(ExitCode.worst(of: [.backend, .badInput]) == .badInput)
        #expect(ExitCode.worst(of: [.store, .interrupted, .badInput]) == .interrupted)
        for code in ExitCode.allCases { #expect(ExitCode.worst(of: [.done, code]) == code) }
    }

    @Test func `a night's order is the same`() throws {
        let codes = ExitCode.allCases.filter { NightOutcome.Exit(rawValue: $0.rawValue) != nil }
        #expect(codes.count == 8)
        for left in codes {
            for right in codes {
                let exits = try [left, right].map { try #require(NightOutcome.Exit(rawValue: $0.rawValue)) }
                #expect(ExitCode.worst(of: [left, right]).rawValue == NightOutcome.exit(of: exits).rawValue)
            }
        }
    }
}
