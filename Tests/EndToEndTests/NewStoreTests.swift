import Platform
import TestSupport
import Testing

@Suite("Where the store is, and when one is made", .inTurn) struct NewStoreTests {
    /// A place without any store, beside a service that nobody should ask.
    private func site(_ more: String = "") throws -> Scratch {
        let scratch = try Scratch()
        try scratch.writePictures(2, in: "night/pictures", seed: 5)
        try scratch.write(
            "night/job.yaml",
            """
            job: town
            images: [{folder: pictures}]
            backend: {kind: vision, account: tower-1, endpoint: "http://127.0.0.1:9", auth: {apiKey: env:VISION_KEY}}
            features: [LABEL_DETECTION]
            \(more)

            """)
        return scratch
    }

    private func hasStore(_ scratch: Scratch) -> Bool {
        Files.names(in: scratch.path).contains { $0.hasSuffix(".db") }
            || Files.names(in: scratch.file("night")).contains { $0.hasSuffix(".db") }
    }

    @Test(arguments: ["status", "work", "query 'SELECT 1'"])
    func `a command without a manifest names the store of the only one here`(command: String) async throws {
        let scratch = try Scratch()
        try scratch.writePictures(1, seed: 1)
        let job = try scratch.writeJob()
        try scratch.write(job, "store: own.db\n" + (try Files.text(scratch.file(job))))
        try scratch.write("notes.json", "[1]")
        let none = try await scratch.bash("exec \"$cairn\" \(command)")
        #expect(none.status == 3 && none.error.contains("cairn.db: there is no such file"), "\(none)")
        try await scratch.cairn("submit", job, exits: 0)
        let ending = try await scratch.bash("exec \"$cairn\" \(command)")
        let words = "cairn: there is no store cairn.db here; \(job) uses another one:\n"
        #expect(ending.error == words + "  cairn \(command) --store own.db\n", "\(ending)")
        #expect(ending.status == 3)
        // Of two manifests neither is meant.
        try scratch.write("other.yaml", try Files.text(scratch.file(job)).replacing("job: ", with: "job: other-"))
        let two = try await scratch.bash("exec \"$cairn\" \(command)")
        #expect(two.error.contains("cairn.db: there is no such file"), "\(two)")
    }

    @Test func `a new store is said with its full path, once, and not with --quiet`() async throws {
        let scratch = try Scratch()
        try scratch.writePictures(1, seed: 1)
        let job = try scratch.writeJob()
        let line = "new store \(scratch.file("cairn.db"))\n"
        let first = try await scratch.cairn("submit", job, exits: 0)
        #expect(first.error.hasPrefix(line), "\(first)")
        #expect(try await !scratch.cairn("submit", job, exits: 0).error.contains("new store"))
        let quiet = try await scratch.cairn("submit", job, "--quiet", "--store", "other.db", exits: 0)
        #expect(quiet.errorBytes.isEmpty, "\(quiet)")
    }

