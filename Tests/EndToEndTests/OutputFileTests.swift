import Glibc
import Platform
import TestSupport
import Testing

/// The files that `--out`, `--prometheus` and `--log` name.
@Suite(.inTurn) struct `A file that a command writes` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A call, the file that it must leave alone, and what that is.
    struct Call: CustomTestStringConvertible, Sendable {
        let words: [String]
        /// A name of the file beside the one in `words`.
        var link: String?
        let file: String
        let what: String

        init(_ words: String, _ file: String, _ what: String, link: String? = nil) {
            self.words = words.split(separator: " ").map { $0 == "FILE" ? link ?? file : String($0) }
            (self.file, self.what, self.link) = (file, what, link)
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    private static let store = "is the store itself"
    static let calls = [
        Call("plan job.yaml --out FILE", "cairn.db", store), Call("status --prometheus FILE", "cairn.db", store),
        Call("plan job.yaml --out FILE", "cairn.db-wal", "belongs to the store"),
        Call("nightly job.yaml --prometheus FILE", "cairn.db-shm", "belongs to the store"),
        Call("nightly job.yaml --log FILE", "cairn.db-journal", "belongs to the store"),
        Call("nightly job.yaml --prometheus FILE", "cairn.db", store, link: "metrics.prom"),
        Call("nightly job.yaml --log FILE", "cairn.db", store), Call("work --log FILE", "cairn.db", store),
        Call("run job.yaml --log FILE", "cairn.db", store), Call("submit job.yaml --log FILE", "cairn.db", store),
        Call("query --out FILE", "cairn.db", store), Call("query --out FILE", "cairn.db", store, link: "metrics.prom"),
        Call("query --out FILE", "cairn.db-wal", "belongs to the store"),
        Call("plan job.yaml --out FILE", "job.yaml", "is the manifest"),
        Call("nightly job.yaml --prometheus FILE", "job.yaml", "is the manifest"),
        Call("run job.yaml --log FILE", "job.yaml", "is the manifest"),
        Call("plan job.yaml --out FILE", "key.txt", "is named in job.yaml, at backend.auth.apiKey"),
        Call("run job.yaml --log FILE", "names.txt", "is named in job.yaml, at images[1].list"),
        Call("plan job.yaml --out FILE", "pictures/1.png", "is not a plan"),
        Call("status --prometheus FILE", "pictures/1.png", "is not a file of metrics"),
        Call("nightly job.yaml --log FILE", "pictures/1.png", "is not a log"),
        Call("apply plan.json --log FILE", "plan.json", "is not a log"),
    ]

    private func site() async throws -> VisionSite {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        try site.scratch.write("names.txt", "pictures/1.png\n")
        try site.scratch.write("key.txt", VisionSite.key)
        try Files.permit(site.scratch.file("key.txt"), 0o600)
        try site.writeJob(
            images: ["folder: pictures", "list: names.txt"],
            backend: ["account: tower-1", "auth: {apiKey: file:key.txt}"])
        return site
    }

    @Test func `is never the store, a file that the manifest names, or anything else that is no earlier output`()
        async throws
    {
        let site = try await site()
        try await site.cairn("run", "job.yaml", exits: 0)
        try site.writePictures(4..<5)
        try await site.cairn("plan", "job.yaml", "--out", "plan.json", exits: 0)
        try await site.scratch.run("ln", "-s", "cairn.db", "metrics.prom")
        // A reader that stays keeps the log and its memory beside the store.
        let book = site.scratch.book
        #expect(try book.number("SELECT count(*) FROM task") == 3)
        for call in Self.calls {
            let file = site.scratch.file(call.file)
            let before = try? Files.read(file)
            let ending = try await site.scratch.start(
                [Place.cairn.description] + call.words, environment: site.environment
            ).end()
            #expect(ending.status == 2 && ending.outputBytes.isEmpty, "\(ending)")
            #expect(ending.error.contains("\(call.link ?? call.file) \(call.what)"), "\(ending)")
            #expect(
                ending.error.contains("nothing was done") && ending.error.contains("name another file"), "\(ending)")
            #expect((try? Files.read(file)) == before, "\(call.testDescription)")
            #expect(try site.requests().count == 1, "\(call.testDescription)")
        }
        #expect(try book.number("SELECT count(*) FROM task") == 3)
        #expect(FileStatus.isLink(site.scratch.file("metrics.prom")))
        try await site.cairn("doctor", exits: 0)
    }

    @Test func `may be an earlier one of the same kind, an empty one, or none`() async throws {
        let site = try await site()
        try site.scratch.write("empty", "")
        for file in ["plan.json", "plan.json", "empty"] {
            try await site.cairn("plan", "job.yaml", "--out", file, exits: 0)
            #expect(try Files.text(site.scratch.file(file)).contains("\"made_at\""))
        }
        try site.scratch.write("empty", "")
        for file in ["night.prom", "night.prom", "empty"] {
            try await site.cairn("nightly", "job.yaml", "--prometheus", file, exits: 0)
            try await site.cairn("status", "--prometheus", file, exits: 0)
            #expect(try Files.text(site.scratch.file(file)).contains("cairn_workers"))
        }
        try site.scratch.write("empty", "")
        for file in ["events", "events", "empty"] {
            try await site.cairn("nightly", "job.yaml", "--log", file, exits: 0)
            #expect(try Files.text(site.scratch.file(file)).contains(#""event":"night""#))
        }
        // A machine that lost its power within a line, and one that cut the head of the file.
        let lines = try Files.text(site.scratch.file("events"))
        try site.scratch.write("events", lines + #"{"time":"2026-11-2"#)
        try await site.cairn("nightly", "job.yaml", "--log", "events", exits: 0)
        try site.scratch.write("events", String(lines.dropFirst(20)))
        try await site.cairn("nightly", "job.yaml", "--log", "events", exits: 0)
        try await site.cairn("nightly", "job.yaml", "--log", "/dev/null", exits: 0)
    }

    @Test func `is written through no link that stands beside it`() async throws {
        let site = try await site()
        try await site.cairn("run", "job.yaml", exits: 0)
        try site.scratch.write("victim", "precious")
        for (words, name) in [
            ("plan job.yaml --out", "p.plan"), ("status --prometheus", "m.prom"), ("query --out", "copy.db"),
        ] {
            // The shell's number is the command's.
            let ending = try await site.scratch.bash(
                "ln -s victim .\(name).$$.new; exec \"$cairn\" \(words) \(name)", environment: site.environment)
            #expect(ending.status == 0, "\(ending)")
            #expect(try Files.text(site.scratch.file("victim")) == "precious", "\(name)")
            #expect(!FileStatus.isLink(site.scratch.file(name)), "\(name)")
            #expect(try Files.read(site.scratch.file(name)).count > 100)
        }
    }

    @Test func `is no symbolic link, wherever that leads`() async throws {
        let site = try await site()
        try await site.cairn("run", "job.yaml", exits: 0)
        try site.scratch.write("real", "")
        try await site.scratch.run("ln", "-s", "real", "link")
        try await site.scratch.run("ln", "-s", "nothing", "dangling")
        for words in ["plan job.yaml --out", "status --prometheus", "nightly job.yaml --log", "query --out"] {
            for name in ["link", "dangling"] {
                let ending = try await site.scratch.start(
                    [Place.cairn.description] + words.split(separator: " ").map(String.init) + [name],
                    environment: site.environment
                ).end()
                #expect(ending.status == 2, "\(ending)")
                let sentence = words.hasPrefix("query") ? "is there already" : "\(name) is a symbolic link"
                #expect(ending.error.contains(sentence), "\(ending)")
                #expect(FileStatus.isLink(site.scratch.file(name)))
            }
        }
        #expect(try Files.text(site.scratch.file("real")).isEmpty)
        #expect(!Files.names(in: site.scratch.path).contains("nothing"))
        // The system's own links lead to what the shell has opened.
        for name in ["/dev/stderr", "/dev/fd/2"] {
            let ending = try await site.cairn("nightly", "job.yaml", "--log", name, exits: 0)
            #expect(ending.error.contains(#""event":"night""#), "\(ending)")
        }
    }

    @Test func `is not both the log and the metrics`() async throws {
        let site = try await site()
        let ending = try await site.cairn(
            "nightly", "job.yaml", "--log", "night", "--prometheus", "./night", exits: 2)
        #expect(ending.error.contains("--log and --prometheus name one file"), "\(ending)")
        #expect(try site.requests().isEmpty)
        #expect(!Files.names(in: site.scratch.path).contains("cairn.db"))
    }
}
