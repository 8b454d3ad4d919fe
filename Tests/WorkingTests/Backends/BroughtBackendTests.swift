import Backends
import JobBench
import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@testable import Working

@Suite("The worker with a backend that its caller brings") struct BroughtBackendTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// A run of a job over the bench's four pictures, and others, asked of a backend.
    private func run(_ plan: BackendPlan, _ more: String = "") throws -> RunID {
        bench.plan = { _, _ in plan }
        return try bench.queued(
            try bench.job("tags", more, backend: "{kind: command, run: [tagger]}\nfeatures: [LABEL_DETECTION]"))
    }

    /// What stops the work on a run.
    private func stop(of run: RunID) throws -> String {
        do throws(CommandFailure) {
            return "\(try bench.worker().work(on: run).map(\.stopReason))"
        } catch {
            return error.sentence
        }
    }

    @Test func `sends a service of another wire one picture a request, and stores what it answers`() throws {
        let server = try LoopbackServer { request in
            // The last byte of a PNG's width.
            request.body[19] == 9 ? .init(415, "{}") : .init(200, #"{"tags":["sky","tower"]}"#)
        }
        let run = try run(BackendPlan(TagService(url: server.url)))
        let totals = try #require(try bench.worker().work(on: run).first).totals
        #expect(totals.done == 3 && totals.failed == 1 && server.requests.count == 4)
        #expect(try bench.ask("SELECT count(*) FROM labels WHERE description = 'sky' AND model = 'tagger'") == "3")
        let failures = "SELECT kind || ' ' || code || ' ' || message FROM failures"
        #expect(try bench.ask(failures) == "refused 415 it is refused")
        #expect(try bench.ask("SELECT DISTINCT account FROM charges") == "tag-lovers")
        let calls = "SELECT http_status || ' ' || images_in_request FROM attempts ORDER BY http_status"
        #expect(try bench.ask(calls) == "200 1 200 1 200 1 415 1")
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `keeps the queue where a service of another wire refuses every request`() throws {
        let server = try LoopbackServer { _ in .init(403, "{}") }
        let run = try run(BackendPlan(TagService(url: server.url)), "pace: {inFlight: 1}")
        #expect(try stop(of: run) == "account tag-lovers: the service says no (403); ask")
        let totals = try #require(try bench.store.totals(of: run))
        #expect(totals.queued == 4 && totals.failed == 0 && server.requests.count == 1)
    }

    @Test func `gives a local backend as many pictures at a time as it takes, and one bad one fails alone`() throws {
        for number in 0..<60 { try bench.put("squares-64x48.png", as: "n\(number).png", mark: [UInt8(number), 1]) }
        try bench.write(Array("no picture".utf8), as: "note.png")
        let tagger = Tagger()
        let run = try run(BackendPlan(tagger), "pace: {inFlight: 1}")
        let totals = try #require(try bench.worker().work(on: run).first).totals
        let counts = tagger.calls.counts.with { $0 }
        #expect(counts.reduce(0, +) == 64 && counts.allSatisfy { (1...4).contains($0) })
        // How often they are full depends on how fast the claims come.
        #expect(counts.filter { $0 == 4 }.count >= 8, "\(counts)")
        #expect(totals.done == 63 && totals.failed == 2)
        #expect(try bench.ask("SELECT kind FROM failures ORDER BY kind") == "model notAnImage")
        #expect(try bench.ask("SELECT count(*) FROM labels WHERE description = '64x48'") == "61")
        #expect(try bench.ask("SELECT count(*) FROM charges") == "0")
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `keeps the queue where a local backend cannot start`() throws {
        let run = try run(BackendPlan(Tagger(isBroken: true)))
        #expect(try stop(of: run) == "backend.run: tagger is not installed")
        let totals = try #require(try bench.store.totals(of: run))
        #expect(totals.queued == 4 && totals.failed == 0)
    }

    @Test func `gives a local backend the files, and those of the web as private ones for one call`() throws {
        let site = try Site()
        try site.put("small-9x7.png", at: "/narrow.png", mark: [1])
        try site.put("squares-64x48.png", at: "/squares", mark: [2])
        let tagger = Tagger(input: .file)
        bench.plan = { _, _ in BackendPlan(tagger) }
        let temporary = try bench.scratch.write("temporary/kept", "").directory
        bench.variables["TMPDIR"] = temporary.description
        let images = "[{folder: pictures}, {url: \"\(site.url("/narrow.png"))\"}, {url: \"\(site.url("/squares"))\"}]"
        let job = try bench.job(
            "tags", images: images, backend: "{kind: command, run: [tagger]}\nfeatures: [LABEL_DETECTION]")
        let totals = try #require(try bench.run(job).totals)
        #expect(totals.done == 4 && totals.failed == 2)
        let files = tagger.calls.files.with { $0 }
        let here = files.filter { $0.path.directory == bench.folder.appending("pictures") }
        #expect(here.map(\.path.name.description).sorted() == ["0.png", "1.png", "2.png", "3.png"])
        for file in here { #expect(file.bytes == (try Files.read(file.path))) }
        let fetched = files.filter { $0.path.relative(to: temporary) != nil }
        #expect(Set(fetched.map(\.bytes)) == Set(try ["/narrow.png", "/squares"].map { try #require(site[$0]?.body) }))
        #expect(fetched.count == 2)
        for file in fetched {
            #expect(file.mode == 0o600 && file.path.fileExtension == "png" && Files.mode(file.path) == nil)
        }
        #expect(files.count == 6 && Files.names(in: temporary) == ["kept"])
    }

    @Test func `fails a picture of the web alone where no temporary file can be made, and tries it again`() throws {
        let site = try Site()
        try site.put("squares-64x48.png", at: "/squares", mark: [2])
        let tagger = Tagger(input: .file)
        bench.plan = { _, _ in BackendPlan(tagger) }
        bench.variables["TMPDIR"] = bench.folder.appending("gone").description
        let job = try bench.job(
            "tags", "retry: {attempts: 2, base: 1ms}",
            images: "[{folder: pictures}, {url: \"\(site.url("/squares"))\"}]",
            backend: "{kind: command, run: [tagger]}\nfeatures: [LABEL_DETECTION]")
        let totals = try #require(try bench.run(job).totals)
        #expect(totals.done == 3 && totals.failed == 2)
        let message = try bench.ask("SELECT message FROM failures WHERE kind = 'unreadable'")
        #expect(message.hasSuffix("/gone: No such file or directory; set TMPDIR to another folder"), "\(message)")
    }
}
