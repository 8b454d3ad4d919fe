import Platform
import TestSupport
import Testing

@Suite("A job with a hosted model", .inTurn) struct HostedModelTests {
    let place: HostedPlace

    init() throws { place = try HostedPlace() }

    @Test func `a worker takes the version that its run is pinned to, and never another`() async throws {
        let job = try place.writeJob()
        try await place.cairn("submit", job, exits: 0)
        try await place.emptyCache()
        place.site.publish(place.versions[1])
        let stopped = try await place.cairn("work", exits: 4)
        #expect(stopped.error.contains("waits for its model: \(place.site.address) is now version"), "\(stopped)")
        let status = try await place.cairn("status", exits: 0)
        #expect(status.output.contains("waits for its model"), "\(status)")
        #expect(try place.scratch.book.column("SELECT DISTINCT state FROM task") == ["queued"])
        place.site.publish(place.versions[0])
        try await place.cairn("work", exits: 0)
        #expect(try place.scratch.book.number("SELECT count(*) FROM answer") == 3)
        #expect(try place.answeringModels() == 1)
    }

    @Test func `a worker takes the bundled file where it is the version that was pinned`() async throws {
        let bundled = Fixtures.models.appending("float32-metadata.tflite")
        let job = try place.writeJob(bundled: bundled)
        try await place.cairn("submit", job, exits: 0)
        try await place.emptyCache()
        place.site.fault(.missing)
        try await place.cairn("work", exits: 0)
        #expect(try place.answeringModels() == 1)
    }

    @Test func `a hosted model alone that is not to be had is exit 4, and the run tells what it waits for`()
        async throws
    {
        let job = try place.writeJob()
        try await place.cairn("submit", job, exits: 0)
        try await place.emptyCache()
        place.site.fault(.missing)
        let run = try await place.cairn("run", job, exits: 4)
        #expect(run.error.contains("backend.hosted: waits for its model"), "\(run)")
        #expect(try await place.cairn("status", exits: 0).output.contains("waits for its model"))
        #expect(try place.scratch.book.column("SELECT DISTINCT state FROM task") == ["queued"])
        try await place.cairn("models", "list", job, exits: 4)
        place.site.mend()
        try await place.cairn("models", "pull", job, exits: 0)
        try await place.cairn("models", "list", job, exits: 0)
        try await place.cairn("run", job, exits: 0)
    }

    @Test func `an offline job sends not one packet, by whatever host`() async throws {
        let digest = place.digest(0)
        try await place.cairn("models", "pull", try place.writeJob("first"), exits: 0)
        let proxy = ["https_proxy": place.site.url, "http_proxy": place.site.url, "all_proxy": place.site.url]
        let hosted = ["url: https://models.example.org/m.tflite", "sha256: \(digest)"]
        let offline = try place.writeJob("job", hosted + ["offline: true"])
        let before = place.site.server.connections
        for words in [["check"], ["plan"], ["run"], ["nightly", "-v"], ["models", "list"]] {
            let ending = try await place.scratch.start(
                [Place.cairn.description] + words + [offline], environment: proxy
            ).end()
            #expect(ending.status == 0, "\(ending)")
        }
        try await place.cairn("models", "pull", offline, exits: 2, environment: proxy)
        #expect(place.site.server.connections == before)
        #expect(try place.scratch.book.number("SELECT count(*) FROM answer") == 3)
        // The same job asks the proxy when it may.
        let online = try place.writeJob("online", ["url: https://models.example.org/other.tflite"])
        try await place.cairn("models", "pull", online, exits: 4, environment: proxy)
        #expect(place.site.server.connections > before)
    }

    @Test func `twenty processes that need one model download it once`() async throws {
        let job = try place.writeJob()
        let running = try (0..<20).map { number in
            try place.scratch.startCairn("submit", job, "--store", "\(number).db")
        }
        for process in running {
            let ending = await process.end()
            #expect(ending.status == 0, "\(ending)")
        }
        #expect(place.site.downloads == 1)
    }

