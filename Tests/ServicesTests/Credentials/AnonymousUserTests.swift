import Curl
import Platform
import Synchronization
import TestSupport
import Testing
import Domain

@testable import Services

/// One anonymous user in a file, for every process that names it.
@Suite("The anonymous Firebase user") struct AnonymousUserTests {
    private func path(_ desk: Desk) -> FilePath { desk.folder.file("user") }

    private func open(
        _ desk: Desk, project: String = "p-1", emulator: String? = nil,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(BackendError) -> any Credentials {
        let settings = FirebaseSettings(
            project: project, function: .url("http://127.0.0.1/f"),
            auth: .signIn(
                .anonymousUser(path(desk)), webKey: .environment("WEB"), emulator: emulator ?? desk.server.authority))
        var environment = desk.environment(["WEB": "AIza-web"])
        environment.notice = notice
        return try credentials(for: settings, in: environment)
    }

    private func session(_ token: String, refresh: String) -> LoopbackServer.Response {
        .init(
            200,
            #"{"idToken":"\#(token)","id_token":"\#(token)","refreshToken":"\#(refresh)","#
                + #""refresh_token":"\#(refresh)","#
                + #""expiresIn":"3600","expires_in":"3600"}"#)
    }

    private func refusal(_ code: String) -> LoopbackServer.Response {
        .init(400, #"{"error":{"code":400,"message":"\#(code)"}}"#)
    }

    private func file(_ desk: Desk) throws -> String { try Files.text(path(desk)) }

    private func kinds(_ desk: Desk) -> [String] {
        desk.server.requests.map {
            $0.target.contains("accounts:signUp") ? "signUp" : form($0.text)["refresh_token"] ?? "?"
        }
    }

    @Test func `is made once, and refreshed by the next process, with the newest refresh token`() throws {
        let desk = try Desk(
            session("id-1", refresh: "r-1"), session("id-2", refresh: "r-2"), session("id-3", refresh: "r-3"))
        #expect(bearer(try open(desk).headers()) == "Bearer id-1")
        #expect(
            try file(desk) == #"{"project":"p-1","refreshToken":"r-1","emulator":"\#(desk.server.authority)"}"# + "\n")
        #expect(try FileStatus(of: path(desk)).mode == 0o600)
        let second = try open(desk)
        #expect(bearer(try second.headers()) == "Bearer id-2" && kinds(desk) == ["signUp", "r-1"])
        // Another process has refreshed meanwhile: its token is in the file, and this one's own is over.
        try desk.folder.write("user", try file(desk).replacing("r-2", with: "r-other"))
        desk.time.advance(.seconds(3300))
        #expect(bearer(try second.headers()) == "Bearer id-3" && kinds(desk) == ["signUp", "r-1", "r-other"])
        #expect(try file(desk).contains("r-3") && FileStatus(of: path(desk)).mode == 0o600)
    }

    @Test func `is one for 8 that start at once`() throws {
        let desk = try Desk(session("id", refresh: "r-1"))
        let got = together(8) { _ in problem { () throws(BackendError) in try open(desk) } == nil }
        #expect(got == Array(repeating: true, count: 8))
        #expect(kinds(desk) == ["signUp"] + Array(repeating: "r-1", count: 7))
    }

    @Test(arguments: ["USER_NOT_FOUND", "TOKEN_EXPIRED"])
    func `that is gone is said, and another is made`(code: String) throws {
        let desk = try Desk(session("id-1", refresh: "r-1"), refusal(code), session("id-2", refresh: "r-2"))
        _ = try open(desk)
        let said = Mutex<[String]>([])
        #expect(bearer(try open(desk) { line in said.withLock { $0.append(line) } }.headers()) == "Bearer id-2")
        #expect(
            said.withLock { $0 } == [
                "the anonymous Firebase user in \(path(desk)) is gone (\(code)); a new one was made, and the file "
                    + "replaced"
            ])
        #expect(try file(desk).contains("r-2") && kinds(desk) == ["signUp", "r-1", "signUp"])
    }

    @Test(arguments: [
        ("USER_DISABLED", "the user is disabled (USER_DISABLED); enable the user; "),
        (
            "INVALID_REFRESH_TOKEN",
            "the refresh token was rejected (INVALID_REFRESH_TOKEN); remove FILE to make a new user"
        ),
        (
            "PROJECT_NUMBER_MISMATCH",
            "the refresh token belongs to another project than the Web API key (PROJECT_NUMBER_MISMATCH); check FILE "
                + "and env:WEB"
        ),
    ])
    func `that may come back is not replaced`(code: String, words: String) throws {
        let desk = try Desk(session("id-1", refresh: "r-1"), refusal(code), session("id-2", refresh: "r-2"))
        _ = try open(desk)
        let kept = try file(desk)
        let error = problem { () throws(BackendError) in try open(desk) }
        let expected = words.replacing("FILE", with: path(desk).description)
        #expect(
            error?.description.hasPrefix("Firebase sign-in of the anonymous user in \(path(desk)): \(expected)")
                == true,
            "\(String(describing: error))")
        #expect(try file(desk) == kept && kinds(desk) == ["signUp", "r-1"])
    }

    @Test func `of another project, or of no project, is said and asks nothing`() throws {
        let desk = try Desk(session("id-1", refresh: "r-1"))
        let here = desk.server.authority
        _ = try open(desk)
        let other = problem { () throws(BackendError) in try open(desk, project: "p-2") }
        #expect(
            other?.description
                == "backend.auth.userFile: \(path(desk)): its user is one of project p-1 at the Auth emulator at "
                + "\(here), and the manifest says p-2 at the Auth emulator at \(here); name another file for this "
                + "project"
        )
        for text in ["", "{}", "[]", "my notes", #"{"project":"p-1"}"#, #"{"project":"p-1","refreshToken":""}"#] {
            try desk.folder.write("user", text)
            let error = problem { () throws(BackendError) in try open(desk) }
            #expect(
                error?.description == "backend.auth.userFile: \(path(desk)): it holds no Firebase user; "
                    + "name another file, or remove it to make a new user")
            #expect(try file(desk) == text)
        }
        #expect(kinds(desk) == ["signUp"])
    }

    @Test func `that cannot be kept is not made`() throws {
        let desk = try Desk(session("id-1", refresh: "r-1"))
        try Files.makeFolder(desk.folder.file("user.lock"))
        let error = problem { () throws(BackendError) in try open(desk) }
        #expect(
            error?.description
                == "backend.auth.userFile: \(path(desk)): cannot lock \(path(desk)).lock: Is a directory; "
                + "its folder must be there and writable")
        #expect(desk.server.requests.isEmpty)
    }

    @Test func `whose file others can read is warned about`() throws {
        let desk = try Desk(session("id-1", refresh: "r-1"))
        _ = try open(desk)
        try Files.permit(path(desk), 0o644)
        let settings = FirebaseSettings(
            project: "p-1", function: .url("http://127.0.0.1/f"),
            auth: .signIn(.anonymousUser(path(desk)), webKey: .environment("WEB"), emulator: nil))
        #expect(
            secretWarnings(for: .firebase(settings), in: desk.environment()) == [
                "file:\(path(desk)) can be read by others (mode 0644); chmod 600 \(path(desk))"
            ])
    }

    @Test func `is no reason to wait for ever for a process that stopped in its midst`() throws {
        let desk = try Desk(session("id-1", refresh: "r-1"))
        let held = try #require(try FileLock.acquire(desk.folder.file("user.lock")))
        let settings = FirebaseSettings(
            project: "p-1", function: .url("http://127.0.0.1/f"),
            auth: .signIn(.anonymousUser(path(desk)), webKey: .environment("WEB"), emulator: desk.server.authority))
        var environment = desk.environment(["WEB": "AIza-web"])
        environment.isInterrupted = { true }
        let error = problem { () throws(BackendError) in try credentials(for: settings, in: environment) }
        #expect(
            error
                == .tokenService(
                    host: "\(path(desk))",
                    reason: "another process has held \(path(desk)).lock too long, or this one was interrupted"))
        withExtendedLifetime(held) {}
    }
}
