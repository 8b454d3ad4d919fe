import Platform
import TestSupport
import Testing

/// What a server, or a proxy before it, sends on a connection beside the answers that were asked for.
@Suite("A response that nothing asked for", .inTurn) struct StrayResponseTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A response that comes beside the answers: when, with which status, and over what.
    struct Stray: CustomTestStringConvertible, Sendable {
        /// The version of TLS; nil: plain http.
        let tls: String?
        /// Milliseconds after the answer; `null`: once the next request on the connection has come.
        let delay: String
        /// The status of an error; nil: an answer.
        var status: Int?

        var testDescription: String {
            "\(status.map { "a \($0)" } ?? "an answer") after \(delay) ms, \(tls.map { "TLS \($0)" } ?? "plain http")"
        }
    }

    static let strays: [Stray] =
        ["0", "1", "10", "50", "null"].map { Stray(tls: nil, delay: $0) }
        + [400, 503].map { Stray(tls: nil, delay: "10", status: $0) }
        + ["1.2", "1.3"].flatMap { tls in
            ["0", "10", "null"].map { Stray(tls: tls, delay: $0) } + [Stray(tls: tls, delay: "10", status: 408)]
        }

    @Test(arguments: strays)
    func `a response that nothing asked for never becomes an answer, and stops no run`(stray: Stray) async throws {
        let certificate = try stray.tls.map { _ in try Certificate(in: scratch) }
        let arguments = certificate.map { $0.arguments + ["--tls", stray.tls ?? ""] }
        let peer = try await VisionSite.peer(arguments ?? [], in: scratch)
        let status = stray.status.map { #", "status": \#($0)"# } ?? ""
        try peer.misbehave(#"{"kind": "stray", "ms": \#(stray.delay)\#(status)}"#, when: "{}")
        try await expectOwnLabels(peer, certificate, "\(stray.testDescription)")
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

    @Test func `a connection of HTTP 2 serves all requests while nothing is wrong`() async throws {
        let (peer, certificate) = try await peerOfHTTP2()
        try await expectOwnLabels(peer, certificate, "nothing is wrong")
        let kept = try peer.rows("annotate")
        #expect(kept.count == 3 && kept.allSatisfy { $0["version"].string == "HTTP/2" })
        #expect(Set(kept.compactMap { $0["connection"].int }).count == 1, "an HTTP/2 connection serves all")
    }

    /// What a server does to a stream of HTTP/2.
    struct StreamFault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let fault: String
        let requests: String
        /// Units that may have been billed beside the answers, of a full request and of one image; nil: the version of
        /// libcurl decides.
        let uncertain: Int?

        /// A stream that is reset: the work done or not, before a head or after it, so that what came of it is unknown.
        static func reset(_ name: String, _ reset: String) -> StreamFault {
            StreamFault(
                testDescription: name, fault: #"{"kind": "reset", \#(reset)}"#, requests: #"{"from": 1, "times": 2}"#,
                uncertain: 17)
        }

        /// An answer on another stream than its own.
        static func foreign(_ stream: String) -> StreamFault {
            StreamFault(
                testDescription: "an answer on the stream \(stream)",
                fault: #"{"kind": "foreign", "stream": "\#(stream)"}"#, requests: #"{"every": 2, "times": 1}"#,
                uncertain: nil)
        }

        static let all = [
            reset("a refused stream", #""code": 7"#),
            reset("a cancelled stream whose work was done", #""code": 8, "worked": true"#),
            reset("an internal error behind the head", #""code": 2, "begun": true"#),
            reset("the same with the work done", #""code": 2, "begun": true, "worked": true"#),
            StreamFault(
                testDescription: "GOAWAY with an answer", fault: #"{"kind": "goaway", "processed": true}"#,
                requests: #"{"times": 3}"#, uncertain: 0),
            StreamFault(
                testDescription: "GOAWAY without an answer", fault: #"{"kind": "goaway"}"#,
                requests: #"{"times": 2}"#, uncertain: 17),
            foreign("before"), foreign("next"), foreign("pushed"),
        ]
    }

    @Test(arguments: StreamFault.all)
    func `a response that nothing asked for on another stream of HTTP 2, or instead of its own, becomes no answer`(
        fault: StreamFault
    ) async throws {
        let (peer, certificate) = try await peerOfHTTP2()
        try peer.misbehave(fault.fault, when: fault.requests)
        try await expectOwnLabels(peer, certificate, "\(fault.testDescription)", uncertain: fault.uncertain)
    }

    private func peerOfHTTP2() async throws -> (Peer, Certificate) {
        let certificate = try Certificate(in: scratch)
        return (try await VisionSite.peer(certificate.arguments + ["--h2"], in: scratch), certificate)
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
