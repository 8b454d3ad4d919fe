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

    @Test(arguments: [
        ("PERMISSION_DENIED", 403), ("FAILED_PRECONDITION", 400), ("UNIMPLEMENTED", 501), ("UNAUTHENTICATED", 401),
    ])
    func `an error that stops the run keeps its code, message and details`(code: String, status: Int) async throws {
        let place = try await FunctionSite(in: scratch)
        let site = try place.site(marks: 1..<4)
        try place.function.misbehave(
            #"{"kind": "error", "status": "\#(code)", "message": "not today", "#
                + #""details": {"reason": "closed", "start": 10}}"#,
            when: #"{"kind": "call"}"#)
        let ending = try await site.cairn("run", try place.writeJob(in: site, argument: "object"), exits: 4)
        let details = #"{"reason":"closed","start":10}"#
        #expect(ending.error.contains("\"not today\", details \(details) (\(code))"), "\(ending)")
        let attempts = try site.scratch.book.rows(
            "SELECT http_status, code, details, message FROM attempts WHERE http_status IS NOT NULL")
        #expect(attempts.count == 1 && attempts[0].prefix(3) == ["\(status)", code, details], "\(attempts)")
        #expect(attempts.first?.last?.contains("not today") == true, "\(attempts)")
        let reason = try site.scratch.book.column("SELECT stop_reason FROM runs")[0]
        #expect(reason.contains("not today") && reason.contains(details), "\(reason)")
        #expect(try site.tasks() == "queued 3" && site.books() == "0 settled, 0 uncertain")
    }

    @Test func `a precondition of one picture fails that picture alone, as others were answered`() async throws {
        let place = try await FunctionSite(in: scratch)
        let site = try place.site(marks: 1..<7)
        try place.function.misbehave(
            #"{"kind": "error", "status": "FAILED_PRECONDITION", "message": "too dark", "details": {"lux": 2}}"#,
            when: #"{"kind": "call", "number": 3}"#)
        try await site.cairn("run", try place.writeJob(in: site, argument: "object"), exits: 1)
        #expect(try site.tasks() == "done 5, failed 1" && site.books() == "5 settled, 0 uncertain")
        let rows = try site.scratch.book.rows("SELECT kind, code, details FROM failures")
        #expect(rows == [["refused", "FAILED_PRECONDITION", #"{"lux":2}"#]])
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
