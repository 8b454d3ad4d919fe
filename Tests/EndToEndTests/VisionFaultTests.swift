import TestSupport
import Testing

/// What befalls whole requests, and passes.
@Suite(.inTurn) struct `A Vision service that fails` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `for a while is asked again, as long as it wants, and loses nothing`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        for fault in pauses + passing { try await fault.run(on: peer) }
    }

    @Test func `for good fails the images with its reason once the attempts are used up`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        for fault in lasting { try await fault.run(on: peer) }
    }

    @Test func `by saying nothing is not paid without being counted as uncertain`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        for fault in silent { try await fault.run(on: peer) }
    }

    @Test(arguments: ["", #", "reset": true"#, #", "worked": true"#, #", "worked": true, "reset": true"#])
    func `after an answer is asked nothing twice behind the books' back`(how: String) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<18)
        // A client that finds a connection closed may think that nothing was read, and send the request again.
        try peer.misbehave(#"{"kind": "cut"\#(how)}"#, when: #"{"number": 2}"#)
        try await site.cairn("run", try site.writeJob(), exits: 0)
        #expect(try site.attempts() == "done 17, retry CUT 1")
        #expect(try site.books() == "17 settled, 1 uncertain")
        #expect(try site.requests().count == 3)
        #expect(try Set(site.requests().compactMap { $0["connection"].int }).count == 3, "each request has its own")
        try await site.audit()
    }

    @Test func `with answers that are none is asked again`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        for fault in nonsense { try await fault.run(on: peer) }
    }

    /// Asked for too much at once: no attempt, no unit.
    private var pauses: [Fault] {
        let paused = "done 3, interrupted RESOURCE_EXHAUSTED 3"
        return [
            Fault(
                rules: once(#"{"kind": "quota-minute", "retry_after": "1"}"#), tasks: "done 3",
                books: "3 settled, 0 uncertain", attempts: paused, requests: 2, milliseconds: 1000),
            Fault(
                rules: once(#"{"kind": "quota-tokens"}"#, times: 5), images: 1, retry: "attempts: 2",
                tasks: "done 1", books: "1 settled, 0 uncertain",
                attempts: "done 1, interrupted RESOURCE_EXHAUSTED 5", requests: 6),
        ]
    }

    @Test func `and asks for a pause is left alone by every request, those that it has not refused too`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<18)
        try peer.misbehave(once(#"{"kind": "unavailable", "retry_after": "2"}"#))
        let ending = try await site.cairn("run", try site.writeJob(), exits: 0)
        // The first request had 16 images, and the one behind it was ready.
        #expect(try site.attempts() == "done 17, retry UNAVAILABLE 16")
        #expect(try site.books() == "17 settled, 16 uncertain")
        let isHeld = "julianday(min(ended_at) FILTER (WHERE outcome = 'done')) - julianday(min(ended_at)) > 2 / 86400.0"
        #expect(try site.scratch.book.number("SELECT \(isHeld) FROM attempts") == 1, "\(ending)")
        try await site.audit()
    }

    /// Failed by whatever is before or behind the API: perhaps billed.
    private var passing: [Fault] {
        ["", #", "worked": true"#].map { worked in
            Fault(
                rules: once(#"{"kind": "unavailable"\#(worked)}"#), tasks: "done 3", books: "3 settled, 3 uncertain",
                attempts: "done 3, retry UNAVAILABLE 3")
        }
    }

    private var lasting: [Fault] {
        [
            Fault(
                rules: always(#"{"kind": "unavailable"}"#), exit: 1, tasks: "failed 3",
                books: "0 settled, 9 uncertain", attempts: "failed UNAVAILABLE 3, retry UNAVAILABLE 6",
                failures: ["service UNAVAILABLE"], words: ["The service is currently unavailable."]),
            Fault(
                rules: always(#"{"kind": "cut", "worked": true}"#), retry: "attempts: 2", exit: 1, tasks: "failed 3",
                books: "0 settled, 6 uncertain", attempts: "failed CUT 3, retry CUT 3", failures: ["lost CUT"],
                words: ["no answer came"]),
            // A second such response would be as long, and billed again.
            Fault(
                rules: always(#"{"kind": "giant", "chunked": true}"#), exit: 1, tasks: "failed 3",
                books: "0 settled, 3 uncertain", attempts: "failed RESPONSE_TOO_LARGE 3",
                failures: ["service RESPONSE_TOO_LARGE"], words: ["64 MiB"], requests: 1),
        ]
    }

    private var silent: [Fault] {
        let ways = [
            #"{"kind": "cut", "unread": true}"#, #"{"kind": "cut"}"#, #"{"kind": "cut", "reset": true}"#,
            #"{"kind": "cut", "worked": true}"#, #"{"kind": "cut", "worked": true, "reset": true}"#,
            #"{"kind": "truncated"}"#,
        ]
        let late = ["hold", "delay"].map { kind in
            Fault(
                rules: once(#"{"kind": "\#(kind)", "ms": 6000}"#), images: 1, retry: "attempts: 3, timeout: 3s",
                tasks: "done 1", books: "1 settled, 1 uncertain", attempts: "done 1, retry TIMEOUT 1", requests: 2,
                milliseconds: 3000)
        }
        return ways.map {
            Fault(
                rules: once($0), images: 1, tasks: "done 1", books: "1 settled, 1 uncertain",
                attempts: "done 1, retry CUT 1", words: ["2 units, 1 of them uncertain"], requests: 2)
        } + late
    }

    private var nonsense: [Fault] {
        let ways = [
            (#"{"kind": "garbage", "worked": true}"#, "UNREADABLE_RESPONSE"),
            (#"{"kind": "count", "by": 1}"#, "WRONG_COUNT"),
            (#"{"kind": "body", "body": "\#(String(repeating: "[", count: 300_000))"}"#, "UNREADABLE_RESPONSE"),
            (#"{"kind": "body", "body": {"responses": [1, null, []]}}"#, "UNREADABLE_RESPONSE"),
        ]
        return ways.map {
            Fault(
                rules: once($0.0), tasks: "done 3", books: "3 settled, 3 uncertain", attempts: "done 3, retry \($0.1) 3"
            )
        }
    }
}

/// A rule that holds so often, whatever comes.
func once(_ fault: String, times: Int = 1) -> String { #"[{"match": {"times": \#(times)}, "fault": \#(fault)}]"# }

/// A rule that always holds.
func always(_ fault: String) -> String { #"[{"fault": \#(fault)}]"# }
