import Domain
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
}
