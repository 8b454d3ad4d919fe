import Platform
import TestSupport
import Testing

@Suite("Credentials for the Vision API", .inTurn) struct VisionAuthTests {
    /// A file of gcloud's, as the peer takes what is in it.
    private static func user(_ site: VisionSite, _ changes: [String: String] = [:]) -> String {
        json(
            [
                "type": "authorized_user", "client_id": "id-1.apps", "client_secret": "client-secret-4711",
                "refresh_token": "1//refresh-4711", "token_uri": "\(site.peer.url)/token",
                "quota_project_id": "payer-1",
            ].merging(changes) { $1 })
    }

    private static let secrets = [
        VisionSite.key, "access-token-4711", "client-secret-4711", "1//refresh-4711", "ya29.peer-", "eyJ",
    ]

    let scratch: Scratch
    let key: AccountKey

    init() throws {
        scratch = try Scratch()
        key = try AccountKey(in: scratch)
    }

    /// A peer that takes all of them, and nothing else.
    private func peer(_ arguments: [String] = []) async throws -> Peer {
        try await offPool { [scratch, key] in
            try Peer(
                "vision_peer.py", ["--jwt-certs", key.certificates.description] + arguments,
                environment: [
                    "PEER_API_KEY": VisionSite.key, "PEER_TOKEN": "access-token-4711", "PEER_CLIENT_ID": "id-1.apps",
                    "PEER_CLIENT_SECRET": "client-secret-4711", "PEER_REFRESH_TOKEN": "1//refresh-4711",
                ], in: scratch, name: "peer\(arguments.count)")
        }
    }

