import TestSupport
import Testing

/// What would befall every image: the run stops, and keeps its queue.
@Suite(.inTurn) struct `A Vision account that is refused` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// The refusals, the exit status, and what people are told.
    private let refusals: [(fault: String, exit: Int32, words: [String])] = [
        (
            #"{"kind": "billing-disabled"}"#, 4,
            [
                "account tower-1", "This API method requires billing to be enabled",
                "billing is disabled for project 123456789012",
                "https://console.developers.google.com/billing/enable?project=123456789012", "then `cairn work`",
            ]
        ),
        (#"{"kind": "unauthenticated"}"#, 4, ["UNAUTHENTICATED", "backend.auth", "`cairn work`"]),
        (#"{"kind": "not-found-html"}"#, 4, ["status 404", "backend.endpoint"]),
        (#"{"kind": "quota-day"}"#, 5, ["per day", "midnight Pacific", "`cairn work`"]),
        (#"{"kind": "body", "status": 400, "body": "no JSON"}"#, 4, ["status 400", "backend.endpoint"]),
    ]

    @Test func `stops the run, fails no image, and says what to do`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        for refusal in refusals {
            let site = try VisionSite(peer, marks: 1..<4)
            try peer.misbehave(always(refusal.fault))
            let ending = try await site.cairn("run", try site.writeJob(), exits: refusal.exit, note: "\(refusal.fault)")
            for word in refusal.words {
                #expect(ending.error.contains(word), "`\(word)` is not said of \(refusal.fault): \(ending)")
            }
            #expect(try site.tasks() == "queued 3", "\(ending)")
            #expect(try site.books() == "0 settled, 0 uncertain", "\(ending)")
            #expect(try site.scratch.book.number("SELECT sum(attempt_count) FROM task") == 0)
            #expect(try site.units().isEmpty)
            try peer.misbehave("[]")
            try await site.cairn("work", exits: 0)
            #expect(try site.tasks() == "done 3")
            #expect(try site.scratch.book.number("SELECT max(attempt_count) FROM task") == 1)
            try await site.audit("\(refusal.fault)")
        }
    }

    @Test func `to somewhere else is not followed, with a key or without`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        for (turn, status) in [301, 302, 307, 308].enumerated() {
            try peer.misbehave(
                always(
                    #"{"kind": "body", "status": \#(status), "body": "", "headers": {"Location": "#
                        + #""\#(peer.url)/files/x"}}"#
                ))
            let ending = try await site.cairn("run", try site.writeJob(), exits: 4)
            #expect(ending.error.contains("status \(status)"), "\(ending)")
            #expect(try site.tasks() == "queued 3")
            // A redirect does not say that no work was done.
            #expect(try site.books() == "0 settled, \((turn + 1) * 3) uncertain")
        }
        #expect(try site.requests("file").isEmpty)
        try await site.audit()
    }

    @Test func `in the midst of many requests loses none of those that are under way`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<97)
        try peer.misbehave(
            #"{"kind": "billing-disabled"}"#, when: #"{"mark": 40}"#)
        try await site.cairn("run", try site.writeJob(more: ["pace: {inFlight: 4}"]), exits: 4)
        let done = try site.scratch.book.number("SELECT count(*) FROM task WHERE state = 'done'")
        #expect(try site.tasks() == "done \(done), queued \(96 - done)")
        #expect(try site.books() == "\(done) settled, 0 uncertain")
        try peer.misbehave("[]")
        try await site.cairn("work", exits: 0)
        #expect(try site.units().count == 96)
        try await site.audit()
    }

    @Test func `at an endpoint where nobody listens stops once the attempts are used up`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        let job = try site.writeJob()
        peer.crash()
        let ending = try await site.cairn("run", job, exits: 4)
        #expect(ending.error.contains("cannot connect to 127.0.0.1:"), "\(ending)")
        #expect(ending.error.contains("run `cairn work` when it is up"), "\(ending)")
        #expect(try site.tasks() == "queued 3")
        #expect(try site.books() == "0 settled, 0 uncertain")
        #expect(try site.scratch.book.number("SELECT sum(attempt_count) FROM task") == 0)
        try await site.audit()
    }
}