    @Test func `outside the time of day that the manifest allows the bundled model answers`() async throws {
        let minute = Int(wallMilliseconds() / 60_000 % 1440)
        let window = [720, 721].map { offset -> String in
            let time = (minute + offset) % 1440
            return [time / 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
        let hosted = ["url: \(place.site.address)", "between: \(window.joined(separator: "-"))"]
        let job = try place.writeJob("job", hosted, bundled: Fixtures.models.appending("float32-metadata.tflite"))
        let run = try await place.cairn("run", job, exits: 0)
        #expect(run.error.contains("the bundled model in place of"), "\(run)")
        #expect(place.site.server.connections == 0)
        try await place.cairn("models", "pull", job, exits: 0)
        #expect(place.site.downloads == 1)
    }

    @Test func `a download's start, success and failure are events of the log, without secrets`() async throws {
        let job = try place.writeJob("job", ["url: \(place.site.address)?token=hunter2"])
        try await place.cairn("submit", job, "--log", "log", exits: 0)
        place.site.fault(.missing)
        let failed = try await place.cairn("submit", job, "--log", "log", exits: 0)
        #expect(failed.error.contains("from the cache: "), "\(failed)")
        let log = try Files.text(place.scratch.file("log"))
        let outcomes = log.split(separator: "\n").filter { $0.contains(#""event":"model""#) }.compactMap { line in
            line.split(separator: #""outcome":""#).last?.prefix { $0 != "\"" }
        }
        #expect(outcomes == ["started", "downloaded", "downloaded", "failed", "cached"], "\(log)")
        #expect(!log.contains("hunter2") && !failed.error.contains("hunter2"))
        #expect(!(try place.scratch.book.column("SELECT model FROM recipe").joined()).contains("hunter2"))
    }

    @Test func `a plan asks for the version, downloads it to the cache and writes nothing to the store`() async throws {
        let job = try place.writeJob()
        try await place.cairn("run", job, exits: 0)
        let store = try Files.read(place.scratch.file("cairn.db"))
        place.site.publish(place.versions[1])
        let plan = try await place.cairn("plan", job, exits: 0)
        #expect(plan.output.contains("3 of another model"), "\(plan)")
        #expect(try Files.read(place.scratch.file("cairn.db")) == store)
        #expect(place.site.downloads == 2)
        try await place.cairn("plan", job, "--out", "plan.json", exits: 0)
        place.site.fault(.missing)
        try await place.cairn("apply", "plan.json", exits: 0)
        #expect(try place.answeringModels() == 2)
    }

    @Test func `a kept user and App Check fetch a model by the manifest's project`() async throws {
        let firebase = try LoopbackServer { request in
            request.target.contains(":exchangeDebugToken")
                ? .init(200, #"{"token":"\#(ModelServices.appCheck)","ttl":"3600s"}"#)
                : .init(200, #"{"idToken":"\#(ModelServices.idToken)","refreshToken":"r","expiresIn":"3600"}"#)
        }
        let job = try place.writeJob(
            "job",
            [
                "storage: gs://\(ModelServices.bucket)/\(ModelServices.object)", "endpoint: \(place.site.url)",
                "project: \(ModelServices.project)",
                "auth: {webKey: env:WEB_KEY, anonymous: true, userFile: .user, emulator: '\(firebase.authority)'}",
                "appCheck: {appId: 1:2:web:a, debugToken: env:DEBUG_TOKEN, endpoint: '\(firebase.url)'}",
            ])
        let secrets = ["WEB_KEY": "AIza-web", "DEBUG_TOKEN": "debug"]
        let check = try await place.cairn("check", job, exits: 0, environment: secrets)
        #expect(!check.error.contains("userFile"), "\(check)")
        try await place.cairn("models", "pull", job, exits: 0, environment: secrets)
        #expect(
            firebase.requests.map(\.target) == [
                "/v1/projects/\(ModelServices.project)/apps/1:2:web:a:exchangeDebugToken",
                "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=AIza-web",
            ])
        #expect(try Files.text(place.scratch.file(".user")).contains(ModelServices.project))
        #expect(place.site.downloads == 1)
    }

    @Test func `check tells that Firebase ML ends, and which secret is missing`() async throws {
        let job = try place.writeJob(
            "job", ["firebaseML: {name: m, project: p, appId: 1:2:ios:a, apiKey: env:MODEL_KEY}"])
        let check = try await place.cairn("check", job, exits: 0)
        #expect(check.error.contains("Firebase ML's hosting ends on 15 June 2027; copy the file"), "\(check)")
        #expect(check.error.contains("backend.hosted.firebaseML.apiKey: "), "\(check)")
        #expect(check.error.contains("MODEL_KEY"), "\(check)")
        #expect(check.error.contains("is not in the cache, and no bundled model"), "\(check)")
        try await place.cairn("check", "--here", job, exits: 2)
        let plist = try place.writeJob("list", ["firebaseML: {name: m}", "plist: none.plist"])
        #expect(try await place.cairn("check", plist, exits: 0).error.contains("backend.hosted.plist: cannot"))
        #expect(place.site.server.connections == 0)
    }

    @Test(arguments: [
        ("empty", ""), ("binary", "bplist00\u{1}"), ("cut", "<plist><dict><key>PROJECT_ID</key><string>b"),
        ("without the project", "<plist><dict><key>API_KEY</key><string>b</string></dict></plist>"),
    ])
    func `check refuses a property list as pull does, also beside a bundled model`(name: String, list: String)
        async throws
    {
        try place.scratch.write("a.plist", list)
        let bundled = Fixtures.models.appending("float32-metadata.tflite")
        let job = try place.writeJob("job", ["firebaseML: {name: m}", "plist: a.plist"], bundled: bundled)
        let pull = try await place.cairn("models", "pull", job, exits: 2)
        let check = try await place.cairn("check", job, exits: 2)
        let reason = try #require(pull.error.split(separator: "cairn: ").last).dropLast()
        #expect(check.error.contains(reason), "\(pull) \(check)")
    }
}
