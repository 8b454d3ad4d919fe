import Crypto
import Curl
import Platform
import TestSupport
import Testing
import Domain

@testable import Services

@Suite("The App Check tokens") struct AppCheckTests {
    /// What the App Check service answers.
    private func token(_ value: String, _ life: String = "3600s") -> LoopbackServer.Response {
        .init(200, #"{"token":"\#(value)","ttl":"\#(life)"}"#)
    }

    /// What Firebase Auth answers.
    private func session(_ token: String) -> LoopbackServer.Response {
        .init(
            200,
            #"{"idToken":"\#(token)","id_token":"\#(token)","refreshToken":"r","refresh_token":"r","expiresIn":"3600","#
                + #""expires_in":"3600"}"#)
    }

    private func refusal(_ status: Int, _ message: String) -> LoopbackServer.Response {
        .init(status, #"{"error":{"code":\#(status),"message":"\#(message)","status":"X"}}"#)
    }

    private func open(
        _ desk: Desk, _ proof: AppCheck.Proof = .debugToken(.environment("DEBUG")), signsIn: Bool = true,
        isLimitedUse: Bool = false
    ) throws(BackendError) -> any Credentials {
        let web = Secret.environment("WEB")
        let auth: FirebaseAuth =
            signsIn ? .signIn(.anonymous, webKey: web, emulator: desk.server.authority) : .idToken(.environment("ID"))
        var settings = FirebaseSettings(project: "p-1", function: .url("http://127.0.0.1/f"), auth: auth)
        var exchange = AppCheck.TokenExchange(appID: "1:2:web:a", proof: proof, webKey: web, endpoint: desk.server.url)
        exchange.isLimitedUse = isLimitedUse
        settings.appCheck = .exchange(exchange)
        let environment = ["WEB": "AIza-web", "DEBUG": "debug-\"1", "CUSTOM": "c.u.s\n", "ID": "e30.e30.c2ln"]
        return try credentials(for: settings, in: desk.environment(environment))
    }

    private func attestation(_ credentials: any Credentials) throws -> String? {
        try credentials.headers().first { $0.name == "X-Firebase-AppCheck" }?.value
    }

    @Test func `a debug token and a custom token are exchanged as the service wants it`() throws {
        for (proof, action, body) in [
            (
                AppCheck.Proof.debugToken(.environment("DEBUG")), "exchangeDebugToken",
                #"{"debugToken":"debug-\"1","limitedUse":false}"#
            ),
            (
                .customToken(.environment("CUSTOM")), "exchangeCustomToken",
                #"{"customToken":"c.u.s","limitedUse":false}"#
            ),
        ] {
            let desk = try Desk(token("ac-1"))
            let credentials = try open(desk, proof, signsIn: false)
            #expect(
                try credentials.headers() == [
                    HTTPHeader("Authorization", "Bearer e30.e30.c2ln"), HTTPHeader("X-Firebase-AppCheck", "ac-1"),
                ])
            let request = try #require(desk.server.requests.first)
            #expect(desk.server.requests.count == 1 && request.method == "POST" && request.text == body)
            #expect(request.target == "/v1/projects/p-1/apps/1:2:web:a:\(action)")
            #expect(
                request.header("x-goog-api-key") == "AIza-web" && request.header("content-type") == "application/json")
        }
    }

    @Test func `a token is renewed five minutes before its end, once for 16 threads, and the user is not asked again`()
        throws
    {
        let desk = try Desk(token("ac-1", "1800s"), session("id-1"), token("ac-2", "1800.5s"), token("ac-3"))
        let credentials = try open(desk)
        desk.time.advance(.seconds(1499))
        #expect(try attestation(credentials) == "ac-1" && desk.server.requests.count == 2)
        desk.time.advance(.seconds(1))
        #expect(together(16) { _ in try? attestation(credentials) } == Array(repeating: "ac-2", count: 16))
        #expect(bearer(try credentials.headers()) == "Bearer id-1" && desk.server.requests.count == 3)
    }

    @Test func `of limited use is another one for each request, and the user is kept`() throws {
        let desk = try Desk(token("ac-1", "300s"), session("id-1"), token("ac-2", "300s"), token("ac-3", "300s"))
        let credentials = try open(desk, isLimitedUse: true)
        let first = try credentials.headers()
        #expect(bearer(first) == "Bearer id-1" && first.last == HTTPHeader("X-Firebase-AppCheck", "ac-2"))
        #expect(try attestation(credentials) == "ac-3")
        let asked = desk.server.requests.filter { $0.target.contains(":exchangeDebugToken") }
        #expect(asked.count == 3 && desk.server.requests.count == 4)
        #expect(asked.allSatisfy { $0.text == #"{"debugToken":"debug-\"1","limitedUse":true}"# }, "\(asked[0].text)")
        desk.answers(session("id-2"), token("ac-4"))
        #expect(try credentials.renew(after: first))
        #expect(bearer(try credentials.headers()) == "Bearer id-2")
    }

    @Test func `a user is refreshed alone while the token still holds`() throws {
        let desk = try Desk(token("ac-1", "7200s"), session("id-1"), session("id-2"))
        let credentials = try open(desk)
        desk.time.advance(.seconds(3300))
        #expect(bearer(try credentials.headers()) == "Bearer id-2")
        #expect(try attestation(credentials) == "ac-1" && desk.server.requests.count == 3)
    }

    @Test func `a refused pair is renewed, both of it, once for 16 threads`() throws {
        let desk = try Desk(token("ac-1"), session("id-1"), token("ac-2"), session("id-2"))
        let credentials = try open(desk)
        let refused = try credentials.headers()
        #expect(together(16) { _ in try? credentials.renew(after: refused) } == Array(repeating: true, count: 16))
        #expect(try attestation(credentials) == "ac-2" && bearer(credentials.headers()) == "Bearer id-2")
        #expect(desk.server.requests.count == 4)
    }

    @Test func `a service that is away is asked again, and the token serves to its end`() throws {
        let desk = try Desk(token("ac-1"), session("id-1"), .init(503, "no"))
        let credentials = try open(desk)
        desk.time.advance(.seconds(3400))
        #expect(try attestation(credentials) == "ac-1" && desk.pauses.all == [1000, 2000, 4000, 8000])
        desk.time.advance(.seconds(200))
        let error = problem { () throws(BackendError) in try credentials.headers() }
        #expect(error == .tokenService(host: desk.server.authority, reason: "status 503"))
    }

    @Test(arguments: [
        (
            403, "App attestation failed.",
            "the debug token in env:DEBUG was rejected (status 403, App attestation failed.)",
            "add it in the console under App Check, Apps, the app's menu, Manage debug tokens"
        ),
        (
            400, "App not registered: 1:2:web:a.",
            "project p-1 has no such app there (status 400, App not registered: 1:2:web:a.)",
            "register the app in the console under App Check, Apps, and check backend.appCheck.appId and "
                + "backend.project"
        ),
        (
            404, "Requested entity was not found.",
            "project p-1 has no such app there (status 404, Requested entity was not found.)",
            "register the app in the console under App Check, Apps, and check backend.appCheck.appId and "
                + "backend.project"
        ),
        (
            400, "API key not valid. Please pass a valid API key.", "the Web API key is not valid",
            "copy it from the console, Project settings, General, into env:WEB"
        ),
        (
            403, "Requests to this API are blocked.",
            "the restrictions of the Web API key in env:WEB forbid it (status 403, Requests to this API are blocked.)",
            "allow the key Firebase App Check API in the console under APIs & Services, Credentials"
        ),
        (
            403, "Firebase App Check API has not been used in project 7 before or it is disabled.",
            "the Firebase App Check API is not enabled (status 403, Firebase App Check API has not been used in "
                + "project 7 before or it is disabled.)",
            "gcloud services enable firebaseappcheck.googleapis.com --project p-1"
        ),
    ])
    func `a refusal says why and what to do, before anyone signs in`(
        status: Int, message: String, reason: String, advice: String
    ) throws {
        let desk = try Desk(refusal(status, message))
        let error = problem { () throws(BackendError) in try open(desk) }
        #expect(error?.description == "App Check token of app 1:2:web:a: \(reason); \(advice)")
        #expect(desk.server.requests.count == 1)
    }

    @Test func `a refused custom token has words of its own, and no refusal shows a secret`() throws {
        let desk = try Desk(refusal(403, "App attestation failed for c.u.s with AIza-web"))
        let error = problem { () throws(BackendError) in try open(desk, .customToken(.environment("CUSTOM"))) }
        #expect(
            error?.description == "App Check token of app 1:2:web:a: the custom token in env:CUSTOM was rejected "
                + "(status 403, App attestation failed for *** with ***); put a new one there, signed by a service "
                + "account of project p-1 for this app")
    }

