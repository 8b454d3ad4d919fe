import Platform
import TestSupport
import Testing

/// What a server, or a proxy before it, sends on a connection beside the answers that were asked for.
@Suite(.inTurn) struct StrayResponseTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(arguments: [nil, "1.2", "1.3"])
    func `a response that nothing asked for never becomes an answer, and stops no run`(tls: String?) async throws {
        let certificate = try tls.map { _ in try Certificate(in: scratch) }
        let arguments = certificate.map { $0.arguments + ["--tls", tls ?? ""] }
        let peer = try await VisionSite.peer(arguments ?? [], in: scratch)
        let way = tls.map { "TLS \($0)" } ?? "plain http"
        // At once, later, and when the next request on the connection has come.
        for moment in tls == nil ? ["0", "1", "10", "50", "null"] : ["0", "10", "null"] {
            try peer.misbehave(#"{"kind": "stray", "ms": \#(moment)}"#, when: "{}")
            try await expectOwnLabels(peer, certificate, "an answer after \(moment) ms, \(way)")
        }
        for status in tls == nil ? [400, 503] : [408] {
            try peer.misbehave(#"{"kind": "stray", "ms": 10, "status": \#(status)}"#, when: "{}")
            try await expectOwnLabels(peer, certificate, "a \(status), \(way)")
        }
        let requests = try peer.rows("annotate")
        #expect(Set(requests.compactMap { $0["connection"].int }).count == requests.count, "a connection served two")
    }

    @Test(arguments: ["1.2", "1.3"])
    func `a response that nothing asked for needs no connection that is kept: TLS sessions are resumed`(version: String)
        async throws
    {
        let certificate = try Certificate(in: scratch)
        let peer = try await VisionSite.peer(certificate.arguments + ["--tls", version], in: scratch)
        try await expectOwnLabels(peer, certificate, "TLS \(version)")
        let requests = try peer.rows("annotate")
        #expect(requests.map { $0["resumed"] } == [.flag(false), .flag(true), .flag(true)])
    }

    @Test
    func `a response that nothing asked for on another stream of HTTP 2, or instead of its own, becomes no answer`()
        async throws
    {
        let certificate = try Certificate(in: scratch)
        let peer = try await VisionSite.peer(certificate.arguments + ["--h2"], in: scratch)
        try await expectOwnLabels(peer, certificate, "nothing is wrong")
        let kept = try peer.rows("annotate")
        #expect(kept.count == 3 && kept.allSatisfy { $0["version"].string == "HTTP/2" })
        #expect(Set(kept.compactMap { $0["connection"].int }).count == 1, "an HTTP/2 connection serves all")
        // The work done or not, before a head or after it: what came of the stream is not known.
        let resets = [
            #""code": 7"#, #""code": 8, "worked": true"#, #""code": 2, "begun": true"#,
            #""code": 2, "begun": true, "worked": true"#,
        ]
        for reset in resets {
            try peer.misbehave(#"{"kind": "reset", \#(reset)}"#, when: #"{"from": 1, "times": 2}"#)
            try await expectOwnLabels(peer, certificate, "\(reset)", uncertain: 32)
        }
        try peer.misbehave(#"{"kind": "goaway", "processed": true}"#, when: #"{"times": 3}"#)
        try await expectOwnLabels(peer, certificate, "GOAWAY with an answer")
        try peer.misbehave(#"{"kind": "goaway"}"#, when: #"{"times": 2}"#)
        try await expectOwnLabels(peer, certificate, "GOAWAY without", uncertain: 32)
        for stream in ["before", "next", "pushed"] {
            try peer.misbehave(#"{"kind": "foreign", "stream": "\#(stream)"}"#, when: #"{"every": 2, "times": 1}"#)
            try await expectOwnLabels(peer, certificate, "an answer on the stream \(stream)", uncertain: nil)
        }
    }

    /// Each picture gets the labels of its own mark, and the books are the vendor's.
    ///
    /// - Parameter uncertain: units that may have been billed beside the answers; nil: libcurl's version decides.
    private func expectOwnLabels(
        _ peer: Peer, _ certificate: Certificate?, _ note: Comment, uncertain: Int? = 0
    ) async throws {
        // Two full requests, and a small one.
        let count = 33
        let trust = certificate.map { ["CURL_CA_BUNDLE": $0.file.description] } ?? [:]
        let site = try VisionSite(
            peer, marks: 1..<count + 1, environment: trust.merging(["VISION_KEY": VisionSite.key]) { $1 })
        let job = try site.writeJob(endpoint: peer.tlsPort.map { "https://localhost:\($0)" })
        let ending = try await site.cairn("run", job, exits: 0, note: note)
        #expect(try site.tasks() == "done \(count)", "\(note) \(ending)")
        if let uncertain {
            #expect(try site.books() == "\(count) settled, \(uncertain) uncertain", "\(note) \(ending)")
        }
        let query = "SELECT path || ' is ' || description FROM labels WHERE rank = 0"
        let labels = try await site.cairn("query", "--format", "csv", query, exits: 0).lines.dropFirst()
        let own = (1...count).map { "pictures/\($0).png is mark-\($0)" }
        #expect(Set(labels) == Set(own), note)
        try await site.audit(note)
    }
}
