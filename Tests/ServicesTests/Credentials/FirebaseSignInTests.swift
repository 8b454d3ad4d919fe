import Curl
import Platform
import TestSupport
import Testing
import Domain

@testable import Services

@Suite("A Firebase sign-in") struct FirebaseSignInTests {
    private let environment = [
        "KEY": "AIza web&key", "EMAIL": "anna@example.org", "PASSWORD": "p\"ä\\ss", "CUSTOM": "c.u.s", "REFRESH": "r-0",
        "CHECK": "ac-1",
    ]
    private let password = FirebaseAuth.SignIn.password(
        email: .environment("EMAIL"), password: .environment("PASSWORD"))

    private func open(
        _ signIn: FirebaseAuth.SignIn, _ desk: Desk, appCheck: Secret? = nil
    ) throws(BackendError) -> any Credentials {
        let auth = FirebaseAuth.signIn(signIn, webKey: .environment("WEB"), emulator: desk.server.authority)
        var settings = FirebaseSettings(project: "p-1", function: .url("http://127.0.0.1/f"), auth: auth)
        settings.appCheck = appCheck.map { .token($0) }
        return try credentials(
            for: settings, in: desk.environment(environment.merging(["WEB": "AIza+web&key"]) { $1 }))
    }

    /// What an account's sign-in answers.
    private func session(_ token: String, refresh: String, life: String = "\"3600\"") -> LoopbackServer.Response {
        .init(
            200, #"{"kind":"x","idToken":"\#(token)","refreshToken":"\#(refresh)","expiresIn":\#(life),"localId":"u"}"#)
    }

    /// What the Secure Token service answers.
    private func refreshed(_ token: String, refresh: String) -> LoopbackServer.Response {
        .init(
            200,
            #"{"access_token":"\#(token)","expires_in":"3600","token_type":"Bearer","refresh_token":"\#(refresh)","#
                + #""id_token":"\#(token)","user_id":"u","project_id":"123"}"#)
    }

    private func refusal(_ message: String, _ status: Int = 400) -> LoopbackServer.Response {
        .init(
            status,
            #"{"error":{"code":\#(status),"message":"\#(message)","errors":[{"message":"\#(message)","#
                + #""domain":"global","reason":"invalid"}]}}"#)
    }

    @Test func `a Firebase sign-in asks as each way to sign in wants it`() throws {
        let ways: [(FirebaseAuth.SignIn, String, String)] = [
            (
                password, "signInWithPassword",
                #"{"returnSecureToken":true,"email":"anna@example.org","password":"p\"ä\\ss"}"#
            ),
            (.anonymous, "signUp", #"{"returnSecureToken":true}"#),
            (
                .customToken(.environment("CUSTOM")), "signInWithCustomToken",
                #"{"returnSecureToken":true,"token":"c.u.s"}"#
            ),
        ]
        for (signIn, action, body) in ways {
            let desk = try Desk(session("id-1", refresh: "r-1"))
            let credentials = try open(signIn, desk, appCheck: .environment("CHECK"))
            #expect(
                try credentials.headers() == [
                    HTTPHeader("Authorization", "Bearer id-1"), HTTPHeader("X-Firebase-AppCheck", "ac-1"),
                ])
            #expect(credentials.project == "p-1")
            let request = try #require(desk.server.requests.first)
            #expect(desk.server.requests.count == 1 && request.method == "POST")
            #expect(
                request.target == "/identitytoolkit.googleapis.com/v1/accounts:\(action)?key=AIza%2Bweb%26key")
            #expect(request.text == body && request.header("content-type") == "application/json")
        }
        let desk = try Desk(refreshed("id-1", refresh: "r-1"))
        #expect(bearer(try open(.refreshToken(.environment("REFRESH")), desk).headers()) == "Bearer id-1")
        let request = try #require(desk.server.requests.first)
        #expect(request.target == "/securetoken.googleapis.com/v1/token?key=AIza%2Bweb%26key")
        #expect(form(request.text) == ["grant_type": "refresh_token", "refresh_token": "r-0"])
    }

    @Test func `is refreshed when five minutes are left, once for 16 threads, with the newest refresh token`() throws {
        let desk = try Desk(
            session("id-1", refresh: "r-1"), refreshed("id-2", refresh: "r-2"), refreshed("id-3", refresh: "r-3"))
        let credentials = try open(.anonymous, desk)
        desk.time.advance(.seconds(3299))
        #expect(bearer(try credentials.headers()) == "Bearer id-1")
        desk.time.advance(.seconds(1))
        let got = together(16) { _ in try? bearer(credentials.headers()) }
        #expect(got == Array(repeating: "Bearer id-2", count: 16))
        let refused = try credentials.headers()
        #expect(together(16) { _ in try? credentials.renew(after: refused) } == Array(repeating: true, count: 16))
        #expect(bearer(try credentials.headers()) == "Bearer id-3")
        #expect(desk.server.requests.dropFirst().map { form($0.text)["refresh_token"] } == ["r-1", "r-2"])
    }

    @Test(arguments: [
        "TOKEN_EXPIRED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN", "INVALID_GRANT_TYPE", "MISSING_REFRESH_TOKEN",
        "MISSING_GRANT_TYPE", "PROJECT_NUMBER_MISMATCH",
    ])
    func `a Firebase sign-in is done again when the refresh token is not taken any more`(code: String) throws {
        for signIn in [password, .anonymous, .customToken(.environment("CUSTOM"))] {
            let desk = try Desk(session("id-1", refresh: "r-1"), refusal(code), session("id-2", refresh: "r-2"))
            let credentials = try open(signIn, desk)
            desk.time.advance(.seconds(3400))
            #expect(bearer(try credentials.headers()) == "Bearer id-2" && desk.server.requests.count == 3)
        }
        let secret = Secret.environment("REFRESH")
        let desk = try Desk(refreshed("id-1", refresh: "r-1"), refusal(code), refreshed("id-2", refresh: "r-2"))
        let credentials = try open(.refreshToken(secret), desk)
        desk.time.advance(.seconds(3400))
        #expect(bearer(try credentials.headers()) == "Bearer id-2")
        #expect(desk.server.requests.map { form($0.text)["refresh_token"] } == ["r-0", "r-1", "r-0"])
        let gone = try Desk(refreshed("id-1", refresh: "r-0"), refusal(code))
        let stuck = try open(.refreshToken(secret), gone)
        let refused = try stuck.headers()
        let error = problem { () throws(BackendError) in try stuck.renew(after: refused) }
        #expect(error?.description.hasPrefix("Firebase sign-in with the refresh token in env:REFRESH: ") == true)
        #expect(gone.server.requests.count == 2)
    }

    @Test func `a Firebase sign-in of a user who was disabled is not done again as another`() throws {
        let desk = try Desk(session("id-1", refresh: "r-1"), refusal("USER_DISABLED"), session("id-2", refresh: "r-2"))
        let credentials = try open(.anonymous, desk)
        let refused = try credentials.headers()
        let error = problem { () throws(BackendError) in try credentials.renew(after: refused) }
        #expect(error?.description.contains("the user is disabled (USER_DISABLED); enable the user") == true)
        #expect(desk.server.requests.count == 2)
    }

    @Test(arguments: [
        (
            "INVALID_LOGIN_CREDENTIALS", "address or the password is wrong",
            "check env:EMAIL and env:PASSWORD; the users are"
        ),
        ("EMAIL_NOT_FOUND", "no user has this email address", "check env:EMAIL; the users are in the console"),
        ("INVALID_PASSWORD", "the password is wrong, or the user has none", "check env:EMAIL and env:PASSWORD"),
        ("USER_DISABLED", "the user is disabled", "enable the user"),
        ("INVALID_EMAIL", "this is not an email address", "check env:EMAIL"),
        ("MISSING_EMAIL", "this is not an email address", "check env:EMAIL"),
        ("MISSING_PASSWORD", "the password is missing", "check env:EMAIL and env:PASSWORD"),
        (
            "PASSWORD_LOGIN_DISABLED", "sign-in with email and password is switched off",
            "enable it in the console under"
        ),
        (
            "OPERATION_NOT_ALLOWED", "this way to sign in is switched off",
            "enable it in the console under Authentication"
        ),
        (
            "ADMIN_ONLY_OPERATION", "anonymous sign-in is switched off",
            "enable it in the console under Authentication, Sign-in method, Anonymous"
        ),
        ("EMAIL_EXISTS", "it was refused (status 400, EMAIL_EXISTS)", "see the console"),
        (
            "WEAK_PASSWORD : Password should be at least 6 characters", "WEAK_PASSWORD: Password should be at",
            "see the console"
        ),
        ("INVALID_CUSTOM_TOKEN", "the custom token is malformed or has ended", "put a new one into"),
        ("MISSING_CUSTOM_TOKEN", "the custom token is malformed or has ended", "it lasts an hour at most"),
        ("CREDENTIAL_MISMATCH", "the custom token belongs to another project", "the project that env:WEB belongs to"),
        ("PROJECT_NUMBER_MISMATCH", "belongs to another project than the Web API key", "and env:WEB"),
        ("CONFIGURATION_NOT_FOUND", "Firebase Authentication is not set up in this project", "choose Get started"),
        ("PROJECT_DISABLED", "the project is disabled", "see the project in the console"),
        ("API key not valid. Please pass a valid API key.", "the Web API key is not valid", "into env:WEB"),
        ("The request is missing a valid API key.", "the Web API key is not valid", "Project settings, General"),
        ("Requests from referer <empty> are blocked.", "the Web API key's restrictions forbid it", "allow the key"),
        ("SOMETHING_NEW : says anna@example.org of p\\\"ä\\\\ss", "SOMETHING_NEW: says *** of ***", "see the console"),
    ])
    func `a Firebase sign-in that is refused says why and what to do, and shows no secret`(
        message: String, reason: String, advice: String
    ) throws {
        for signIn in [password, .anonymous, .customToken(.environment("CUSTOM"))] {
            let desk = try Desk(refusal(message))
            let text = try #require(problem { () throws(BackendError) in try open(signIn, desk) }).description
            #expect(!text.contains("check ;") && !text.contains("  "))
            #expect(desk.server.requests.count == 1 && desk.pauses.all.isEmpty)
            guard signIn == password else { continue }
            #expect(text.contains(reason) && text.contains(advice), "\(text)")
            for secret in ["AIza", "anna@", "ä", "r-1"] { #expect(!text.contains(secret), "\(text)") }
        }
    }

    @Test(arguments: ["TOO_MANY_ATTEMPTS_TRY_LATER : Access is disabled", "QUOTA_EXCEEDED : Exceeded quota"])
    func `a Firebase sign-in that came too often is tried again with growing pauses, then left for later`(
        message: String
    ) throws {
        let desk = try Desk(refusal(message), refusal(message), session("id-1", refresh: "r-1"))
        #expect(bearer(try open(password, desk).headers()) == "Bearer id-1" && desk.pauses.all == [1000, 2000])
        desk.answers(refusal(message))
        let error = problem { () throws(BackendError) in try open(password, desk) }
        #expect(desk.server.requests.count == 3 + 5 && desk.pauses.all.dropFirst(2) == [1000, 2000, 4000, 8000])
        #expect(error?.description.contains(message.split(separator: " ")[0]) == true)
        #expect(error?.description.hasSuffix("; run the same command again later") == true)
    }

    @Test(arguments: [500, 503, 429, 502])
    func `a Firebase sign-in that meets a bad moment of the service is tried again`(status: Int) throws {
        let desk = try Desk(.init(status, "<html>"), session("id-1", refresh: "r-1"))
        #expect(bearer(try open(.anonymous, desk).headers()) == "Bearer id-1")
    }

    @Test
    func `a Firebase sign-in takes no longer for a request than the manifest says, and ends when it is interrupted`()
        throws
    {
        let silent = try RawServer { visitor in
            _ = visitor.request()
            visitor.waitForEnd()
        }
        let auth = FirebaseAuth.signIn(
            .anonymous, webKey: .environment("CHECK"), emulator: "127.0.0.1:\(silent.port)")
        let settings = FirebaseSettings(project: "p-1", function: .url("http://127.0.0.1/f"), auth: auth)
        let desk = try Desk()
        var environment = desk.environment(environment)
        environment.timeout = TimeSpan(milliseconds: 200)
        let began = monotonicMilliseconds()
        let late = problem { () throws(BackendError) in try Services.credentials(for: settings, in: environment) }
        #expect(late?.description.contains("gives no token now: ") == true, "\(String(describing: late))")
        #expect(silent.connections == 5 && monotonicMilliseconds() - began < 30_000)

        // One try, and what is left of it is not waited for.
        environment.isInterrupted = { silent.connections > 5 }
        environment.timeout = .seconds(600)
        let stopped = problem { () throws(BackendError) in try Services.credentials(for: settings, in: environment) }
        #expect(stopped?.description.contains("it was interrupted") == true, "\(String(describing: stopped))")
        #expect(silent.connections == 6 && desk.pauses.all == [1000, 2000, 4000, 8000])
    }

    @Test func `a Firebase sign-in with a second factor is said to be impossible`() throws {
        let desk = try Desk(
            .init(200, #"{"mfaPendingCredential":"hush","mfaInfo":[{"phoneInfo":"+*******1234"}],"localId":"u"}"#))
        let error = problem { () throws(BackendError) in try open(password, desk) }
        #expect(
            error?.description == "Firebase sign-in of the user in env:EMAIL: the user has a second factor, "
                + "which Cairn cannot give; use a user without one, or a custom token")
    }

    @Test(arguments: ["{}", "[]", "no", #"{"idToken":7}"#, #"{"idToken":"a\r\nb: c","refreshToken":"r"}"#])
    func `a Firebase sign-in answered without a token fit for a header field is no use`(body: String) throws {
        let desk = try Desk(.init(200, body))
        let error = problem { () throws(BackendError) in try open(.anonymous, desk) }
        #expect(error == .tokenService(host: desk.server.authority, reason: "it answered without an ID token"))
    }

    @Test func `a Firebase sign-in whose secrets are missing asks nobody`() throws {
        let desk = try Desk(session("id-1", refresh: "r-1"))
        let none = Secret.environment("NONE")
        for signIn in [
            .password(email: none, password: none), .customToken(none), FirebaseAuth.SignIn.refreshToken(none),
        ] {
            let error = problem { () throws(BackendError) in try open(signIn, desk) }
            #expect(error?.description == "the environment variable NONE is not set")
        }
        let error = problem { () throws(BackendError) in try open(.anonymous, desk, appCheck: none) }
        #expect(error?.description == "the environment variable NONE is not set" && desk.server.requests.isEmpty)
    }

    @Test func `a Firebase sign-in lives as long as its token says where the service does not`() throws {
        for life in ["null", "\"x\"", "[]"] {
            let desk = try Desk(session("id-1", refresh: "r-1", life: life), refreshed("id-2", refresh: "r-2"))
            let credentials = try open(.anonymous, desk)
            desk.time.advance(.seconds(3299))
            #expect(bearer(try credentials.headers()) == "Bearer id-1")
            desk.time.advance(.seconds(1))
            #expect(bearer(try credentials.headers()) == "Bearer id-2")
        }
    }
}
