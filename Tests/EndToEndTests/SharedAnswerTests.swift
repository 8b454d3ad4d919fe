import Platform
import TestSupport
import Testing

/// Two jobs that ask the same of the same pictures.
@Suite(.inTurn) struct `What another job answered` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A site with job a's images queued and answered by job b.
    private func site(key: String = "VISION_KEY") async throws -> VisionSite {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<9)
        try site.writeJob("a", backend: ["account: tower-1", "auth: {apiKey: env:\(key)}"])
        try site.writeJob("b")
        try await site.cairn("submit", "a.yaml", exits: 0)
        return site
    }

    @Test func `is in the receipt of the night that did not have to ask`() async throws {
        let site = try await site()
        try await site.cairn("run", "b.yaml", exits: 0)
        let night = try await site.cairn("nightly", "-v", "a.yaml", exits: 0)
        #expect(night.output.hasPrefix("cairn nightly a: 8 done, answered by job b"), "\(night)")
        #expect(night.output.contains("  others  8 answered by job b (saves $0.01)\n"), "\(night)")
        #expect(try site.units().count == 8)
    }

    @Test func `ends a run whose backend cannot be opened`() async throws {
        let site = try await site(key: "UNSET_KEY")
        try await site.cairn("run", "a.yaml", exits: 4)
        try await site.cairn("run", "b.yaml", exits: 0)
        let ending = try await site.cairn("run", "a.yaml", exits: 0)
        #expect(ending.error.contains("8 of 8 images done"), "\(ending)")
        #expect(!ending.error.contains("UNSET_KEY"), "\(ending)")
        #expect(try site.units().count == 8)
        try await site.cairn("doctor", exits: 0)
    }
}
