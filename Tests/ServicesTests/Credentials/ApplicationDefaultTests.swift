import Curl
import Platform
import TestSupport
import Testing
import Domain

@testable import Services

@Suite("Application Default Credentials") struct ApplicationDefaultTests {
    private func open(_ desk: Desk, _ environment: [String: String]) throws(BackendError) -> any Credentials {
        try credentials(for: .applicationDefault, account: nil, in: desk.environment(environment))
    }

    private func path(_ desk: Desk, _ name: String) -> String { desk.folder.file(name).description }

    /// Variables that send every question for the metadata server to the desk's.
    private func machine(_ desk: Desk) -> [String: String] { ["GCE_METADATA_HOST": desk.server.authority] }

    private let flavor = ["Metadata-Flavor": "Google"]

    @Test func `are taken from the named file, else from gcloud's folder, else from the home folder's`() throws {
        let desk = try Desk(token("t-1"))
        for (name, refresh) in [
            ("named.json", "named"), ("gcloud/application_default_credentials.json", "gcloud"),
            ("home/.config/gcloud/application_default_credentials.json", "home"),
        ] { try desk.folder.write(name, authorizedUser(desk, refreshToken: refresh)) }
        var environment = [
            "GOOGLE_APPLICATION_CREDENTIALS": path(desk, "named.json"), "CLOUDSDK_CONFIG": path(desk, "gcloud"),
            "HOME": path(desk, "home"),
        ]
        func used() throws -> String? {
            _ = try open(desk, environment)
            return form(try #require(desk.server.requests.last).text)["refresh_token"]
        }
        #expect(try used() == "named")
        environment["GOOGLE_APPLICATION_CREDENTIALS"] = ""
        #expect(try used() == "gcloud")
        environment["CLOUDSDK_CONFIG"] = nil
        #expect(try used() == "home")
    }

    @Test func `Application Default Credentials named by a file that is not there are an error, not the next place`()
        throws
    {
        let desk = try Desk(token("t-1"))
        let home = "home/.config/gcloud/application_default_credentials.json"
        try desk.folder.write(home, authorizedUser(desk, refreshToken: "home"))
        let environment = ["GOOGLE_APPLICATION_CREDENTIALS": path(desk, "none.json"), "HOME": path(desk, "home")]
        let error = problem { () throws(BackendError) in try open(desk, environment) }
        #expect(error?.description == "file:\(path(desk, "none.json")) cannot be read: No such file or directory")
    }

    @Test func `Application Default Credentials that are nowhere name every place that was looked at`() throws {
        let desk = try Desk()
        let error = problem { () throws(BackendError) in
            try open(desk, ["HOME": path(desk, "home"), "NO_GCE_CHECK": "True"])
        }
        #expect(
            error?.description
                == "Application Default Credentials: none found: GOOGLE_APPLICATION_CREDENTIALS is not set, "
                + "there is no file:\(path(desk, "home"))/.config/gcloud/application_default_credentials.json, "
                + "NO_GCE_CHECK is set; run `gcloud auth application-default login`, "
                + "or set GOOGLE_APPLICATION_CREDENTIALS to a key file")
        desk.answers(.init(200, "a portal"))
        let portal = problem { () throws(BackendError) in try open(desk, machine(desk)) }
        #expect(portal?.description.contains("no metadata server answers") == true)
        #expect(desk.server.requests.count == 1)
    }

    @Test func `Application Default Credentials of a machine are the metadata server's`() throws {
        let desk = try Desk(
            .init(200, "computeMetadata/", headers: flavor), .init(200, "tower-1\n", headers: flavor),
            .init(200, #"{"access_token":"m-1","expires_in":3599,"token_type":"Bearer"}"#, headers: flavor),
            .init(200, #"{"access_token":"m-2","expires_in":3599,"token_type":"Bearer"}"#, headers: flavor))
        let credentials = try open(desk, machine(desk))
        #expect(try credentials.project == "tower-1" && bearer(credentials.headers()) == "Bearer m-1")
        #expect(
            desk.server.requests.map(\.target) == [
                "/", "/computeMetadata/v1/project/project-id",
                "/computeMetadata/v1/instance/service-accounts/default/token?scopes="
                    + "https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fcloud-platform%2C"
                    + "https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fcloud-vision",
            ])
        #expect(desk.server.requests.allSatisfy { $0.header("metadata-flavor") == "Google" && $0.method == "GET" })
        desk.time.advance(.seconds(3599 - 225))
        #expect(bearer(try credentials.headers()) == "Bearer m-2")
        let refused = try credentials.headers()
        #expect(try credentials.renew(after: refused) == false)
    }

    @Test func `of a machine may be at other addresses, and the environment's project goes first`() throws {
        let desk = try Desk(
            .init(200, #"{"access_token":"m-1"}"#, headers: flavor))
        let other = try Desk(.init(200, "", headers: flavor))
        let credentials = try open(
            desk,
            [
                "GCE_METADATA_ROOT": desk.server.authority, "GCE_METADATA_IP": other.server.authority,
                "GOOGLE_CLOUD_PROJECT": "env-1", "GCE_METADATA_TIMEOUT": "0.5",
            ])
        #expect(credentials.project == "env-1" && other.server.requests.count == 1)
        #expect(desk.server.requests.count == 1)
    }

    @Test func `Application Default Credentials of a machine that gives no token say so`() throws {
        func complaint(_ response: LoopbackServer.Response) throws -> String? {
            let desk = try Desk(.init(200, "", headers: flavor), .init(200, "p-1", headers: flavor), response)
            let error = problem { () throws(BackendError) in try open(desk, machine(desk)) }
            return error?.description.replacing(desk.server.authority, with: "HOST")
        }
        #expect(
            try complaint(.init(404, "not found", headers: flavor))
                == "the metadata server HOST: it gives this machine no token (status 404); "
                + "attach a service account to the machine, with access to Cloud Vision")
        #expect(
            try complaint(.init(200, #"{"access_token":"evil"}"#))
                == "the metadata server HOST: what answers there is not Google's: `Metadata-Flavor: Google` is "
                + "missing; set GOOGLE_APPLICATION_CREDENTIALS to a key file, and NO_GCE_CHECK=true outside Google's "
                + "cloud")
        #expect(try complaint(.init(503, "", headers: flavor))?.contains("HOST gives no token now: status 503") == true)
    }
}
