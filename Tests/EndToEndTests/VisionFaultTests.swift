import TestSupport
import Testing

/// What befalls whole requests, and passes.
@Suite("A Vision service that fails", .inTurn) struct VisionFaultTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(arguments: pauses + passing)
    func `a service that fails for a while is asked again after the pause it wants`(fault: Fault) async throws {
        try await fault.run(on: VisionSite.peer(in: scratch))
    }

    @Test(arguments: outages)
    func `a service that never answers ends the run, and no image has failed`(fault: Fault) async throws {
        try await fault.run(on: VisionSite.peer(in: scratch))
    }

    @Test(arguments: lasting)
    func `a service that fails every time fails the images once their attempts are used up`(fault: Fault) async throws {
        try await fault.run(on: VisionSite.peer(in: scratch))
    }

    @Test(arguments: silent)
    func `a request without an answer is counted as uncertain`(fault: Fault) async throws {
        try await fault.run(on: VisionSite.peer(in: scratch))
    }

    @Test(arguments: ["", #", "reset": true"#, #", "worked": true"#, #", "worked": true, "reset": true"#])
    func `a request whose connection is cut is sent once, and counted in the ledger`(how: String) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<18)
        // A client that finds a connection closed may think that nothing was read, and send the request again.
        try peer.misbehave(#"{"kind": "cut"\#(how)}"#, when: #"{"number": 2}"#)
        try await site.cairn("run", try site.writeJob(), exits: 0)
        #expect(try site.attempts() == "answered 17, retry CUT 1")
        #expect(try site.books() == "17 settled, 1 uncertain")
        #expect(try site.requests().count == 3)
        #expect(try Set(site.requests().compactMap { $0["connection"].int }).count == 3, "each request has its own")
        try await site.audit()
    }

    @Test(arguments: nonsense)
    func `a response that is no answer is asked for again, and counted as uncertain`(fault: Fault) async throws {
        try await fault.run(on: VisionSite.peer(in: scratch))
    }

    /// Asked for too much at once: no attempt, no unit.
    private static let pauses: [Fault] = {
        let paused = "answered 3, interrupted RESOURCE_EXHAUSTED 3"
        return [
            Fault(
                name: "429 with Retry-After",
                rules: once(#"{"kind": "quota-minute", "retry_after": "1"}"#), tasks: "done 3",
                books: "3 settled, 0 uncertain", attempts: paused, requests: 2, milliseconds: 1000),
            Fault(
                name: "429 with a retry delay in its details",
                rules: once(#"{"kind": "quota-plain", "retry_delay": "0.6s"}"#), tasks: "done 3",
                books: "3 settled, 0 uncertain", attempts: paused, requests: 2, milliseconds: 600),
            Fault(
                name: "429 five times",
                rules: once(#"{"kind": "quota-tokens"}"#, times: 5), images: 1, retry: "attempts: 2",
                tasks: "done 1", books: "1 settled, 0 uncertain",
                attempts: "answered 1, interrupted RESOURCE_EXHAUSTED 5", requests: 6),
            Fault(
                name: "403 of the old quota",
                rules: once(#"{"kind": "quota-legacy"}"#), tasks: "done 3", books: "3 settled, 0 uncertain",
                attempts: "answered 3, interrupted HTTP 403 3", requests: 2),
        ]
    }()

    @Test func `a service that asks for a pause is left alone by every request, also by those that it has not refused`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<18)
        try peer.misbehave(once(#"{"kind": "unavailable", "retry_after": "2"}"#))
        let ending = try await site.cairn("run", try site.writeJob(), exits: 0)
        // The first request had 16 images, and the one behind it was ready.
        #expect(try site.attempts() == "answered 17, interrupted UNAVAILABLE 16")
        #expect(try site.books() == "17 settled, 16 uncertain")
        let isHeld =
            "julianday(min(ended_at) FILTER (WHERE outcome = 'answered')) - julianday(min(ended_at)) > 2 / 86400.0"
        #expect(try site.scratch.book.number("SELECT \(isHeld) FROM attempts") == 1, "\(ending)")
        try await site.audit()
    }

    /// Failed by whatever is before or behind the API: perhaps billed.
    private static let passing: [Fault] = {
        [
            ("unavailable", "UNAVAILABLE"), ("internal", "INTERNAL"), ("bad-gateway", "HTTP 502"),
            ("gateway-timeout", "DEADLINE_EXCEEDED"), ("gateway-timeout-html", "HTTP 504"),
        ].flatMap { kind, code in
            ["", #", "worked": true"#].map { worked in
                Fault(
                    name: "\(kind), \(worked.isEmpty ? "before" : "after") the work",
                    rules: once(#"{"kind": "\#(kind)"\#(worked)}"#), tasks: "done 3", books: "3 settled, 3 uncertain",
                    attempts: "answered 3, interrupted \(code) 3")
            }
        }
    }()

    private static let outages: [Fault] = {
        [
            Fault(
                name: "503 every time",
                rules: always(#"{"kind": "unavailable"}"#), exit: 4, tasks: "queued 3",
                books: "0 settled, 12 uncertain", attempts: "interrupted UNAVAILABLE 12",
                words: ["The service is currently unavailable."]),
            Fault(
                name: "502 of a front end every time",
                rules: always(#"{"kind": "bad-gateway"}"#), retry: "attempts: 1", exit: 4, tasks: "queued 3",
                books: "0 settled, 12 uncertain", attempts: "interrupted HTTP 502 12",
                words: ["status 502"]),
            Fault(
                name: "a connection cut after the work every time",
                rules: always(#"{"kind": "cut", "worked": true}"#), retry: "attempts: 2", exit: 4, tasks: "queued 3",
                books: "0 settled, 12 uncertain", attempts: "interrupted CUT 12",
                words: ["no answer came"]),
        ]
    }()

    private static let lasting: [Fault] = {
        [
            // A second such response would be as long, and billed again.
            Fault(
                name: "a giant response",
                rules: always(#"{"kind": "giant"}"#), exit: 1, tasks: "failed 3", books: "0 settled, 3 uncertain",
                attempts: "failed RESPONSE_TOO_LARGE 3", failures: ["service RESPONSE_TOO_LARGE"],
                words: ["64 MiB"], requests: 1),
            Fault(
                name: "a giant response in chunks",
                rules: always(#"{"kind": "giant", "chunked": true}"#), exit: 1, tasks: "failed 3",
                books: "0 settled, 3 uncertain", attempts: "failed RESPONSE_TOO_LARGE 3",
                failures: ["service RESPONSE_TOO_LARGE"], words: ["64 MiB"], requests: 1),
        ]
    }()

    private static let silent: [Fault] = {
        let ways = [
            ("cut before it was read", #"{"kind": "cut", "unread": true}"#),
            ("cut before the work", #"{"kind": "cut"}"#),
            ("reset before the work", #"{"kind": "cut", "reset": true}"#),
            ("cut after the work", #"{"kind": "cut", "worked": true}"#),
            ("reset after the work", #"{"kind": "cut", "worked": true, "reset": true}"#),
            ("cut within the response", #"{"kind": "truncated"}"#),
        ]
        let late = ["hold", "delay"].map { kind in
            Fault(
                name: "an answer that is too late: \(kind)",
                rules: once(#"{"kind": "\#(kind)", "ms": 6000}"#), images: 1, retry: "attempts: 3, timeout: 3s",
                tasks: "done 1", books: "1 settled, 1 uncertain", attempts: "answered 1, interrupted TIMEOUT 1",
                requests: 2,
                milliseconds: 3000)
        }
        return ways.map { name, rule in
            Fault(
                name: name, rules: once(rule), images: 1, tasks: "done 1", books: "1 settled, 1 uncertain",
                attempts: "answered 1, interrupted CUT 1", words: ["2 units, 1 of them uncertain"], requests: 2)
        } + late
    }()

    private static let nonsense: [Fault] = {
        let ways = [
            ("no JSON", #"{"kind": "garbage"}"#, "UNREADABLE_RESPONSE"),
            ("no JSON, after the work", #"{"kind": "garbage", "worked": true}"#, "UNREADABLE_RESPONSE"),
            ("an empty object", #"{"kind": "empty", "worked": true}"#, "WRONG_COUNT"),
            ("an answer too few", #"{"kind": "count", "by": -1}"#, "WRONG_COUNT"),
            ("an answer too many", #"{"kind": "count", "by": 1}"#, "WRONG_COUNT"),
            ("a list", #"{"kind": "body", "body": [], "worked": true}"#, "WRONG_COUNT"),
            ("a number of responses", #"{"kind": "body", "body": {"responses": 3}}"#, "WRONG_COUNT"),
            (
                "a string of brackets", #"{"kind": "body", "body": "\#(String(repeating: "[", count: 300_000))"}"#,
                "UNREADABLE_RESPONSE"
            ),
            (
                "responses that are no objects", #"{"kind": "body", "body": {"responses": [1, null, []]}}"#,
                "UNREADABLE_RESPONSE"
            ),
        ]
        return ways.map { name, rule, code in
            Fault(
                name: name, rules: once(rule), tasks: "done 3", books: "3 settled, 3 uncertain",
                attempts: "answered 3, interrupted \(code) 3")
        }
    }()
}

/// A rule that holds so often, whatever comes.
func once(_ fault: String, times: Int = 1) -> String { #"[{"match": {"times": \#(times)}, "fault": \#(fault)}]"# }

/// A rule that always holds.
func always(_ fault: String) -> String { #"[{"fault": \#(fault)}]"# }
