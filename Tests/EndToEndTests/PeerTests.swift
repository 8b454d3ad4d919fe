import Platform
import TestSupport
import Testing

/// The stand-ins themselves: what they are good for is shown by others than the program under test.
@Suite("The peers that stand for services", .inTurn) struct PeerTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `the Vision peer is taken for Cloud Vision by Google's own client`() async throws {
        let ending = try await scratch.run(python.description, peerScript("client_check.py").description)
        #expect(ending.output.contains("7 requests of Google's client, each answered as drawn"), "\(ending)")
    }

    @Test func `the Vision peer refuses what is not well done, and fails as it is told`() async throws {
        let ending = try await scratch.run(python.description, peerScript("peer_check.py").description)
        #expect(ending.output.contains("each answered as it should be"), "\(ending)")
    }

    @Test func `the Vision peer starts, is told what to do, and tells what it saw`() async throws {
        let peer = try await offPool { [scratch] in try Peer(environment: ["PEER_API_KEY": "k"], in: scratch) }
        try peer.misbehave(#"{"kind": "unavailable"}"#, when: #"{"kind": "any", "number": 2}"#)
        let statuses = try await offPool {
            try ["/v1/images:annotate", "/files/x", "/files/y"].map {
                try PeerCall.run(port: peer.port, $0 == "/v1/images:annotate" ? "POST" : "GET", $0, "").status
            }
        }
        #expect(statuses == [400, 404, 503])
        let rows = try peer.rows()
        #expect(rows.map { $0["kind"].string } == ["annotate", "file", "file"])
        #expect(rows[2]["fault"]["kind"] == .text("unavailable"))
        #expect(try peer.violations().count == 1)
        #expect(try peer.units().isEmpty)
        #expect(try peer.counts()["requests"]["file"].int == 2)
    }
}
