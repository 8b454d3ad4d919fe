import Platform
import TestSupport
import Testing

@Suite("The callable peer and the Auth emulator", .inTurn) struct CallablePeerTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `keep to the protocols, fail as they are told, and write down what they saw`() async throws {
        let ending = try await scratch.run(python.description, peerScript("callable_check.py").description)
        #expect(ending.output.contains("each answered as it should be"), "\(ending)")
    }
}
