import Crypto
import Curl
import Platform
import TestSupport
import Testing
import Domain

@testable import Services

@Suite("What was made elsewhere") struct GivenTokenTests {
    private func vision(
        _ auth: VisionSettings.Auth, _ desk: Desk, _ environment: [String: String] = [:]
    ) throws(BackendError) -> any Credentials {
        try credentials(for: auth, account: nil, in: desk.environment(environment))
    }

    /// An ID token without a signature, as the Auth emulator makes them.
    private func idToken(_ claims: String) -> String {
        Base64URL.text(Array(#"{"alg":"none","typ":"JWT"}"#.utf8)) + "." + Base64URL.text(Array(claims.utf8)) + "."
    }

    private func firebase(
        _ token: Secret, appCheck: Secret? = nil, _ desk: Desk, _ environment: [String: String] = [:]
    ) throws(BackendError) -> any Credentials {
        var settings = FirebaseSettings(project: "p-1", function: .url("http://127.0.0.1/f"), auth: .idToken(token))
        settings.appCheck = appCheck.map { .token($0) }
        return try credentials(for: settings, in: desk.environment(environment))
    }

    @Test func `is an API key in a header field of its own`() throws {
        let desk = try Desk()
        let credentials = try vision(
            .apiKey(.environment("KEY")), desk, ["KEY": "AIza-1", "GOOGLE_CLOUD_PROJECT": "other"])
        #expect(try credentials.headers() == [HTTPHeader("X-Goog-Api-Key", "AIza-1")] && credentials.project == nil)
        #expect(try credentials.renew(after: try credentials.headers()) == false)
        desk.time.advance(.seconds(1_000_000))
        #expect(try credentials.headers() == [HTTPHeader("X-Goog-Api-Key", "AIza-1")])
        let missing = problem { () throws(BackendError) in try vision(.apiKey(.environment("NONE")), desk) }
        #expect(missing?.description == "the environment variable NONE is not set")
    }

    @Test func `is an access token, read again when it is refused`() throws {
        let desk = try Desk()
        let secret = try desk.secret("token", "ya29.1\n")
        let credentials = try vision(
            .accessToken(secret), desk, ["GOOGLE_CLOUD_QUOTA_PROJECT": "q-1", "GOOGLE_CLOUD_PROJECT": "e-1"])
        let first = try credentials.headers()
        #expect(first == [HTTPHeader("Authorization", "Bearer ya29.1"), HTTPHeader("x-goog-user-project", "q-1")])
        #expect(try credentials.project == "q-1" && (credentials.renew(after: first)) == false)
        try desk.folder.write("token", "ya29.2")
        #expect(together(16) { _ in try? credentials.renew(after: first) } == Array(repeating: true, count: 16))
        #expect(bearer(try credentials.headers()) == "Bearer ya29.2")
        let plain = try vision(.accessToken(secret), desk, ["GCLOUD_PROJECT": "g-1"])
        #expect(try plain.headers() == [HTTPHeader("Authorization", "Bearer ya29.2")] && plain.project == "g-1")
    }

    @Test func `is an ID token that serves to its end, and no longer`() throws {
        let desk = try Desk()
        let now = desk.time.clock.now().milliseconds / 1000
        let old = idToken(#"{"exp":\#(now + 600)}"#)
        let secret = try desk.secret("id", old)
        let credentials = try firebase(secret, desk)
        #expect(credentials.project == "p-1")
        desk.time.advance(.seconds(599))
        #expect(bearer(try credentials.headers()) == "Bearer \(old)")
        desk.time.advance(.seconds(1))
        let error = problem { () throws(BackendError) in try credentials.headers() }
        #expect(
            error?.description == "the ID token in \(secret.source): it ended 0 seconds ago; "
                + "put a new one there, or let Cairn sign in by itself with `webKey` and `email`")
        desk.time.advance(.seconds(7200))
        let late = problem { () throws(BackendError) in try firebase(secret, desk) }
        #expect(late?.description.contains("it ended 120 minutes ago; ") == true)
        #expect(late?.description.contains(old) == false)
    }

    @Test func `is an ID token whose file may be renewed from outside`() throws {
        let desk = try Desk()
        let now = desk.time.clock.now().milliseconds / 1000
        let secret = try desk.secret("id", idToken(#"{"exp":\#(now + 600)}"#))
        let credentials = try firebase(secret, desk)
        let fresh = idToken(#"{"exp":\#(now + 4200)}"#)
        try desk.folder.write("id", fresh)
        #expect(bearer(try credentials.headers()) != "Bearer \(fresh)")
        desk.time.advance(.seconds(300))
        #expect(bearer(try credentials.headers()) == "Bearer \(fresh)")
    }

    @Test func `is an ID token of any form, and one that is none is refused`() throws {
        let desk = try Desk()
        for claims in ["{}", #"{"exp":"x"}"#, #"{"exp":1e300}"#, #"{"exp":99999999999999999999}"#] {
            let token = idToken(claims)
            #expect(bearer(try firebase(.environment("ID"), desk, ["ID": token]).headers()) == "Bearer \(token)")
        }
        for bad in ["hush", "hush.hush", "a.b.c.d", "..", "e30.!!.", "e30.W10."] {
            let error = problem { () throws(BackendError) in try firebase(.environment("ID"), desk, ["ID": bad]) }
            #expect(error?.description == "env:ID holds no ID token: three parts in base 64 with dots between")
        }
        for past in [#"{"exp":0}"#, #"{"exp":-1e300}"#] {
            let error = problem { () throws(BackendError) in
                try firebase(.environment("ID"), desk, ["ID": idToken(past)])
            }
            #expect(error?.description.hasPrefix("the ID token in env:ID: it ended ") == true)
        }
    }

    @Test func `is an App Check token, read again at each renewal`() throws {
        let desk = try Desk()
        let id = idToken("{}")
        let attestation = try desk.secret("check", "ac-1\n")
        let credentials = try firebase(.environment("ID"), appCheck: attestation, desk, ["ID": id])
        let first = try credentials.headers()
        #expect(first == [HTTPHeader("Authorization", "Bearer \(id)"), HTTPHeader("X-Firebase-AppCheck", "ac-1")])
        try desk.folder.write("check", "ac-2\n")
        #expect(try credentials.headers() == first)
        #expect(try credentials.renew(after: first) && credentials.headers()[1].value == "ac-2")
        try Files.remove(desk.folder.file("check"))
        let error = problem { () throws(BackendError) in try credentials.renew(after: try credentials.headers()) }
        #expect(error?.description.hasPrefix("\(attestation.source) cannot be read: ") == true)
    }
}
