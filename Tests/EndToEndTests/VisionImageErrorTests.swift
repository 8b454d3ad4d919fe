import TestSupport
import Testing

/// What befalls one image of a request, and not its neighbours.
@Suite("An error of the Vision API about one image", .inTurn) struct VisionImageErrorTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// What becomes of mark 2 among four images, with an error of this code beside it.
    struct Outcome: CustomTestStringConvertible {
        let code: Int
        let name: String
        let kind: String
        /// How often it is asked about.
        let tries: Int
        let words: String

        var testDescription: String { name }
    }

    private static let outcomes = [
        Outcome(code: 3, name: "INVALID_ARGUMENT", kind: "refused", tries: 2, words: "Bad image data."),
        Outcome(code: 4, name: "DEADLINE_EXCEEDED", kind: "service", tries: 3, words: "Deadline expired"),
        Outcome(code: 5, name: "NOT_FOUND", kind: "refused", tries: 1, words: "Error opening file"),
        Outcome(code: 7, name: "PERMISSION_DENIED", kind: "refused", tries: 1, words: "not allowed to access"),
        Outcome(code: 8, name: "RESOURCE_EXHAUSTED", kind: "service", tries: 3, words: "check quota"),
        Outcome(code: 13, name: "INTERNAL", kind: "service", tries: 3, words: "Internal server error"),
        Outcome(code: 14, name: "UNAVAILABLE", kind: "service", tries: 3, words: "can not access"),
    ]

    @Test(arguments: outcomes)
    func `an image with an error fails alone, and is asked about again where that helps`(outcome: Outcome) async throws
    {
        let retries = outcome.tries > 1 ? ", retry \(outcome.name) \(outcome.tries - 1)" : ""
        try await Fault(
            name: outcome.name,
            rules: #"[{"match": {"mark": 2}, "fault": {"kind": "image", "code": \#(outcome.code)}}]"#, images: 4,
            exit: 1, tasks: "done 3, failed 1", books: "3 settled, \(outcome.tries) uncertain",
            attempts: "answered 3, failed \(outcome.name) 1\(retries)", failures: ["\(outcome.kind) \(outcome.name)"],
            words: [outcome.words], requests: outcome.tries
        ).run(on: VisionSite.peer(in: scratch))
    }

    @Test(arguments: outcomes.filter { $0.tries > 1 })
    func `an image whose error passes is answered at the second request`(outcome: Outcome) async throws {
        try await Fault(
            name: outcome.name,
            rules: #"[{"match": {"mark": 2, "times": 1}, "fault": {"kind": "image", "code": \#(outcome.code)}}]"#,
            images: 4, tasks: "done 4", books: "4 settled, 1 uncertain",
            attempts: "answered 4, retry \(outcome.name) 1", requests: 2
        ).run(on: VisionSite.peer(in: scratch))
    }

    @Test(arguments: [3, 4, 5, 7, 8, 13, 14])
    func `what was answered beside an image's error is kept, and is not asked for again`(code: Int) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<5)
        try peer.misbehave(
            #"{"kind": "image", "code": \#(code), "beside": true, "billed": true}"#, when: #"{"mark": 2}"#)
        let job = try site.writeJob(features: ["LABEL_DETECTION", "SAFE_SEARCH_DETECTION"])
        let isFinal = code == 5 || code == 7
        try await site.cairn("run", job, exits: isFinal ? 1 : 0)
        #expect(try site.tasks() == (isFinal ? "done 3, failed 1" : "done 4"))
        #expect(try site.books() == "8 settled, 0 uncertain")
        #expect(try site.requests().count == 1)
        let kept = try site.scratch.book.rows(
            "SELECT path, kind, count(*) FROM annotations WHERE path LIKE '%/2.png' GROUP BY 1, 2 ORDER BY 2")
        #expect(kept.map { $0[1] } == ["label", "safeSearch"] && kept.allSatisfy { $0[2] == "5" }, "\(kept)")
        try await site.audit()
    }

    @Test(arguments: ["null", "[]", "5", #""words""#, "true"])
    func `an image of which the service says nothing is asked about again, alone`(value: String) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        try await Fault(
            name: value,
            rules: #"[{"match": {"mark": 2, "times": 1}, "fault": {"kind": "entry", "value": \#(value)}}]"#, images: 4,
            tasks: "done 4", books: "4 settled, 1 uncertain", attempts: "answered 4, retry UNREADABLE_RESPONSE 1",
            requests: 2
        ).run(on: peer)
    }

    @Test func `an image with a value that no answer has fails, and one with more than was asked is done`() async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<8)
        let odd = [
            #"{"labelAnnotations": 7}"#, #"{"labelAnnotations": {"description": "no list"}}"#,
            #"{"labelAnnotations": [null, 3, [], "x", {"description": 5, "score": "much", "mid": [], "topicality": "#
                + #"{}}]}"#,
            #"{"labelAnnotations": [{"description": "\ud83d\ude00 \u0000 \ud800", "score": 1e300}]}"#,
            #"{"landmarkAnnotations": [{"boundingPoly": {"vertices": [{"x": 1e12}, {"y": -3}]}, "locations": [{}, 5,"#
                + #" {"latLng": {"latitude": 91}}, {"latLng": {"latitude": "12.5"}}]}]}"#,
            #"{"error": {"code": 0}}"#, #"{"unknown": {"deep": [[[[]]]]}, "labelAnnotations": [{}]}"#,
        ]
        let rules = odd.enumerated().map { place, value in
            #"{"match": {"mark": \#(place + 1)}, "fault": {"kind": "entry", "value": \#(value), "billed": true}}"#
        }
        try peer.misbehave("[\(rules.joined(separator: ", "))]")
        // Only the first rule of a request holds: each picture goes alone.
        for mark in 1..<8 {
            let job = try site.writeJob("job\(mark)", images: ["glob: pictures/\(mark).png"])
            try await site.cairn("run", job, exits: mark < 5 ? 1 : 0)
        }
        #expect(try site.books() == "7 settled, 0 uncertain")
        let failed = try site.scratch.book.rows("SELECT path, code FROM failures ORDER BY path")
        #expect(failed == (1..<5).map { ["pictures/\($0).png", "MALFORMED_RESPONSE"] }, "\(failed)")
        let labels = try site.scratch.book.rows("SELECT path, description, score FROM labels ORDER BY path, rank")
        #expect(labels.map { $0[0].suffix(5) } == ["7.png"], "\(labels)")
        try await site.audit()
    }

    @Test(arguments: [1, 7, 16])
    func `an image that has its whole request refused is found by halving the request`(mark: Int) async throws {
        try await Fault(
            name: "mark \(mark)", rules: #"[{"match": {"mark": \#(mark)}, "fault": {"kind": "bad-request"}}]"#,
            images: 16, exit: 1,
            tasks: "done 15, failed 1", books: "15 settled, 0 uncertain",
            attempts: "answered 15, failed INVALID_ARGUMENT 1", failures: ["refused INVALID_ARGUMENT"],
            words: ["Request must specify image and features."], requests: 9
        ).run(on: VisionSite.peer(in: scratch))
    }

    @Test func `an image that makes its request too large is found by halving the request`() async throws {
        try await Fault(
            name: "413", rules: #"[{"match": {"mark": 3}, "fault": {"kind": "too-large-html"}}]"#, images: 4, exit: 1,
            tasks: "done 3, failed 1", books: "3 settled, 0 uncertain", attempts: "answered 3, failed HTTP 413 1",
            failures: ["tooLarge HTTP 413"], words: ["prepare.fit"]
        ).run(on: VisionSite.peer(in: scratch))
    }

    @Test func `the other images keep their answers where the service refuses everything while a request is halved`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<17)
        // 9.png is the last of them by name, and so the last of the request.
        try peer.misbehave(
            """
            [{"match": {"images": 9}, "fault": {"kind": "bad-request"}},
             {"match": {"mark": 9}, "fault": {"kind": "billing-disabled"}}]
            """)
        try await site.cairn("run", try site.writeJob(), exits: 4)
        #expect(try site.tasks() == "done 8, queued 8")
        #expect(try site.books() == "8 settled, 0 uncertain")
        try peer.misbehave("[]")
        try await site.cairn("work", exits: 0)
        #expect(try site.tasks() == "done 16")
        #expect(try site.units().count == 16)
        try await site.audit()
    }
}
