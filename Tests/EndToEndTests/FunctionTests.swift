import Platform
import TestSupport
import Testing

/// Cloud Vision behind a callable function and Firebase Auth, all of them real but for the eyes.
@Suite(.inTurn) struct `A callable function` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `annotates pictures of all orientations where they were drawn, whatever it takes and gives`()
        async throws
    {
        try await scratch.run(
            python.description, peerScript("picture_set.py").description, scratch.path.description, "--count", "8",
            "--largest", "0.4")
        let truth = try JSONText(Files.read(scratch.file("truth.json")))
        for arguments in [
            [], ["--argument", "string", "--result", "triple", "--result-text"],
            ["--argument", "string", "--node", "18", "--result", "responses"], ["--result", "object", "--result-text"],
        ] {
            let place = try await FunctionSite(arguments, in: scratch, name: arguments.joined())
            let site = try place.site()
            let job = try place.writeJob(
                in: site, images: ["folder: \(scratch.file("pictures"))"],
                features: ["{type: LANDMARK_DETECTION, maxResults: 5}", "LABEL_DETECTION", "OBJECT_LOCALIZATION"],
                more: ["pace: {inFlight: 4}"])
            try await site.cairn("run", job, exits: 0)
            try check(
                site, "SELECT path, description, polygon FROM landmarks WHERE rank = 0 AND location_rank = 0", truth)
            try check(site, "SELECT path, description, polygon FROM objects WHERE rank = 0", truth)
            let labels = try site.scratch.book.rows("SELECT path, description FROM labels WHERE rank = 0")
            #expect(labels.count == 8 && labels.allSatisfy { "mark-\(number(truth, $0[0]))" == $0[1] }, "\(labels)")
            // The form of the argument is found out by one call, which is not billed.
            let isText = arguments.contains("string")
            let calls = try site.requests("call")
            #expect(calls.filter { $0["argument"] == .text("object") }.count == (isText ? 1 : 8))
            #expect(calls.filter { $0["argument"] == .text("string") }.count == (isText ? 8 : 0))
            #expect(try site.books() == "24 settled, 0 uncertain" && site.units().count == 24)
            #expect(calls.allSatisfy { $0["auth"] == .text("user") && $0["app_check"] == .text("right") })
            #expect(try site.requests().allSatisfy { $0["images"][0]["metadata"].items.isEmpty })
            #expect(try place.auth.rows().map { $0["kind"].string } == ["signInWithPassword"])
            try await site.audit(secrets: FunctionSite.hidden)
            // What is known is not asked again.
            try await site.cairn("run", job, exits: 0)
            #expect(try site.requests("call").count == calls.count)
        }
    }

    private func number(_ truth: JSONText, _ path: String) -> Int {
        drawn(truth, path)["number"].int ?? -1
    }

    private func drawn(_ truth: JSONText, _ path: String) -> JSONText {
        truth[String(path.split(separator: "/").last ?? "")]
    }

    /// Compares what is stored with what was drawn.
    private func check(_ site: VisionSite, _ sql: String, _ truth: JSONText) throws {
        let rows = try site.scratch.book.rows(sql)
        #expect(rows.count == 8)
        for row in rows {
            let drawn = drawn(truth, row[0])
            #expect(row[1] == "mark-\(drawn["number"].int ?? -1)")
            let sides = [drawn["width"].double ?? 0, drawn["height"].double ?? 0]
            let scale = max(1, (sides.max() ?? 0) / 640, (sides.min() ?? 0) / 480)
            let stored = try JSONText(Array(row[2].utf8)).items
            #expect(stored.count == 4)
            for (corner, expected) in zip(stored, drawn["polygon"].items) {
                for axis in 0..<2 {
                    let error = abs((corner[axis].double ?? .infinity) - (expected[axis].double ?? 0))
                    #expect(error <= 1.5 * scale, "\(row) for \(drawn)")
                }
            }
        }
    }

    /// Faults, how a run of three pictures ends, its books, and how its attempts ended.
    private static let faults: [(rules: String, exit: Int32, tasks: String, books: String, attempts: String)] = [
        (
            call(#"{"kind": "body", "status": 429, "body": "Rate exceeded.", "headers": {"Retry-After": "1"}}"#), 0,
            "done 3", "3 settled, 0 uncertain",
            "done 3, interrupted HTTP 429 1"
        ),
        (
            call(#"{"kind": "error", "status": "RESOURCE_EXHAUSTED"}"#), 0, "done 3", "3 settled, 0 uncertain",
            "done 3, interrupted RESOURCE_EXHAUSTED 1"
        ),
        (
            vision(#"{"kind": "quota-minute"}"#), 0, "done 3", "3 settled, 0 uncertain",
            "done 3, interrupted RESOURCE_EXHAUSTED 1"
        ),
        (vision(#"{"kind": "unavailable"}"#), 0, "done 3", "3 settled, 1 uncertain", "done 3, retry UNAVAILABLE 1"),
        (
            vision(#"{"kind": "cut", "worked": true}"#), 0, "done 3", "3 settled, 1 uncertain",
            "done 3, retry UNAVAILABLE 1"
        ),
        (vision(#"{"kind": "garbage"}"#), 0, "done 3", "3 settled, 1 uncertain", "done 3, retry INTERNAL 1"),
        (
            vision(#"{"kind": "bad-request"}"#), 1, "done 2, failed 1", "2 settled, 0 uncertain",
            "done 2, failed INVALID_ARGUMENT 1"
        ),
        (
            vision(#"{"kind": "image", "code": 5}"#), 1, "done 2, failed 1", "2 settled, 1 uncertain",
            "done 2, failed NOT_FOUND 1"
        ),
        (
            vision(#"{"kind": "image", "code": 14}"#), 0, "done 3", "3 settled, 1 uncertain",
            "done 3, retry UNAVAILABLE 1"
        ),
        (
            vision(#"{"kind": "entry", "value": {"tags": []}}"#), 1, "done 2, failed 1", "2 settled, 1 uncertain",
            "done 2, failed UNREADABLE_RESPONSE 1"
        ),
        (
            call(
                #"{"kind": "body", "worked": true, "body": {"result": [{"labelAnnotations": [{"description": "x", "#
                    + #""score": "high"}]}]}}"#
            ),
            1, "done 2, failed 1", "3 settled, 0 uncertain", "done 2, failed MALFORMED_RESPONSE 1"
        ),
        (
            call(
                #"{"kind": "body", "worked": true, "body": {"result": [{"labelAnnotations": [{"description": "x", "#
                    + #""score": {"@type": "#
                    + #""type.googleapis.com/google.protobuf.Int64Value", "value": "-92 and junk"}}]}]}}"#), 1,
            "done 2, failed 1", "3 settled, 0 uncertain", "done 2, failed MALFORMED_RESPONSE 1"
        ),
        (call(#"{"kind": "bad-gateway"}"#), 0, "done 3", "3 settled, 1 uncertain", "done 3, retry HTTP 502 1"),
        (
            call(#"{"kind": "error", "message": "boom", "worked": true}"#), 0, "done 3", "3 settled, 1 uncertain",
            "done 3, retry INTERNAL 1"
        ),
        (call(#"{"kind": "cut"}"#), 0, "done 3", "3 settled, 1 uncertain", "done 3, retry CUT 1"),
        (
            call(#"{"kind": "cut", "worked": true, "reset": true}"#), 0, "done 3", "3 settled, 1 uncertain",
            "done 3, retry CUT 1"
        ),
        (call(#"{"kind": "truncated"}"#), 0, "done 3", "3 settled, 1 uncertain", "done 3, retry CUT 1"),
        (
            call(#"{"kind": "garbage", "worked": true}"#), 0, "done 3", "3 settled, 1 uncertain",
            "done 3, retry UNREADABLE_RESPONSE 1"
        ),
        (call(#"{"kind": "empty"}"#), 0, "done 3", "3 settled, 1 uncertain", "done 3, retry UNREADABLE_RESPONSE 1"),
        (
            call(#"{"kind": "giant", "chunked": true}"#), 1, "done 2, failed 1", "2 settled, 1 uncertain",
            "done 2, failed RESPONSE_TOO_LARGE 1"
        ),
        (
            call(#"{"kind": "too-large-html"}"#), 1, "done 2, failed 1", "2 settled, 0 uncertain",
            "done 2, failed HTTP 413 1"
        ),
    ]

    /// A rule about the first call of the function.
    private static func call(_ fault: String) -> String {
        #"[{"match": {"kind": "call", "times": 1}, "fault": \#(fault)}]"#
    }

    /// A rule about the first request that the function makes.
    private static func vision(_ fault: String) -> String { #"[{"match": {"times": 1}, "fault": \#(fault)}]"# }

    @Test func `that fails loses nothing and costs no more than the books say`() async throws {
        let place = try await FunctionSite(in: scratch)
        for fault in Self.faults {
            let site = try place.site(marks: 1..<4)
            try place.function.misbehave(fault.rules)
            let ending = try await site.cairn(
                "run", try place.writeJob(in: site), exits: fault.exit, note: "\(fault.rules)")
            #expect(try site.tasks() == fault.tasks, "\(fault.rules)\n\(ending)")
            #expect(try site.books() == fault.books, "\(fault.rules)\n\(ending)")
            #expect(try site.attempts() == fault.attempts, "\(fault.rules)\n\(ending)")
            try await site.audit("\(fault.rules)", secrets: FunctionSite.hidden)
        }
    }

    @Test func `whose token is rejected gets a fresh one, once`() async throws {
        let place = try await FunctionSite(["--argument", "string"], in: scratch)
        let site = try place.site(marks: 1..<5)
        try place.function.misbehave(
            #"{"kind": "error", "status": "UNAUTHENTICATED", "message": "Unauthenticated"}"#,
            when: #"{"kind": "call", "number": 3}"#)
        try await site.cairn("run", try place.writeJob(in: site), exits: 0)
        #expect(try site.tasks() == "done 4" && site.books() == "4 settled, 0 uncertain")
        // One to find out the form, one that was rejected.
        #expect(try site.requests("call").count == 6)
        #expect(try place.auth.rows().map { $0["kind"].string } == ["signInWithPassword", "token"])
        try await site.audit(secrets: FunctionSite.hidden)
    }

    /// Refusals of everything, the exit status, and what people are told.
    private static let refusals: [(rules: String, exit: Int32, words: [String])] = [
        (always("call", #"{"kind": "not-invokable"}"#), 4, ["allUsers", "Invoker"]),
        (always("call", #"{"kind": "no-function"}"#), 4, ["there is no function at http://127.0.0.1", "backend.url"]),
        (always("call", #"{"kind": "error", "status": "UNAUTHENTICATED"}"#), 4, ["backend.appCheck", "`cairn work`"]),
        (
            always("call", #"{"kind": "error", "status": "PERMISSION_DENIED", "message": "staff only"}"#), 4,
            ["staff only"]
        ),
        (
            always("annotate", #"{"kind": "billing-disabled"}"#), 4,
            ["account demo-project", "billing is disabled for project"]
        ),
        (always("annotate", #"{"kind": "service-disabled"}"#), 4, ["is not enabled for project"]),
        (always("annotate", #"{"kind": "permission-denied"}"#), 4, ["service account", "demo-project/annotateImage"]),
        (always("annotate", #"{"kind": "quota-day"}"#), 5, ["midnight Pacific"]),
    ]

    private static func always(_ kind: String, _ fault: String) -> String {
        #"[{"match": {"kind": "\#(kind)"}, "fault": \#(fault)}]"#
    }

    @Test func `that refuses everything stops the run, fails no image, and says what to do`() async throws {
        let place = try await FunctionSite(in: scratch)
        for refusal in Self.refusals {
            let site = try place.site(marks: 1..<4)
            try place.function.misbehave(refusal.rules)
            let ending = try await site.cairn(
                "run", try place.writeJob(in: site), exits: refusal.exit, note: "\(refusal.rules)")
            for word in refusal.words { #expect(ending.error.contains(word), "`\(word)` is not said: \(ending)") }
            #expect(try site.tasks() == "queued 3" && site.books() == "0 settled, 0 uncertain", "\(ending)")
            try place.function.misbehave("[]")
            try await site.cairn("work", exits: 0)
            #expect(try site.tasks() == "done 3" && site.books() == "3 settled, 0 uncertain")
            try await site.audit("\(refusal.rules)", secrets: FunctionSite.hidden)
        }
    }

    @Test func `is called by nobody who cannot sign in`() async throws {
        let place = try await FunctionSite(in: scratch)
        try place.auth.misbehave(#"{"kind": "USER_DISABLED"}"#, when: "{}")
        let site = try place.site(marks: 1..<4)
        let ending = try await site.cairn("run", try place.writeJob(in: site), exits: 4)
        #expect(ending.error.contains("the user is disabled") && ending.error.contains("env:EMAIL"), "\(ending)")
        #expect(try site.requests("call").isEmpty)
        try await site.audit(secrets: FunctionSite.hidden)
    }
}
