import Platform
import TestSupport
import Testing

/// Stores that are there or named and know nothing of a job, beside a service that nobody should ask.
@Suite(.inTurn) struct `A store that knows nothing of a billed job` {
    private func site(_ more: String = "") throws -> Scratch {
        let scratch = try Scratch()
        try scratch.writePictures(2, in: "pictures", seed: 5)
        try writeJob("job", of: "town", more, in: scratch)
        return scratch
    }

    private func writeJob(_ file: String, of job: String, _ more: String = "", in scratch: Scratch) throws {
        try scratch.write(
            "\(file).yaml",
            """
            job: \(job)
            images: [{folder: pictures}]
            backend: {kind: vision, account: tower-1, endpoint: "http://127.0.0.1:9", auth: {apiKey: env:VISION_KEY}}
            features: [LABEL_DETECTION]
            \(more)

            """)
    }

    @Test(
        arguments: [
            (["--store", "x.db"], [:], "", "--store", "x.db"), ([], ["CAIRN_STORE": "x.db"], "", "CAIRN_STORE", "x.db"),
            ([], [:], "store: own.db", "`store:` of job.yaml", "own.db"),
        ] as [([String], [String: String], String, String, String)])
    func `is not made by a night though it is named, but by a run`(
        words: [String], environment: [String: String], key: String, source: String, file: String
    ) async throws {
        let scratch = try site(key)
        let ending = try await scratch.start(
            [Place.cairn.description, "nightly", "job.yaml"] + words, environment: environment
        ).end()
        #expect(ending.status == 3 && ending.outputBytes.isEmpty && Files.mode(scratch.file(file)) == nil, "\(ending)")
        let command = (["cairn nightly job.yaml"] + words + ["--new-store"]).joined(separator: " ")
        #expect(
            ending.error == """
                cairn: there is no store \(scratch.file(file)) (\(source)), and a new one would bill every \
                image of town \
                again; nothing was done. Is the disk mounted and the path correct? To go ahead anyway:
                  \(command)

                """)
        let run = try await scratch.start(
            [Place.cairn.description, "submit", "job.yaml"] + words, environment: environment
        ).end()
        #expect(run.status == 0 && run.error.hasPrefix("new store \(scratch.file(file))\n"), "\(run)")
        // What the store knows is asked by the night; no key, so it stops there.
        let known = try await scratch.start(
            [Place.cairn.description, "nightly", "job.yaml"] + words, environment: environment
        ).end()
        #expect(known.status == 4 && known.output.contains("VISION_KEY"), "\(known)")
    }

    @Test(arguments: ["run", "submit", "nightly"]) func `counts as none where it is an empty file`(
        command: String
    ) async throws {
        let scratch = try site()
        try scratch.write("cairn.db", "")
        let ending = try await scratch.cairn(command, "job.yaml", exits: 3)
        #expect(
            ending.error.hasPrefix(
                "cairn: \(scratch.file("cairn.db")) is empty (0 bytes), and a new store would bill every image of town "
                    + "again; nothing was done."), "\(ending)")
        #expect(ending.error.hasSuffix("  cairn \(command) job.yaml --new-store\n"), "\(ending)")
        #expect(try Files.text(scratch.file("cairn.db")) == "")
        try await scratch.cairn("submit", "job.yaml", "--new-store", exits: 0)
    }

    @Test func `counts as none where it has other jobs or caps alone`() async throws {
        let scratch = try site()
        try await scratch.cairn("quota", "set", "--account", "tower-1", "--day-units", "9", "--new-account", exits: 0)
        for command in ["run", "submit", "nightly"] {
            let ending = try await scratch.cairn(command, "job.yaml", exits: 3)
            let undone = command == "nightly" ? "town was not asked" : "nothing was done"
            #expect(
                ending.error.hasPrefix(
                    "cairn: cairn.db here has never seen job town, and a run would bill every image; \(undone). "),
                "\(ending)")
            #expect(ending.error.hasSuffix("  cairn \(command) job.yaml --new-store\n"), "\(ending)")
        }
        #expect(try scratch.book.number("SELECT count(*) FROM submission") == 0)
        try await scratch.cairn("submit", "job.yaml", "--new-store", exits: 0)
        try await scratch.cairn("submit", "job.yaml", exits: 0)
    }

    @Test func `keeps a night from that job alone`() async throws {
        let scratch = try site("store: own.db")
        try writeJob("new", of: "new", "store: own.db", in: scratch)
        try await scratch.cairn("submit", "job.yaml", exits: 0)
        let ending = try await scratch.cairn("nightly", "new.yaml", "job.yaml", exits: 3)
        let path = scratch.file("own.db")
        #expect(
            ending.error == """
                cairn: \(path) (`store:` of new.yaml) has never seen job new, and a run would bill every image; \
                new was \
                not asked. Is the disk mounted and the path correct? To go ahead anyway:
                  cairn nightly new.yaml job.yaml --new-store

                """)
        #expect(ending.output.hasPrefix("cairn nightly town: "), "\(ending)")
    }

    @Test func `is as good as any for a job that is not billed`() async throws {
        let scratch = try site()
        let job = try scratch.writeJob()
        try await scratch.cairn("nightly", job, "--store", "x.db", exits: 0)
        #expect(Files.mode(scratch.file("x.db")) != nil)
    }
}
