import Glibc
import Platform
import TestSupport
import Testing

/// App Check tokens, anonymous users and sign-ins that hang, by the real program.
@Suite("The sign-in of a Firebase job", .inTurn) struct FirebaseSignInTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func kinds(_ peer: Peer?) throws -> [String] { try peer?.rows().compactMap { $0["kind"].string } ?? [] }

    @Test func `a run that outlives its App Check token ten times fails no image`() async throws {
        let place = try await FunctionSite(
            ["--latency-ms", "150"], appCheck: ["--token-seconds", "0.6"], in: scratch)
        let site = try place.site(marks: 1..<48)
        try await site.cairn("run", try place.writeJob(in: site), exits: 0)
        #expect(try site.tasks() == "done 47" && site.books() == "47 settled, 0 uncertain")
        let calls = try site.requests("call")
        #expect(try kinds(place.appCheck).count > 10 && kinds(place.auth).first == "signInWithPassword")
        #expect(calls.filter { $0["app_check"] == .text("right") }.count == 47)
        // Renewed before its end, and not because a call was refused; a slow machine may be late a few times.
        #expect(calls.count < 47 + 5, "\(calls.count) calls")
        try await site.audit(secrets: FunctionSite.hidden)
    }

    @Test func `a function that takes each App Check token once answers every image by tokens of limited use`()
        async throws
    {
        let place = try await FunctionSite(["--consume-app-check"], appCheck: [], in: scratch)
        let site = try place.site(marks: 1..<9)
        let often = try await site.cairn("run", try place.writeJob(in: site, argument: "object"), exits: 4)
        #expect(often.error.contains("this App Check token was used before"), "\(often)")
        let job = try place.writeJob(in: site, more: ["pace: {inFlight: 4}"], limitedUse: true)
        let before = try place.appCheck?.rows().count ?? 0
        try await site.cairn("run", job, exits: 0)
        #expect(try site.tasks() == "done 8" && site.books() == "8 settled, 0 uncertain")
        let given = try (place.appCheck?.rows() ?? []).dropFirst(before)
        let calls = try site.requests("call").filter { $0["app_check"] == .text("right") && $0["status"].int == 200 }
        #expect(given.allSatisfy { $0["limited_use"] == .flag(true) }, "\(given)")
        // One for each call, and one when the run begins, which shows that the app is known.
        let asked = try site.requests("call").count - 2
        #expect(calls.count == 8 && asked == 7 && given.count == 8, "\(asked) calls, \(given.count) tokens")
        try await site.audit(secrets: FunctionSite.hidden)
    }

    @Test func `a function that refuses the App Check token is asked once more, and the queue is kept`() async throws {
        let place = try await FunctionSite(appCheck: [], takes: "another", in: scratch)
        let site = try place.site(marks: 1..<4)
        let ending = try await site.cairn("run", try place.writeJob(in: site, argument: "object"), exits: 4)
        #expect(ending.error.contains("backend.appCheck, then `cairn work`"), "\(ending)")
        #expect(try kinds(place.appCheck) == ["exchangeDebugToken", "exchangeDebugToken"])
        #expect(try kinds(place.auth) == ["signInWithPassword", "token"])
        #expect(try site.requests("call").map { $0["app_check"] } == [.text("wrong"), .text("wrong")])
        #expect(try site.tasks() == "queued 3" && site.books() == "0 settled, 0 uncertain")
        try await site.audit(secrets: FunctionSite.hidden)
    }

    @Test func `a debug token that is not registered stops the run before anyone signs in`() async throws {
        let place = try await FunctionSite(appCheck: ["--project", "other"], in: scratch)
        let site = try place.site(marks: 1..<4)
        let ending = try await site.cairn("run", try place.writeJob(in: site), exits: 4)
        #expect(
            ending.error.contains(
                "App Check token of app 1:123456789012:web:0a1b2c: project demo-project has no such app there"),
            "\(ending)")
        #expect(try kinds(place.auth).isEmpty && site.requests("call").isEmpty && site.tasks() == "queued 3")
        try await site.audit(secrets: FunctionSite.hidden)
    }

    @Test func `one anonymous user serves processes that start at once, and those of later nights`() async throws {
        let place = try await FunctionSite(in: scratch)
        let site = try place.site(marks: 1..<9)
        let job = try place.writeJob(in: site, user: "anonymous: true, userFile: .cairn-user")
        try await site.cairn("submit", job, exits: 0)
        let workers = try (0..<4).map { _ in try site.start("work") }
        for worker in workers { #expect(await worker.end().status == 0) }
        try site.writePictures(9..<11)
        try await site.cairn("run", job, exits: 0)
        #expect(try site.tasks() == "done 10")
        let asked = try kinds(place.auth)
        #expect(asked.filter { $0 == "signUp" }.count == 1 && asked.contains("token"), "\(asked)")
        let file = site.scratch.file(".cairn-user")
        #expect(try FileStatus(of: file).mode == 0o600 && Files.text(file).contains("demo-project"))
        let token = try #require(JSONText(Files.read(file))["refreshToken"].string)
        try await site.audit(secrets: FunctionSite.hidden + [token])

        // The peer gives another refresh token each time, so that the file is private again afterwards.
        try Files.permit(file, 0o644)
        try site.writePictures(12..<13)
        let warned = try await site.cairn("run", job, exits: 0)
        #expect(warned.error.contains("file:\(file) can be read by others (mode 0644); chmod 600 \(file)"), "\(warned)")
        #expect(try FileStatus(of: file).mode == 0o600)

        // The user is deleted in the console: that is said, and another takes its place.
        try place.auth.misbehave(#"{"kind": "USER_NOT_FOUND"}"#, when: #"{"kind": "token"}"#)
        try site.writePictures(11..<12)
        let ending = try await site.cairn("run", job, exits: 0)
        #expect(
            ending.error.contains(
                "the anonymous Firebase user in \(file) is gone (USER_NOT_FOUND); a new one was made, and the file "
                    + "replaced"
            ),
            "\(ending)")
        #expect(try kinds(place.auth).filter { $0 == "signUp" }.count == 2 && Files.text(file).contains(token) == false)
    }

    @Test func `without a file each process makes a user, and check says so`() async throws {
        let place = try await FunctionSite(in: scratch)
        let site = try place.site(marks: 1..<2)
        let job = try place.writeJob(in: site, user: "anonymous: true")
        let checked = try await site.cairn("check", job, exits: 0)
        for notice in [
            "warning: backend.auth.anonymous: anyone who knows the Web API key in env:WEB_KEY can sign in and spend "
                + "the money of project demo-project; let the function ask for App Check or a claim as well "
                + "(docs/firebase.md, Limit who may spend)\n",
            "warning: backend.auth.anonymous: each process makes a new Firebase user; keep one with "
                + "`userFile: .cairn-user` beside it\n",
        ] {
            #expect(checked.error.contains(notice), "\(checked)")
        }
        try await site.cairn("run", job, exits: 0)
        try site.writePictures(2..<3)
        try await site.cairn("run", job, exits: 0)
        #expect(try kinds(place.auth) == ["signUp", "signUp"])
        let kept = try await site.cairn(
            "check", try place.writeJob(in: site, user: "anonymous: true, userFile: u"), exits: 0)
        #expect(kept.error.contains("anyone who knows") && !kept.error.contains("each process"), "\(kept)")
    }

    @Test func `a sign-in that hangs ends at the first Ctrl-C, and at SIGTERM`() async throws {
        let place = try await FunctionSite(in: scratch)
        let site = try place.site(marks: 1..<4)
        let job = try place.writeJob(in: site)
        for (signal, held) in [(SIGINT, 1), (SIGTERM, 2)] {
            try place.auth.misbehave(#"[{"match": {}, "fault": {"kind": "hold"}}]"#)
            let running = try site.start("run", job)
            try await offPool { try place.auth.wait(held: held) }
            running.send(signal)
            #expect(await running.end().status == 130)
            #expect(try site.tasks() == "queued 3" && site.requests("call").isEmpty)
        }
    }
}