    @Test(arguments: ["{}", "[]", "no", #"{"token":7,"ttl":"60s"}"#, #"{"token":"a\r\nb: c","ttl":"60s"}"#])
    func `an answer without a token fit for a header field is no use`(body: String) throws {
        let desk = try Desk(.init(200, body))
        let error = problem { () throws(BackendError) in try open(desk) }
        #expect(error == .tokenService(host: desk.server.authority, reason: "it answered without an App Check token"))
    }

    @Test func `a token in a file is read again before its end, and one that has ended is not sent`() throws {
        func made(_ seconds: Int64, _ desk: Desk) -> String {
            let end = desk.time.clock.now().milliseconds / 1000 + seconds
            return "e30." + Base64URL.text(Array(#"{"exp":\#(end)}"#.utf8)) + ".c2ln"
        }
        let desk = try Desk(session("id-1"))
        let first = made(1800, desk)
        let secret = try desk.secret("check", first)
        var settings = FirebaseSettings(
            project: "p-1", function: .url("http://127.0.0.1/f"),
            auth: .signIn(.anonymous, webKey: .environment("WEB"), emulator: desk.server.authority))
        settings.appCheck = .token(secret)
        let credentials = try credentials(for: settings, in: desk.environment(["WEB": "AIza-web"]))
        let next = made(3000, desk)
        try desk.folder.write("check", next)
        desk.time.advance(.seconds(1499))
        #expect(try attestation(credentials) == first)
        desk.time.advance(.seconds(1))
        #expect(try attestation(credentials) == next && desk.server.requests.count == 1)
        desk.time.advance(.seconds(1500))
        let error = problem { () throws(BackendError) in try credentials.headers() }
        #expect(
            error?.description
                == "the App Check token in \(secret.source): it ended 0 seconds ago; put a new one there, "
                + "or let Cairn get its own with `appCheck: {appId: ..., debugToken: ...}`")
    }
}
