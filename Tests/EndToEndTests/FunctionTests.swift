import Platform
import TestSupport
import Testing

/// Cloud Vision behind a callable function and Firebase Auth, all of them real but for the eyes.
@Suite("A job behind a callable function", .inTurn) struct FunctionTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a function annotates pictures of all orientations where they were drawn, whatever it takes and gives`()
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

    private static let faults = [
        Fault(
            name: "429 of the front end",
            rules: call(#"{"kind": "body", "status": 429, "body": "Rate exceeded.", "headers": {"Retry-After": "1"}}"#),
            exit: 0, tasks: "done 3",
            books: "3 settled, 0 uncertain", attempts: "answered 3, interrupted HTTP 429 1"),
        Fault(
            name: "429 of the function", rules: call(#"{"kind": "error", "status": "RESOURCE_EXHAUSTED"}"#), exit: 0,
            tasks: "done 3",
            books: "3 settled, 0 uncertain", attempts: "answered 3, interrupted RESOURCE_EXHAUSTED 1"),
        Fault(
            name: "429 of Vision", rules: vision(#"{"kind": "quota-minute"}"#), exit: 0, tasks: "done 3",
            books: "3 settled, 0 uncertain", attempts: "answered 3, interrupted RESOURCE_EXHAUSTED 1"),
        Fault(
            name: "503 of Vision", rules: vision(#"{"kind": "unavailable"}"#), exit: 0, tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted UNAVAILABLE 1"),
        Fault(
            name: "Vision cut after the work", rules: vision(#"{"kind": "cut", "worked": true}"#), exit: 0,
            tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted UNAVAILABLE 1"),
        Fault(
            name: "no JSON of Vision", rules: vision(#"{"kind": "garbage"}"#), exit: 0, tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted INTERNAL 1"),
        Fault(
            name: "400 of Vision", rules: vision(#"{"kind": "bad-request"}"#), exit: 1, tasks: "done 2, failed 1",
            books: "2 settled, 0 uncertain", attempts: "answered 2, failed INVALID_ARGUMENT 1"),
        Fault(
            name: "an image that Vision does not find", rules: vision(#"{"kind": "image", "code": 5}"#), exit: 1,
            tasks: "done 2, failed 1",
            books: "2 settled, 1 uncertain", attempts: "answered 2, failed NOT_FOUND 1"),
        Fault(
            name: "an image that Vision cannot open", rules: vision(#"{"kind": "image", "code": 14}"#), exit: 0,
            tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted UNAVAILABLE 1"),
        Fault(
            name: "an answer without known members", rules: vision(#"{"kind": "entry", "value": {"tags": []}}"#),
            exit: 0, tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted UNREADABLE_RESPONSE 1"),
        Fault(
            name: "a score that is a word",
            rules: call(
                #"{"kind": "body", "worked": true, "body": {"result": [{"labelAnnotations": [{"description": "x", "#
                    + #""score": "high"}]}]}}"#
            ), exit: 1, tasks: "done 2, failed 1",
            books: "3 settled, 0 uncertain", attempts: "answered 2, failed MALFORMED_RESPONSE 1"),
        Fault(
            name: "a score that is a number and words",
            rules: call(
                #"{"kind": "body", "worked": true, "body": {"result": [{"labelAnnotations": [{"description": "x", "#
                    + #""score": {"@type": "#
                    + #""type.googleapis.com/google.protobuf.Int64Value", "value": "-92 and junk"}}]}]}}"#), exit: 1,
            tasks: "done 2, failed 1",
            books: "3 settled, 0 uncertain", attempts: "answered 2, failed MALFORMED_RESPONSE 1"),
        Fault(
            name: "502 of the front end", rules: call(#"{"kind": "bad-gateway"}"#), exit: 0, tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted HTTP 502 1"),
        Fault(
            name: "an error of the function after the work",
            rules: call(#"{"kind": "error", "message": "boom", "worked": true}"#), exit: 0, tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted INTERNAL 1"),
        Fault(
            name: "a call cut before the work", rules: call(#"{"kind": "cut"}"#), exit: 0, tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted CUT 1"),
        Fault(
            name: "a call reset after the work", rules: call(#"{"kind": "cut", "worked": true, "reset": true}"#),
            exit: 0, tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted CUT 1"),
        Fault(
            name: "a response cut within", rules: call(#"{"kind": "truncated"}"#), exit: 0, tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted CUT 1"),
        Fault(
            name: "no JSON of the function", rules: call(#"{"kind": "garbage", "worked": true}"#), exit: 0,
            tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted UNREADABLE_RESPONSE 1"),
        Fault(
            name: "an empty object of the function", rules: call(#"{"kind": "empty"}"#), exit: 0, tasks: "done 3",
            books: "3 settled, 1 uncertain", attempts: "answered 3, interrupted UNREADABLE_RESPONSE 1"),
        Fault(
            name: "a giant response", rules: call(#"{"kind": "giant", "chunked": true}"#), exit: 1,
            tasks: "done 2, failed 1",
            books: "2 settled, 1 uncertain", attempts: "answered 2, failed RESPONSE_TOO_LARGE 1"),
        Fault(
            name: "a call that is too large", rules: call(#"{"kind": "too-large-html"}"#), exit: 1,
            tasks: "done 2, failed 1",
            books: "2 settled, 0 uncertain", attempts: "answered 2, failed HTTP 413 1"),
    ]

    /// A rule about the first call of the function.
    private static func call(_ fault: String) -> String {
        #"[{"match": {"kind": "call", "times": 1}, "fault": \#(fault)}]"#
    }

    /// A rule about the first request that the function makes.
    private static func vision(_ fault: String) -> String { #"[{"match": {"times": 1}, "fault": \#(fault)}]"# }

    @Test(arguments: faults)
    func `a function that fails loses nothing and costs no more than the ledger says`(fault: Fault) async throws {
        let place = try await FunctionSite(in: scratch)
        let site = try place.site(marks: 1..<4)
        try place.function.misbehave(fault.rules)
        let ending = try await site.cairn("run", try place.writeJob(in: site), exits: fault.exit)
        #expect(try site.tasks() == fault.tasks, "\(ending)")
        #expect(try site.books() == fault.books, "\(ending)")
        #expect(try site.attempts() == fault.attempts, "\(ending)")
        try await site.audit(secrets: FunctionSite.hidden)
    }

    @Test func `a function that refuses every call alike stops the run, and no image has failed`() async throws {
        let place = try await FunctionSite(in: scratch)
        let site = try place.site(marks: 1..<25)
        try place.function.misbehave(
            #"{"kind": "error", "status": "INVALID_ARGUMENT", "message": "no features"}"#,
            when: #"{"kind": "call", "times": 14}"#)
        let job = try place.writeJob(in: site, more: ["pace: {inFlight: 4}"])
        let ending = try await site.cairn("run", job, exits: 4)
        #expect(ending.error.contains("refuses every image alike (INVALID_ARGUMENT)"), "\(ending)")
        #expect(try site.tasks() == "queued 24")
        let calls = try site.requests("call").map { $0["argument"].string }
        #expect(calls.count == 8, "\(calls)")
        try place.function.misbehave("[]")
        try await site.cairn("run", job, exits: 0)
        #expect(try site.tasks() == "done 24" && site.books() == "24 settled, 0 uncertain")
        try await site.audit(secrets: FunctionSite.hidden)
    }

    @Test func `a function that rejects a token gets a fresh one, once`() async throws {
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

    private static let refusals = [
        Refusal(
            name: "the function may not be invoked", rules: always("call", #"{"kind": "not-invokable"}"#), exit: 4,
            words: ["allUsers", "Invoker"]),
        Refusal(
            name: "there is no function", rules: always("call", #"{"kind": "no-function"}"#), exit: 4,
            words: ["there is no function at http://127.0.0.1", "backend.url"]),
        Refusal(
            name: "the call is not authenticated",
            rules: always("call", #"{"kind": "error", "status": "UNAUTHENTICATED"}"#), exit: 4,
            words: ["backend.appCheck", "`cairn work`"]),
        Refusal(
            name: "permission is denied",
            rules: always("call", #"{"kind": "error", "status": "PERMISSION_DENIED", "message": "staff only"}"#),
            exit: 4, words: ["staff only"]),
        Refusal(
            name: "billing is disabled", rules: always("annotate", #"{"kind": "billing-disabled"}"#), exit: 4,
            words: ["account demo-project", "billing is disabled for project"]),
        Refusal(
            name: "the API is disabled", rules: always("annotate", #"{"kind": "service-disabled"}"#), exit: 4,
            words: ["is not enabled for project"]),
        Refusal(
            name: "the function's account may not ask", rules: always("annotate", #"{"kind": "permission-denied"}"#),
            exit: 4, words: ["service account", "demo-project/annotateImage"]),
        Refusal(
            name: "the quota of the day", rules: always("annotate", #"{"kind": "quota-day"}"#), exit: 5,
            words: ["midnight Pacific"]),
    ]

    private static func always(_ kind: String, _ fault: String) -> String {
        #"[{"match": {"kind": "\#(kind)"}, "fault": \#(fault)}]"#
    }

    @Test(arguments: refusals)
    func `a function that refuses everything stops the run, and says what to do`(refusal: Refusal) async throws {
        let place = try await FunctionSite(in: scratch)
        let site = try place.site(marks: 1..<4)
        try place.function.misbehave(refusal.rules)
        let ending = try await site.cairn("run", try place.writeJob(in: site), exits: refusal.exit)
        for word in refusal.words { #expect(ending.error.contains(word), "`\(word)` is not said: \(ending)") }
        #expect(try site.tasks() == "queued 3" && site.books() == "0 settled, 0 uncertain", "\(ending)")
        try place.function.misbehave("[]")
        try await site.cairn("work", exits: 0)
        #expect(try site.tasks() == "done 3" && site.books() == "3 settled, 0 uncertain")
        try await site.audit(secrets: FunctionSite.hidden)
    }

    @Test func `a function is not called by a user who cannot sign in`() async throws {
        let place = try await FunctionSite(in: scratch)
        try place.auth.misbehave(#"{"kind": "USER_DISABLED"}"#, when: "{}")
        let site = try place.site(marks: 1..<4)
        let ending = try await site.cairn("run", try place.writeJob(in: site), exits: 4)
        #expect(ending.error.contains("the user is disabled") && ending.error.contains("env:EMAIL"), "\(ending)")
        #expect(try site.requests("call").isEmpty)
        try await site.audit(secrets: FunctionSite.hidden)
    }
}
