import Platform
import TestSupport
import Testing

/// Single calls of a callable function: what its errors say, and when a second one may be made.
@Suite("A call of a function", .inTurn) struct FunctionCallTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a call of a function that fails keeps the details of its error`() async throws {
        let place = try await FunctionSite(in: scratch)
        let site = try place.site(marks: 1..<2)
        try place.function.misbehave(
            #"{"kind": "error", "status": "INVALID_ARGUMENT", "message": "explicit nope", "details": {"start": "#
                + #"{"@type": "#
                + #""type.googleapis.com/google.protobuf.Int64Value", "value": "10"}, "end": 20}}"#,
            when: #"{"kind": "call"}"#)
        try await site.cairn("run", try place.writeJob(in: site), exits: 1)
        let rows = try site.scratch.book.rows("SELECT code, details FROM failures")
        #expect(rows == [["INVALID_ARGUMENT", #"{"start":10,"end":20}"#]])
    }

    @Test func `in the other form is asked only at its turn in the pace, and counts once in the ledger`() async throws {
        let place = try await FunctionSite(["--argument", "string"], in: scratch)
        let site = try place.site(marks: 1..<2)
        // A request every two seconds: the call in the other form is the second one.
        let job = try place.writeJob(in: site, more: ["pace: {inFlight: 1, requestsPerMinute: 30}"])
        try await site.cairn("run", job, exits: 0)
        let calls = try site.requests("call")
        #expect(calls.map { $0["argument"] } == [.text("object"), .text("string")])
        let moments = calls.compactMap { $0["at"].double }
        #expect(moments.count == 2 && moments[1] - moments[0] > 1.9, "\(moments)")
        #expect(try site.books() == "1 settled, 0 uncertain")
    }
}