    @Test(arguments: ["run", "submit", "nightly"])
    func `none is made for a billed backend without a terminal, and the ways out can be pasted`(
        command: String
    ) async throws {
        let scratch = try site()
        let ending = try await scratch.cairn(command, "night/job.yaml", exits: 3)
        #expect(ending.outputBytes.isEmpty && !hasStore(scratch), "\(ending)")
        let key = command == "nightly" ? "" : "  echo 'store: cairn.db' >> night/job.yaml\n  or\n"
        #expect(
            ending.error == """
                cairn: there is no store \(scratch.file("cairn.db")), and a new one would bill every image of \
                town again; \
                nothing was done. If you have a store, name it with --store PATH; if this one is meant to be new:
                \(key)  cairn \(command) night/job.yaml --new-store

                """)
    }

    @Test func `a plan is not applied to a store that is made for it unasked`() async throws {
        let scratch = try site()
        try await scratch.cairn("plan", "night/job.yaml", "--out", "p.json", exits: 0)
        let ending = try await scratch.cairn("apply", "p.json", exits: 3)
        #expect(ending.error.contains("  cairn apply p.json --new-store\n") && !hasStore(scratch), "\(ending)")
        // A line in the manifest would be another manifest than that of the plan.
        #expect(!ending.error.contains("echo"), "\(ending)")
    }

    @Test func `the way out names the store that lies beside the manifest`() async throws {
        let scratch = try site()
        try await scratch.cairn("submit", "night/job.yaml", "--store", "night/cairn.db", exits: 0)
        let ending = try await scratch.cairn("run", "night/job.yaml", exits: 3)
        let path = scratch.file("night/cairn.db")
        #expect(ending.error.contains("  cairn run night/job.yaml --store \(path)\n"), "\(ending)")
        #expect(Files.mode(scratch.file("cairn.db")) == nil)
    }

    @Test(
        arguments: [
            (["--store", "named.db"], [:], "", "named.db"), ([], ["CAIRN_STORE": "named.db"], "", "named.db"),
            ([], [:], "store: own.db", "night/own.db"), (["--new-store"], [:], "", "cairn.db"),
            (["--store", "named.db"], ["CAIRN_STORE": "other.db"], "store: own.db", "named.db"),
            ([], ["CAIRN_STORE": "other.db"], "store: own.db", "other.db"),
        ] as [([String], [String: String], String, String)])
    func `one that is named is made`(
        words: [String], environment: [String: String], key: String, file: String
    ) async throws {
        let scratch = try site(key)
        let ending = try await scratch.start(
            [Place.cairn.description, "submit", "night/job.yaml"] + words, environment: environment
        ).end()
        #expect(ending.status == 0 && ending.error.hasPrefix("new store \(scratch.file(file))\n"), "\(ending)")
        #expect(Files.mode(scratch.file(file)) != nil)
    }

    @Test func `on a terminal one is made and said`() async throws {
        let scratch = try site()
        let ending = try await scratch.run(
            "python3", "-c", "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))",
            Place.cairn.description, "submit", "night/job.yaml")
        #expect(ending.output.hasPrefix("new store \(scratch.file("cairn.db"))"), "\(ending)")
    }

    @Test func `from cron a night makes none, and the store of a manifest is found from everywhere`() async throws {
        let scratch = try site("store: own.db")
        let night = try await scratch.start(
            [
                "env", "-i", "HOME=/", "PATH=/usr/bin:/bin", "/bin/sh", "-c",
                "cd / && \(Place.cairn) plan \(scratch.file("night/job.yaml"))",
            ]
        ).end()
        #expect(night.status == 0 && !hasStore(scratch), "\(night)")
        try await scratch.cairn("submit", "night/job.yaml", exits: 0)
        let again = try await scratch.start(
            ["env", "-C", "/", Place.cairn.description, "submit", scratch.file("night/job.yaml").description]
        ).end()
        #expect(again.status == 0 && again.error.contains("2 already queued"), "\(again)")
    }

    @Test func `jobs of one command must name one store`() async throws {
        let scratch = try site("store: own.db")
        let job = try Files.text(scratch.file("night/job.yaml"))
        try scratch.write(
            "night/two.yaml", job.replacing("own.db", with: "two.db").replacing("job: town", with: "job: two"))
        try scratch.write(
            "night/none.yaml", job.replacing("store: own.db", with: "").replacing("job: town", with: "job: none"))
        for (other, words) in [
            ("two", "night/two.yaml names \(scratch.file("night/two.db"))"), ("none", "night/none.yaml names none"),
        ] {
            for command in ["run", "submit", "nightly"] {
                let ending = try await scratch.cairn(command, "night/job.yaml", "night/\(other).yaml", exits: 2)
                #expect(
                    ending.error == """
                        cairn: one command works on one store: night/job.yaml names \(scratch.file("night/own.db")), \
                        \(words); write the same `store:` in each, or give --store; nothing was done

                        """)
            }
        }
        #expect(!hasStore(scratch))
        try await scratch.cairn("submit", "night/job.yaml", "night/two.yaml", "--store", "x.db", exits: 0)
    }

    @Test func `an account that no job has gets a cap only when it is confirmed`() async throws {
        let scratch = try site()
        let words = ["quota", "set", "--account", "towr-1", "--day-units", "5"]
        let empty = try await scratch.start([Place.cairn.description] + words).end()
        #expect(empty.status == 2 && !hasStore(scratch), "\(empty)")
        try await scratch.cairn("quota", "set", "--day-units", "5", exits: 2)
        #expect(!hasStore(scratch))
        try await scratch.cairn("submit", "night/job.yaml", "--store", "a.db", exits: 0)
        let ending = try await scratch.start([Place.cairn.description] + words + ["--store", "a.db"]).end()
        #expect(
            ending.status == 2
                && ending.error == """
                    cairn: no job or ledger of the store has an account towr-1; did you mean tower-1? Nothing was \
                    changed. To set the cap before its first job:
                      cairn quota set --account towr-1 --day-units 5 --store a.db --new-account

                    """,
            "\(ending)")
        try await scratch.cairn("quota", "set", "--account", "tower-1", "--day-units", "5", "--store", "a.db", exits: 0)
        try await scratch.cairn("quota", "set", "--day-units", "0", "--store", "a.db", exits: 0)
        let work = try await scratch.cairn("work", "--store", "a.db", exits: 5, environment: ["VISION_KEY": "key"])
        let raise = "raise it with `cairn quota set --account tower-1 --day-units N --store a.db`"
        #expect(work.error.contains(raise), "\(work)")
        let new = try await scratch.cairn(
            "quota", "set", "--account", "towr-1", "--day-units", "5", "--store", "a.db", "--new-account", exits: 0)
        #expect(new.error.contains("account towr-1"), "\(new)")
    }
}
