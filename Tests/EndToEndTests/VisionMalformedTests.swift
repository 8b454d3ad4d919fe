import Platform
import StoreProbe
import TestSupport
import Testing
import Zlib

/// Answers that came and cannot be read.
@Suite("A malformed answer of the Vision API", .inTurn) struct VisionMalformedTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Lets the kept response be one that an older program did not understand and this one does: the one place where a
    /// test writes into a table.
    private func rewriteResponses(of site: VisionSite, from old: String, to new: String) throws {
        let probe = try StoreProbe(site.scratch.file("cairn.db"))
        for (attempt, bytes) in try site.responses() {
            let text = String(decoding: bytes, as: UTF8.self).replacing(old, with: new)
            let body = StoreProbe.literal(deflate(Array(text.utf8).span, level: 1))
            try probe.script("UPDATE response SET body = \(body) WHERE attempt_id = \(attempt)")
        }
    }

    @Test func `fails its image alone, is paid once, and is completed by a reader that understands it`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        try peer.misbehave(
            #"""
            [{"match": {"mark": 2}, "fault": {"kind": "entry", "billed": true,
              "value": {"labelAnnotations": [{"description": "mark-2", "score": "high", "topicality": 0.5}]}}}]
            """#)
        let job = try site.writeJob()
        let ending = try await site.cairn("run", job, exits: 1)
        #expect(ending.error.contains("labelAnnotations[0].score is \"high\", and a number was expected"), "\(ending)")
        let failure = try site.scratch.book.rows("SELECT kind, code, attempts, path FROM failures")
        #expect(failure == [["service", "MALFORMED_RESPONSE", "1", "pictures/2.png"]])
        #expect(try site.books() == "3 settled, 0 uncertain")
        #expect(try site.scratch.book.number("SELECT count(DISTINCT image_id) FROM labels") == 2)
        #expect(try site.responses().contains { $0.bytes.contains("\"high\"") }, "the response is kept")

        // It is as malformed as before; the image stays failed, and nothing is asked.
        let again = try await site.cairn("results", "reparse", exits: 1)
        #expect(again.error.contains("pictures/2.png: ") && again.error.contains("stays failed"), "\(again)")
        try await site.cairn("work", exits: 0)
        #expect(try site.requests().count == 1)

        try rewriteResponses(of: site, from: "\"high\"", to: "0.75")
        let done = try await site.cairn("results", "reparse", exits: 0)
        #expect(done.error.contains("1 image that had failed"), "\(done)")
        #expect(try site.scratch.book.number("SELECT count(*) FROM failures") == 0)
        #expect(try site.tasks() == "done 3")
        let label = try site.scratch.book.rows("SELECT description, score FROM labels WHERE path = 'pictures/2.png'")
        #expect(label == [["mark-2", "0.75"]])
        #expect(try site.books() == "3 settled, 0 uncertain")
        let third = try await site.cairn("results", "reparse", exits: 0)
        #expect(third.error.contains("; none changed"), "\(third)")
        try await site.cairn("run", job, exits: 0)
        #expect(try site.requests().count == 1)
        try await site.audit()
    }

    @Test func `a malformed answer of the Vision API is completed though a later attempt at the image had no answer`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<3)
        try peer.misbehave(
            #"""
            [{"fault": {"kind": "entry", "billed": true,
              "value": {"labelAnnotations": [{"description": "mark-1", "score": "high"}]}}}]
            """#)
        try await site.cairn("run", try site.writeJob(retry: "attempts: 1"), exits: 1)
        #expect(try site.tasks() == "failed 2")
        try peer.misbehave(#"{"kind": "unavailable"}"#, when: #"{"mark": 1}"#)
        try await site.cairn("retry", "1", exits: 0)
        // Both are asked together, and then alone: the service answers the other one.
        try await site.cairn("work", exits: 1)
        #expect(try site.scratch.book.column("SELECT code FROM failures") == ["UNAVAILABLE"])
        try rewriteResponses(of: site, from: "\"high\"", to: "0.75")
        try await site.cairn("results", "reparse", exits: 0)
        #expect(try site.tasks() == "done 2")
        #expect(try site.scratch.book.column("SELECT score FROM labels WHERE path LIKE '%/1.png'") == ["0.75"])
        #expect(try site.books().hasPrefix("3 settled"))
    }

    @Test func `a malformed answer of the Vision API keeps what else was answered, and only the rest is asked again`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<2)
        try peer.misbehave(
            #"""
            [{"match": {"times": 1}, "fault": {"kind": "entry", "billed": true,
              "value": {"labelAnnotations": [{"description": "mark-1", "score": 0.5}], "landmarkAnnotations": {}}}}]
            """#)
        try await site.cairn("run", try site.writeJob(features: ["LABEL_DETECTION", "LANDMARK_DETECTION"]), exits: 1)
        #expect(try site.books() == "2 settled, 0 uncertain")
        #expect(try site.scratch.book.number("SELECT count(*) FROM labels") == 1)
        try await site.cairn("retry", "1", exits: 0)
        try await site.cairn("work", exits: 0)
        #expect(try site.books() == "3 settled, 0 uncertain")
        #expect(try site.units().count == 3)
        try await site.audit()
    }

    @Test func `a malformed answer of the Vision API of one that says more than its words is kept with it`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<2)
        let details = #"[{"@type": "t/google.rpc.DebugInfo", "detail": "\u001b[31m \#(VisionSite.key)", "n": 7}]"#
        try peer.misbehave(
            #"""
            [{"fault": {"kind": "body", "status": 503,
              "body": {"error": {"code": 503, "status": "UNAVAILABLE", "message": "away", "details": \#(details)}}}}]
            """#)
        try await site.cairn("run", try site.writeJob(retry: "attempts: 2"), exits: 4)
        let kept = #"[{"@type":"t/google.rpc.DebugInfo","detail":"\u001b[31m ***","n":7}]"#
        #expect(
            try site.scratch.book.column("SELECT details FROM attempts") == Array(repeating: kept, count: 10))
        let shown = try await site.cairn("query", "SELECT details ->> '$[0].n' AS n FROM attempts", exits: 0)
        #expect(shown.output.contains("7"), "\(shown)")
        try peer.misbehave("[]")
        try await site.cairn("work", exits: 0)
        #expect(try site.scratch.book.number("SELECT count(*) FROM failures") == 0)
        try await site.audit()
    }

    @Test func `a malformed answer of the Vision API or a good one that repeats the key leaves no trace of it`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<2)
        let key = VisionSite.key
        let escaped = key.utf8.map { "%" + String($0, radix: 16) }.joined()
        try peer.misbehave(
            #"""
            [{"fault": {"kind": "entry", "billed": true,
              "value": {"labelAnnotations": [{"description": "\#(key) and \#(escaped)", "score": 0.5}]}}}]
            """#)
        try await site.cairn("run", try site.writeJob(), exits: 0)
        #expect(try site.scratch.book.column("SELECT description FROM labels") == ["*** and ***"])
        try await site.cairn("query", "SELECT * FROM annotations", exits: 0)
        try await site.audit(secrets: [key, escaped])
    }

    private static let secret = "AIzaSyA1b2C3d4E5f6G7h8I9j0KlMnOpQrStUvWx"

    @Test(arguments: [
        "auth: {apiKey: \(secret)}", "auth: {apiKey: 'env:\(secret)'}", "auth: {\(secret): x}",
        "auth: {apiKey: env:KEY}\n  endpoint: 'https://example.org/#\(secret)'",
        "auth: {apiKey: env:KEY}\n  endpoint: 'https://example.org#\(secret)'",
        "auth: {apiKey: 'env:hunterxhunter'}",
    ])
    func `a malformed answer of the Vision API is nothing that check shows of a secret in the wrong place`(auth: String)
        async throws
    {
        let site = scratch
        try site.write("pictures/1.png", Picture(mark: 1).png)
        try site.write(
            "job.yaml",
            "job: j\nimages: [folder: pictures]\nbackend:\n  kind: vision\n  account: a\n  \(auth)\nfeatures: "
                + "[LABEL_DETECTION]\n"
        )
        let isName = auth.contains("hunterx")
        for command in ["check", "run"] {
            let ending = try await site.cairn(command, "job.yaml", environment: ["CAIRN_STORE": "cairn.db"])
            let said = ending.output + ending.error
            #expect(!said.contains(Self.secret) && !said.contains("hunterxhunter"), "\(ending)")
            #expect(ending.status == (isName ? (command == "check" ? 0 : 4) : 2), "\(ending)")
        }
        if isName {
            // Why the run stopped is kept, and the name is not in it.
            let reason = try site.book.column("SELECT stop_reason FROM run").first ?? ""
            #expect(reason.contains("env:***") && !reason.contains("hunter"), "\(reason)")
        } else {
            #expect(try !site.hasStore(), "nothing is stored")
        }
    }
}
