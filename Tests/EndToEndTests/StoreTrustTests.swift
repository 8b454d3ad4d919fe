import Glibc
import Platform
import StoreProbe
import TestSupport
import Testing

/// Whether anything leaves this machine is seen by a proxy, through which every other host would be asked.
@Suite("A store from elsewhere", .inTurn) struct StoreTrustTests {
    let scratch: Scratch
    let proxy: LoopbackServer
    /// What a user has in the environment.
    let environment: [String: String]

    init() throws {
        scratch = try Scratch()
        proxy = try LoopbackServer { _ in LoopbackServer.Response(502) }
        environment = [
            "SECRET": "never-to-be-sent-anywhere", "HTTPS_PROXY": proxy.url, "https_proxy": proxy.url, "NO_PROXY": "",
            "CAIRN_STORE": "cairn.db",
        ]
        try scratch.writePictures(2, seed: 7)
        try scratch.write("id_token", "the-line-of-a-file\n")
    }

    private func cairn(
        _ words: String..., exits status: Int32, environment more: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Ending {
        let ending = try await scratch.start(
            [Place.cairn.description] + words, environment: environment.merging(more) { $1 }
        ).end()
        #expect(ending.status == status, "\(ending)", sourceLocation: sourceLocation)
        return ending
    }

    private static let vision =
        "kind: vision, account: acc, endpoint: 'https://attacker.example', auth: {accessToken: env:SECRET}"

    private func writeJob(_ backend: String, name: String = "job", more: String = "") throws {
        try scratch.write(
            "jobs/\(name).yaml",
            "job: \(name)\nimages: [{folder: ../pictures}]\nbackend: {\(backend)}\n" + more
                + "retry: {base: 1ms, cap: 1ms, attempts: 1}\n")
    }

    /// A store whose job has queued pictures, without the manifest that it was made by.
    private func makeStore(_ backend: String, more: String = "features: [LABEL_DETECTION]\n") async throws {
        try writeJob(backend, more: more)
        _ = try await cairn("submit", "jobs/job.yaml", exits: 0)
        try await scratch.run("rm", "jobs/job.yaml")
    }

    /// Jobs that only their manifest may order, with what must be named of each.
    static let orders: [(backend: String, names: [String])] = [
        (vision, ["https://attacker.example (backend.endpoint)", "env:SECRET (backend.auth.accessToken)"]),
        (
            "kind: vision, account: acc, endpoint: 'https://attacker.example', auth: {adc: true}",
            ["https://attacker.example", "Application Default Credentials (backend.auth.adc)"]
        ),
        (
            "kind: vision, account: acc, auth: {apiKey: 'file:../id_token'}",
            ["file:", "id_token (backend.auth.apiKey)"]
        ),
        (
            "kind: firebase, project: theirs, function: annotate, auth: {webKey: env:SECRET, anonymous: true}",
            ["https://us-central1-theirs.cloudfunctions.net/annotate (backend.function)", "env:SECRET"]
        ),
        (
            "kind: firebase, project: theirs, url: 'https://f.run.app/x', auth: {idToken: env:SECRET}",
            ["https://f.run.app/x (backend.url)", "env:SECRET (backend.auth.idToken)"]
        ),
    ]

    @Test(arguments: orders)
    func `work sends nothing to a host that only the store names, and says what it wants`(
        order: (backend: String, names: [String])
    ) async throws {
        try await makeStore(order.backend)
        for command in [["work"], ["work", "--run", "1"], ["work", "--run", "job"]] {
            let ending = try await scratch.start([Place.cairn.description] + command, environment: environment).end()
            #expect(ending.status == 3, "\(ending)")
            for name in order.names + ["cairn work --trust", "jobs/job.yaml"] {
                #expect(ending.error.contains(name), "\(ending)")
            }
        }
        let doctor = try await cairn("doctor", exits: 3)
        for name in order.names { #expect(doctor.output.contains(name), "\(doctor)") }
        let status = try await cairn("status", exits: 0)
        for name in order.names { #expect(status.output.contains(name), "\(status)") }
        #expect(proxy.connections == 0)
        #expect(try scratch.book.column("SELECT DISTINCT state FROM task") == ["queued"])
    }

    @Test func `a hosted model that only the store names is not downloaded`() async throws {
        let model = Fixtures.models.appending("float32-metadata.tflite")
        let hosted = "hosted: {url: 'https://attacker.example/m.tflite'}"
        // A bundled model answers while the address is not reached, so that pictures can be queued.
        try await makeStore("kind: tflite, model: \(model), \(hosted)", more: "")
        let asked = proxy.connections
        let named = "https://attacker.example/m.tflite (backend.hosted.url)"
        let pull = try await cairn("models", "pull", "--all", exits: 3)
        #expect(pull.error.contains(named) && pull.error.contains("cairn models pull --all --trust"), "\(pull)")
        let work = try await cairn("work", exits: 3)
        #expect(work.error.contains(named), "\(work)")
        #expect(proxy.connections == asked)
        _ = try await cairn("models", "pull", "--all", "--trust", exits: 4)
        #expect(proxy.connections > asked)
    }

    @Test func `one's own store goes on where its manifest is, moved or not, and with it named or --trust`()
        async throws
    {
        try await makeStore(StoreTrustTests.vision)
        try await work(isObeyed: false)
        try await work("--trust", isObeyed: true)
        try await work(isObeyed: false)
        try await work(isObeyed: true, environment: ["CAIRN_TRUST": "other.example, Attacker.Example"])
        try await work(isObeyed: false, environment: ["CAIRN_TRUST": "example,example.attacker.example"])
        try writeJob(StoreTrustTests.vision, more: "features: [LABEL_DETECTION]\n")
        let own = try Files.text(scratch.file("jobs/job.yaml"))
        try await work(isObeyed: true)
        // Another text in its place is not what the store says.
        try scratch.write("jobs/job.yaml", own + "# changed\n")
        let changed = try await work(isObeyed: false)
        #expect(changed.error.contains("jobs/job.yaml is another text"), "\(changed)")
        try await scratch.run("rm", "jobs/job.yaml")
        // As after a move to another machine, the store and the manifest in one folder.
        try scratch.write("job.yaml", own)
        try await work(isObeyed: true)
        try scratch.write("job.yaml", own + "# changed\n")
        try await work(isObeyed: false)
        // A command that names the manifest has the user's word.
        let asked = proxy.connections
        try writeJob(StoreTrustTests.vision, more: "features: [LABEL_DETECTION, FACE_DETECTION]\n")
        _ = try await cairn("run", "jobs/job.yaml", exits: 4)
        #expect(proxy.connections > asked)
    }

    /// Works, and expects requests to leave or exit 3 and none.
    @discardableResult
    private func work(
        _ words: String..., isObeyed: Bool, environment more: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Ending {
        let asked = proxy.connections
        let ending = try await scratch.start(
            [Place.cairn.description, "work"] + words, environment: environment.merging(more) { $1 }
        ).end()
        #expect(ending.status == (isObeyed ? 4 : 3), "\(ending)", sourceLocation: sourceLocation)
        #expect((proxy.connections > asked) == isObeyed, "\(ending)", sourceLocation: sourceLocation)
        return ending
    }

    @Test func `a manifest that another user owns orders nothing`() async throws {
        guard getuid() == 0 else { return }
        try await makeStore(StoreTrustTests.vision)
        try writeJob(StoreTrustTests.vision, more: "features: [LABEL_DETECTION]\n")
        try await scratch.run("chown", "65534", "jobs/job.yaml")
        let ending = try await cairn("work", exits: 3)
        #expect(ending.error.contains("jobs/job.yaml belongs to another user"), "\(ending)")
        #expect(proxy.connections == 0)
    }

    @Test func `a run of another job waits while the others are worked on`() async throws {
        try await makeStore(StoreTrustTests.vision)
        try writeJob("kind: tflite, model: \(Fixtures.models.appending("float32-metadata.tflite"))", name: "own")
        _ = try await cairn("run", "jobs/own.yaml", exits: 0)
        #expect(try scratch.book.rows("SELECT run_id, state, count(*) FROM task GROUP BY 1, 2").count == 2)
        try scratch.writePictures(1, in: "pictures/more", seed: 8)
        _ = try await cairn("submit", "jobs/own.yaml", exits: 0)
        let ending = try await cairn("work", exits: 3)
        #expect(ending.error.contains("https://attacker.example"), "\(ending)")
        #expect(proxy.connections == 0)
        #expect(try scratch.book.number("SELECT count(*) FROM answer") == 3)
    }

    /// What a stranger puts into a store with sqlite3, and what the refusal names.
    static let schemas: [(script: String, names: String)] = [
        (
            "CREATE TRIGGER x AFTER INSERT ON attempt BEGIN DELETE FROM quota; DELETE FROM cap_usage; END",
            "the trigger x on attempt"
        ),
        (
            "CREATE TRIGGER t AFTER INSERT ON submission BEGIN INSERT INTO property SELECT 'x', n FROM (WITH RECURSIVE "
                + "c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c WHERE n < 0); END",
            "the trigger t on submission"
        ),
        (
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (cap_units IS NULL OR "
                + "units <= cap_units)', 'CHECK (1)'); PRAGMA writable_schema = RESET", "the table cap_usage"
        ),
        ("ALTER TABLE quota ADD COLUMN more INTEGER AS (cap_units * 9)", "the table quota"),
        ("DROP TABLE quota; CREATE TABLE quota (x)", "the table quota"), ("DROP TABLE clock", "the table clock"),
        ("CREATE UNIQUE INDEX one ON image (digest)", "the index one on image"),
    ]

    @Test(arguments: schemas)
    func `a store whose tables are not Cairn's is refused with the name, before anything is done`(
        schema: (script: String, names: String)
    ) async throws {
        try writeJob("kind: tflite, model: \(Fixtures.models.appending("float32-metadata.tflite"))")
        _ = try await cairn("submit", "jobs/job.yaml", exits: 0)
        try StoreProbe(scratch.file("cairn.db")).script(schema.script)
        for command in [
            ["doctor"], ["work"], ["run", "jobs/job.yaml"], ["nightly", "jobs/job.yaml"], ["status"],
            ["plan", "jobs/job.yaml"],
            ["query", "select 1"], ["quota"], ["models", "pull", "--all"],
        ] {
            let ending = try await scratch.start([Place.cairn.description] + command, environment: environment).end()
            #expect(ending.status == 3 && ending.error.contains(schema.names), "\(ending)")
        }
        #expect(try scratch.book.number("SELECT count(*) FROM attempt") == 0)
    }

    @Test func `false views are made again, and what is the user's own stays`() async throws {
        try writeJob("kind: tflite, model: \(Fixtures.models.appending("float32-metadata.tflite"))")
        _ = try await cairn("run", "jobs/job.yaml", exits: 0)
        try StoreProbe(scratch.file("cairn.db")).script(
            """
            CREATE TABLE notes (x); CREATE VIEW my_labels AS SELECT path FROM labels;
            CREATE INDEX my_index ON path (bytes); CREATE TRIGGER mine AFTER INSERT ON notes BEGIN SELECT 1; END;
            ANALYZE;
            DROP VIEW labels; CREATE VIEW labels AS SELECT 'x.png' AS path, 'LIE' AS description, 1.0 AS score;
            DROP VIEW spending; CREATE VIEW spending AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
                SELECT n account, n month, n feature, n units_settled, n units_uncertain, n units_reserved, n usd_low,
                    n usd_high FROM c;
            """)
        let labels = try await cairn("query", "select description from labels", "--format", "tsv", exits: 0)
        #expect(labels.lines.count > 2 && !labels.output.contains("LIE"), "\(labels)")
        _ = try await cairn("quota", exits: 0)
        _ = try await cairn("doctor", exits: 0)
        let own = "select count(*) from sqlite_schema where name in ('notes', 'my_labels', 'my_index', 'mine')"
        #expect(try scratch.book.number(own) == 4)
    }
}
