import Platform
import TestSupport
import Testing

/// What stays beside a store behind a command that only reads.
@Suite(.inTurn) struct `A reader` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `leaves nothing beside the store, like every reader that may write there`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        try site.writeJob()
        try await site.cairn("run", "job.yaml", exits: 0)
        for words in [["plan", "job.yaml"], ["status"], ["query", "SELECT 1"], ["doctor"]] {
            let ending = try await site.scratch.start(
                [Place.cairn.description] + words, environment: site.environment
            ).end()
            #expect(ending.status == 0, "\(ending)")
            #expect(Files.names(in: site.scratch.path).filter { $0.hasPrefix("cairn.db") } == ["cairn.db"], "\(words)")
        }
    }
}
