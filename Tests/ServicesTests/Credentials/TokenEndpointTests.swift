import Curl
import Platform
import TestSupport
import Testing
import Domain

@testable import Services

@Suite("Google's token endpoint") struct TokenEndpointTests {
    private func open(_ desk: Desk, _ more: String = "", _ environment: [String: String] = [:], account: String? = nil)
        throws(BackendError) -> any Credentials
    {
        guard case .file(let path) = try? desk.secret("user.json", authorizedUser(desk, refreshToken: "r-1", more))
        else {
            throw .notBuilt("a file")
        }
        let all = environment.merging(["GOOGLE_APPLICATION_CREDENTIALS": path.description]) { one, _ in one }
        return try credentials(for: .applicationDefault, account: account, in: desk.environment(all))
    }

    @Test func `Google's token endpoint is asked with a person's refresh token, and a new one of that is kept`() throws
    {
        let rotated = try Desk(token("t-1", 3599, #","refresh_token":"r-2&=\u00e9""#), token("t-2"))
        let credentials = try open(rotated)
        rotated.time.advance(.seconds(3599))
        #expect(bearer(try credentials.headers()) == "Bearer t-2")
        let forms = rotated.server.requests.map { form($0.text) }
        let plain = [
            "grant_type": "refresh_token", "client_id": "id.apps", "client_secret": "cs-secret", "refresh_token": "r-1",
        ]
        #expect(forms == [plain, plain.merging(["refresh_token": "r-2&=é"]) { $1 }])
        #expect(rotated.server.requests.allSatisfy { $0.method == "POST" && $0.target == "/token" })
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504])
    func `Google's token endpoint that has a bad moment is asked three times, with pauses of one and two seconds`(
        status: Int
    ) throws {
        let desk = try Desk(.init(status, "<html>bad moment</html>"), .init(status, "{}"), token("t-1"))
        #expect(bearer(try open(desk).headers()) == "Bearer t-1")
        #expect(desk.server.requests.count == 3 && desk.pauses.all == [1000, 2000])
        desk.answers(.init(status, "<html>bad moment</html>"))
        let error = problem { () throws(BackendError) in try open(desk) }
        #expect(
            error?.description == "\(desk.server.authority) gives no token now: status \(status); "
                + "run the same command again later")
        #expect(desk.server.requests.count == 6)
    }

    @Test(arguments: ["internal_failure", "server_error", "temporarily_unavailable"])
    func `Google's token endpoint that names a passing trouble is asked again, whatever the status`(code: String) throws
    {
        let desk = try Desk(
            .init(400, #"{"error":"\#(code)"}"#), .init(403, #"{"error":"x","error_description":"\#(code)"}"#),
            token("t-1"))
        #expect(bearer(try open(desk).headers()) == "Bearer t-1" && desk.server.requests.count == 3)
    }

    @Test func `that cuts the connection is asked again, and one that nobody runs is said to be away`() throws {
        let desk = try Desk(.init(200, "{}", cutAfter: 0), token("t-1"))
        #expect(bearer(try open(desk).headers()) == "Bearer t-1" && desk.pauses.all == [1000])
        let gone = try Desk()
        let port = try LoopbackServer { _ in .init() }.port
        let text = authorizedUser(gone, refreshToken: "r-1").replacing(":\(gone.server.port)/", with: ":\(port)/")
        let file = try gone.folder.write("gone.json", text)
        let error = problem { () throws(BackendError) in
            try credentials(
                for: .applicationDefault, account: nil,
                in: gone.environment(["GOOGLE_APPLICATION_CREDENTIALS": file.description]))
        }
        guard case .tokenService("127.0.0.1:\(port)", _) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(
            gone.pauses.all == [1000, 2000] && error?.description.contains("run the same command again later") == true)
    }

    @Test(arguments: [
        "{}", "[]", "no", #"{"access_token":""}"#, #"{"access_token":7}"#, #"{"access_token":"a\r\nb: c"}"#,
    ])
    func `Google's token endpoint that answers without a token fit for a header field is no use`(body: String) throws {
        let desk = try Desk(.init(200, body))
        let error = problem { () throws(BackendError) in try open(desk) }
        #expect(error == .tokenService(host: desk.server.authority, reason: "it answered without an access token"))
    }

    @Test func `Google's token endpoint on plain http elsewhere is never asked`() throws {
        let desk = try Desk()
        let text = authorizedUser(desk, refreshToken: "r-1").replacing("127.0.0.1", with: "198.51.100.7")
        let file = try desk.folder.write("plain.json", text)
        let error = problem { () throws(BackendError) in
            try credentials(
                for: .applicationDefault, account: nil,
                in: desk.environment(["GOOGLE_APPLICATION_CREDENTIALS": file.description]))
        }
        #expect(error?.description.contains("secrets are sent over plain http only to this machine") == true)
        #expect(desk.pauses.all.isEmpty)
    }

    @Test
    func `Google's token endpoint that refuses a person says who and how to sign in again, and repeats no secret`()
        throws
    {
        let desk = try Desk(
            .init(400, #"{"error":"invalid_grant","error_description":"Token r-1 of cs-secret has been revoked."}"#))
        let error = problem { () throws(BackendError) in try open(desk) }
        #expect(
            error?.description
                == "user anna@example.org (GOOGLE_APPLICATION_CREDENTIALS (file:\(desk.folder.path)/user.json)): "
                + "\(desk.server.authority) gives it no token (status 400, invalid_grant: Token *** of *** has been "
                + "revoked.); sign in again: gcloud auth application-default login")
        #expect(desk.server.requests.count == 1)
    }

    @Test func `Google's token endpoint gives tokens that carry who pays`() throws {
        func payer(_ more: String, _ environment: [String: String], account: String? = nil) throws -> [String?] {
            let credentials = try open(try Desk(token("t-1")), more, environment, account: account)
            let header = try credentials.headers().first { $0.name == "x-goog-user-project" }?.value
            return [header, credentials.project]
        }
        let inFile = #","quota_project_id":"file-1""#
        #expect(try payer(inFile, ["GOOGLE_CLOUD_PROJECT": "env-1"]) == ["file-1", "file-1"])
        #expect(try payer(inFile, ["GOOGLE_CLOUD_QUOTA_PROJECT": "quota-1"]) == ["quota-1", "quota-1"])
        #expect(try payer("", ["GOOGLE_CLOUD_PROJECT": "env-1", "GCLOUD_PROJECT": "old-1"]) == ["env-1", "env-1"])
        #expect(try payer("", ["GCLOUD_PROJECT": "old-1"]) == ["old-1", "old-1"])
        #expect(try payer("", [:], account: "job-1") == ["job-1", "job-1"])
        #expect(try payer("", [:]) == [nil, nil])
        #expect(try payer(#","quota_project_id":"a\r\nb: c""#, [:])[0] == nil)
    }
}