    /// Runs a job with some credentials, which must do, and looks that no secret is left behind.
    ///
    /// - Parameters:
    ///   - shown: what the peer saw in each request that it annotated.
    ///   - files: what is written first.
    private func expect(
        _ shown: String, _ peer: Peer, _ auth: String, environment: [String: String] = [:],
        files: [String: (VisionSite) -> String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> VisionSite {
        let site = try VisionSite(peer, marks: 1..<4, environment: environment)
        for (name, text) in files {
            try site.scratch.write(name, text(site))
            try Files.permit(site.scratch.file(name), 0o600)
        }
        let job = try site.writeJob(backend: ["auth: {\(auth)}"])
        let ending = try await site.cairn("run", job, exits: 0, sourceLocation: sourceLocation)
        let requests = try site.requests()
        #expect(requests.map { $0["auth"].string } == [shown], "\(ending)", sourceLocation: sourceLocation)
        #expect(requests.allSatisfy { $0["query"].members.isEmpty && $0["path"] == .text("/v1/images:annotate") })
        try await site.audit(secrets: Self.secrets + key.secrets, sourceLocation: sourceLocation)
        return site
    }

    @Test func `credentials for the Vision API of every sort are taken, in header fields alone`() async throws {
        let peer = try await peer()
        _ = try await expect("key", peer, "apiKey: env:K", environment: ["K": VisionSite.key])
        _ = try await expect("key", peer, "apiKey: file:key.txt", files: ["key.txt": { _ in VisionSite.key + "\n" }])
        _ = try await expect("bearer", peer, "accessToken: env:T", environment: ["T": "access-token-4711"])
        let account = ["sa.json": { [key] (site: VisionSite) in key.file(tokenURI: "\(site.peer.url)/token") }]
        let direct = try await expect("self-signed", peer, "serviceAccount: file:sa.json", files: account)
        #expect(try direct.requests("token").isEmpty)
        #expect(try direct.scratch.book.column("SELECT name FROM account") == ["tower-1"])
    }

    @Test func `credentials for the Vision API of the environment are found where Google's own libraries find them`()
        async throws
    {
        let peer = try await peer()
        let account = ["sa.json": { [key] (site: VisionSite) in key.file(tokenURI: "\(site.peer.url)/token") }]
        let user = { (site: VisionSite) in Self.user(site) }
        _ = try await expect(
            "self-signed", peer, "adc: true", environment: ["GOOGLE_APPLICATION_CREDENTIALS": "sa.json"],
            files: account)
        for (name, environment) in [
            ("user.json", ["GOOGLE_APPLICATION_CREDENTIALS": "user.json"]),
            (".config/gcloud/application_default_credentials.json", [:]),
            ("cloud/application_default_credentials.json", ["CLOUDSDK_CONFIG": "cloud"]),
        ] {
            let site = try await expect("given", peer, "adc: true", environment: environment, files: [name: user])
            #expect(try site.requests("token").map { $0["thought"].string } == ["given"])
            #expect(try site.requests().allSatisfy { $0["headers"]["x-goog-user-project"] == .text("payer-1") })
            #expect(try site.scratch.book.column("SELECT name FROM account") == ["payer-1"])
        }
        let machine = try await expect(
            "given", peer, "adc: true", environment: ["GCE_METADATA_HOST": peer.authority])
        #expect(try machine.scratch.book.column("SELECT name FROM account") == ["peer-project"])
    }

    @Test func `that are not taken any more are renewed, and the request is sent once more`() async throws {
        let peer = try await peer()
        for (adc, renewed) in [("user.json", ["given", "given"]), ("sa.json", ["self-signed", "given"])] {
            let site = try VisionSite(
                peer, marks: 1..<4, environment: ["GOOGLE_APPLICATION_CREDENTIALS": adc])
            try site.scratch.write("user.json", Self.user(site))
            try site.scratch.write("sa.json", key.file(tokenURI: "\(peer.url)/token"))
            try peer.misbehave(once(#"{"kind": "unauthenticated"}"#))
            try await site.cairn("run", try site.writeJob(backend: ["auth: {adc: true}"]), exits: 0)
            #expect(try site.requests().map { $0["auth"].string } == renewed)
            #expect(try site.attempts() == "answered 3")
            try await site.audit(secrets: Self.secrets + key.secrets)
        }
    }

    @Test func `are fetched once for all requests in flight, and once more when they are not taken`() async throws {
        let peer = try await peer()
        for (rules, count) in [("[]", 1), (once(#"{"kind": "unauthenticated"}"#), 2)] {
            let site = try VisionSite(
                peer, marks: 1..<81, environment: ["GOOGLE_APPLICATION_CREDENTIALS": "user.json"])
            try site.scratch.write("user.json", Self.user(site))
            try peer.misbehave(rules)
            let job = try site.writeJob(backend: ["auth: {adc: true}"], more: ["pace: {inFlight: 4}"])
            try await site.cairn("run", job, exits: 0)
            #expect(try site.requests("token").count == count)
            #expect(try site.attempts() == "answered 80")
            try await site.audit(secrets: Self.secrets + key.secrets)
        }
    }

    /// Credentials that are wrong, and what users are told.
    struct WrongWay: CustomTestStringConvertible {
        let name, auth: String
        let environment: [String: String]
        let words: [String]

        var testDescription: String { name }
    }

    private static let wrongWays = [
        WrongWay(
            name: "a key that is not valid", auth: "apiKey: env:K", environment: ["K": "AIzaWrong-4711"],
            words: ["API key not valid", "backend.auth.apiKey", "console.cloud"]),
        WrongWay(
            name: "no key", auth: "apiKey: env:K", environment: [:], words: ["the environment variable K is not set"]),
        WrongWay(
            name: "a key with a blank", auth: "apiKey: env:K", environment: ["K": "two words"],
            words: ["env:K", "blank"]),
        WrongWay(
            name: "an access token that is wrong", auth: "accessToken: env:K", environment: ["K": "wrong-token-4711"],
            words: ["backend.auth", "UNAUTHENTICATED"]),
        WrongWay(
            name: "a key file that is not there", auth: "serviceAccount: file:none.json", environment: [:],
            words: ["none.json", "cannot be read"]),
        WrongWay(
            name: "a key file of a user", auth: "serviceAccount: file:user.json", environment: [:],
            words: ["user.json", "adc: true"]),
        WrongWay(
            name: "a key file of another account", auth: "serviceAccount: file:other.json", environment: [:],
            words: ["reader@tower-1.iam.gserviceaccount.com", "invalid_grant"]),
        WrongWay(
            name: "credentials of a user that expired", auth: "adc: true",
            environment: ["GOOGLE_APPLICATION_CREDENTIALS": "user.json"],
            words: ["Token has been expired or revoked", "gcloud"]),
        WrongWay(
            name: "no default credentials", auth: "adc: true", environment: ["NO_GCE_CHECK": "true"],
            words: ["gcloud auth application-default login"]),
    ]

    @Test(arguments: wrongWays)
    func `wrong credentials stop the run, keep its queue, and say what to do`(way: WrongWay) async throws {
        let peer = try await peer()
        let account = try AccountKey(in: Scratch())
        let site = try VisionSite(peer, marks: 1..<4, environment: way.environment)
        try site.scratch.write("user.json", Self.user(site, ["refresh_token": "1//refresh-over-4711"]))
        try site.scratch.write("other.json", account.file(tokenURI: "\(peer.url)/token"))
        let job = try site.writeJob(backend: ["auth: {\(way.auth)}"])
        let ending = try await site.cairn("run", job, exits: 4)
        for word in way.words { #expect(ending.error.contains(word), "`\(word)`: \(ending)") }
        #expect(try site.tasks() == "queued 3", "\(ending)")
        #expect(try site.books() == "0 settled, 0 uncertain", "\(ending)")
        try await site.audit(
            secrets: Self.secrets + account.secrets
                + ["AIzaWrong-4711", "two words", "wrong-token-4711", "1//refresh-over-4711"])
    }
}
