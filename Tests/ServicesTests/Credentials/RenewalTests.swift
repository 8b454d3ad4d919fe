import Platform
import TestSupport
import Testing
import Domain

@testable import Services

@Suite("The renewal of credentials") struct RenewalTests {
    /// Credentials of a person, whose every token comes from the desk's server.
    private func credentials(_ desk: Desk) throws -> any Credentials {
        let file = try desk.secret("user.json", authorizedUser(desk, refreshToken: "r-1"))
        guard case .file(let path) = file else { throw CancellationError() }
        return try Services.credentials(
            for: .applicationDefault, account: nil,
            in: desk.environment(["GOOGLE_APPLICATION_CREDENTIALS": path.description]))
    }

    @Test func `a token is fetched when credentials are opened, and not for each request`() throws {
        let desk = try Desk(token("t-1"))
        let credentials = try credentials(desk)
        for _ in 0..<10 { #expect(bearer(try credentials.headers()) == "Bearer t-1") }
        #expect(desk.server.requests.count == 1)
    }

    @Test func `a token is renewed when less than 3 min 45 s are left, by one of 16 threads for all`() throws {
        let desk = try Desk(token("t-1"), token("t-2"), token("t-3"))
        let credentials = try credentials(desk)
        desk.time.advance(.seconds(3600 - 225 - 1))
        #expect(bearer(try credentials.headers()) == "Bearer t-1")
        desk.time.advance(.seconds(1))
        let got = together(16) { _ in try? bearer(credentials.headers()) }
        #expect(got == Array(repeating: "Bearer t-2", count: 16))
        #expect(desk.server.requests.count == 2)
    }

    @Test func `a token that is refused to 16 threads is renewed once`() throws {
        let desk = try Desk(token("t-1"), token("t-2"), token("t-3"))
        let credentials = try credentials(desk)
        let stale = try credentials.headers()
        #expect(together(16) { _ in try? credentials.renew(after: stale) } == Array(repeating: true, count: 16))
        #expect(bearer(try credentials.headers()) == "Bearer t-2" && desk.server.requests.count == 2)
        // Who comes late with the old one learns that there is another; who was refused the new one gets a third.
        #expect(try credentials.renew(after: stale) && desk.server.requests.count == 2)
        #expect(try credentials.renew(after: try credentials.headers()))
        #expect(bearer(try credentials.headers()) == "Bearer t-3")
    }

    @Test func `a token that comes back the same is nothing new`() throws {
        let desk = try Desk(token("t-1"))
        let credentials = try credentials(desk)
        #expect(try credentials.renew(after: try credentials.headers()) == false)
        #expect(bearer(try credentials.headers()) == "Bearer t-1")
    }

    @Test func `a token that cannot be renewed serves until its end, and the service is left alone for half a minute`()
        throws
    {
        let desk = try Desk(token("t-1"), .init(503, "no"))
        let credentials = try credentials(desk)
        desk.time.advance(.seconds(3600 - 200))
        for _ in 0..<5 { #expect(bearer(try credentials.headers()) == "Bearer t-1") }
        #expect(desk.server.requests.count == 1 + 3)
        desk.time.advance(.seconds(30))
        #expect(bearer(try credentials.headers()) == "Bearer t-1" && desk.server.requests.count == 1 + 6)
        desk.time.advance(.seconds(170))
        let errors = together(16) { _ in problem { () throws(BackendError) in try credentials.headers() } }
        #expect(Set(errors.map { "\($0 as Any)" }).count == 1 && desk.server.requests.count == 1 + 9)
        #expect(errors[0] == .tokenService(host: desk.server.authority, reason: "status 503"))
        desk.answers(token("t-2"))
        desk.time.advance(.seconds(30))
        #expect(bearer(try credentials.headers()) == "Bearer t-2")
    }

    @Test func `a token that is refused for good is asked for once by 16 threads, and never again`() throws {
        let desk = try Desk(token("t-1"), .init(400, #"{"error":"invalid_grant","error_description":"Bad Request"}"#))
        let credentials = try credentials(desk)
        let stale = try credentials.headers()
        let errors = together(16) { _ in problem { () throws(BackendError) in try credentials.renew(after: stale) } }
        #expect(Set(errors.map { "\($0 as Any)" }).count == 1 && errors[0] != nil)
        desk.time.advance(.seconds(3600))
        #expect(problem { () throws(BackendError) in try credentials.headers() } == errors[0])
        #expect(desk.server.requests.count == 2)
    }

    @Test(arguments: [1, 60, 225, 226])
    func `a token that lives no longer than the margin is still not fetched for each request`(life: Int) throws {
        let desk = try Desk(token("t-1", life), token("t-2"))
        let credentials = try credentials(desk)
        for _ in 0..<5 { #expect(bearer(try credentials.headers()) == "Bearer t-1") }
        desk.time.advance(TimeSpan(milliseconds: Int64(life == 226 ? 1000 : life * 500)))
        #expect(bearer(try credentials.headers()) == "Bearer t-2" && desk.server.requests.count == 2)
    }

    @Test(arguments: ["-5", "0", "99999999999999999999", "\"3599\"", "null", "[]", "1e300"])
    func `a token of any lifetime is taken`(life: String) throws {
        let desk = try Desk(.init(200, #"{"access_token":"t-1","expires_in":\#(life)}"#))
        #expect(bearer(try credentials(desk).headers()) == "Bearer t-1")
    }
}

/// A file as gcloud leaves it.
func authorizedUser(_ desk: Desk, refreshToken: String, _ more: String = "") -> String {
    #"{"type":"authorized_user","client_id":"id.apps","client_secret":"cs-secret","refresh_token":"\#(refreshToken)","#
        + #""account":"anna@example.org","token_uri":"\#(desk.server.url)/token"\#(more)}"#
}
