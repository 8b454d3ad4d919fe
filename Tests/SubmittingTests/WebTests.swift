import JobBench
import Working
import Platform
import SQLiteStore
import Storage
import Synchronization
import TestSupport
import Testing
import Domain

@testable import Submitting

/// Files on the web, from the manifest to the answers.
@Suite struct WebTests {
    let bench: Bench
    let site: Site

    init() throws {
        bench = try Bench()
        site = try Site()
    }

    private func job(urls: [String], more: String = "") throws -> Job {
        try bench.scratch.write("list.txt", urls.joined(separator: "\n") + "\n")
        var job = try bench.job("web", more)
        job.images = [.list(FilePath("list.txt"))]
        return job
    }

    private let pictures = Bench.pictures

    @Test func `pictures are downloaded, annotated and known by their whole address`() throws {
        try site.put(pictures[0], at: "/a/0.png?x=1/2", tag: "\"0\"")
        try site.put(pictures[1], at: "/1.png", tag: "\"1\"")
        var job = try job(urls: [site.url("/a/0.png?x=1/2"), "pictures/2.png"])
        job.images.append(.url(site.url("/1.png")))
        let ended = try bench.run(job)
        #expect(
            ended.submission.bare == SubmissionResult(run: ended.submission.run, found: 3, read: 3, queued: 3),
            "\(ended.submission)")
        #expect(ended.totals?.done == 3)
        let paths = [site.url("/1.png"), site.url("/a/0.png?x=1/2"), "pictures/2.png"]
        #expect(try bench.ask("SELECT path FROM images ORDER BY path") == paths.joined(separator: " "))
        #expect(
            try bench.ask("SELECT DISTINCT path FROM labels ORDER BY path") == paths.joined(separator: " "))
        #expect(try bench.ask("SELECT count(*) FROM image_paths WHERE modified_at IS NULL") == "2")
        #expect(try bench.store.problems().isEmpty)
        #expect(!site.headers.contains("authorization") && !site.headers.contains("cookie"))
    }

    @Test func `what is as it was is not downloaded again`() throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        try site.put(pictures[0], at: "/tag", tag: "\"0\"")
        try site.put(pictures[1], at: "/date", modified: date)
        try site.put(pictures[2], at: "/both", tag: "W/\"2\"", modified: date)
        try site.put(pictures[3], at: "/none")
        let job = try job(urls: ["/tag", "/date", "/both", "/none"].map(site.url))
        _ = try bench.run(job)
        #expect(
            try bench.ask("SELECT modified_at FROM image_paths WHERE path LIKE '%/date'") == "1994-11-06T08:49:37.000Z")
        let before = site.requests
        #expect(before == ["/both", "/date", "/none", "/tag"].flatMap { ["GET \($0)", "GET \($0)"] })
        let again = try bench.run(job)
        #expect(again.submission.bare == SubmissionResult(found: 4, read: 1, answered: 4))
        #expect(
            site.requests
                == (before + ["GET /none", "HEAD /both", "HEAD /date", "HEAD /none", "HEAD /tag"]).sorted())
    }

    @Test func `a picture that changed is asked anew, by any sign of it`() throws {
        let dates = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT"]
        for (target, tag, modified) in [("/tag", "\"0\"", nil), ("/date", nil, dates[0]), ("/size", "\"0\"", nil)] {
            try site.put(pictures[0], at: target, mark: Array(target.utf8) + [0], tag: tag, modified: modified)
        }
        try site.put(pictures[0], at: "/silent", mark: [1])
        let job = try job(urls: ["/tag", "/date", "/size", "/silent"].map(site.url))
        #expect(try bench.run(job).submission.queued == 4)
        for (target, tag, modified) in [("/tag", "\"1\"", nil), ("/date", nil, dates[1])] {
            try site.put(pictures[0], at: target, mark: Array(target.utf8) + [1], tag: tag, modified: modified)
        }
        try site.put(pictures[0], at: "/size", mark: [9, 9], tag: "\"0\"")
        try site.put(pictures[0], at: "/silent", mark: [2])
        let again = try bench.run(job)
        #expect(again.submission.read == 4 && again.submission.queued == 4 && again.totals?.done == 4)
    }

    @Test func `the same content on the web and here is asked once`() throws {
        try site.put(pictures[0], at: "/0.png", tag: "\"0\"")
        var job = try job(urls: [site.url("/0.png")])
        job.images.append(.folder(bench.file("")))
        let ended = try bench.run(job)
        #expect(ended.submission.queued == 4 && ended.submission.copies == 1)
        #expect(try bench.ask("SELECT count(*) FROM images") == "4")
    }

    @Test func `one bad address never stops its neighbours`() throws {
        let dead = try DeadPort()
        try site.put(pictures[0], at: "/good.png", tag: "\"0\"")
        site["/login"] = .init(status: 403)
        site["/gone"] = .init(status: 410)
        site["/busy"] = .init(status: 503)
        site["/cut"] = .init(body: [UInt8](repeating: 7, count: 1000), isCut: true)
        site["/moved"] = .init(headers: ["Location": "ftp://example.org/a"], status: 302)
        site["/page"] = .init(body: Array("<!DOCTYPE html><title>No</title>".utf8))
        let targets = ["/login", "/gone", "/no", "/busy", "/cut", "/moved", "/page", "/good.png"]
        let urls = targets.map(site.url) + ["http://127.0.0.1:\(dead.port)/x", "https://", "http://nobody.invalid/a"]
        let ended = try bench.run(try job(urls: urls))
        #expect(ended.submission.unreadable == 9 && ended.submission.queued == 2)
        #expect(ended.totals?.done == 1)
        let kinds = """
            SELECT kind || ' ' || replace(replace(path, '\(site.authority)', 'site'), '127.0.0.1:\(dead.port)', 'dead')
            FROM failures ORDER BY 1
            """
        let failures = try bench.ask(kinds)
        #expect(
            failures
                == [
                    "missing http://site/gone", "missing http://site/no", "notAnImage http://site/page",
                    "unreachable http://dead/x", "unreachable http://nobody.invalid/a", "unreachable http://site/busy",
                    "unreachable http://site/cut", "unreadable http://site/login", "unreadable http://site/moved",
                    "unreadable https:///",
                ].joined(separator: " "))
        #expect(
            try bench.ask(
                "SELECT replace(path, '\(site.authority)', '') FROM image_paths WHERE missing_at IS NOT NULL ORDER BY 1"
            )
                == "http:///gone http:///no")
        // A known failure opens no new run the next night.
        #expect(try bench.submit(try job(urls: urls)).run == nil)
    }

    @Test func `only the bytes that were queued are worked on`() throws {
        for number in 0..<3 { try site.put(pictures[number], at: "/\(number).png", tag: "\"\(number)\"") }
        let job = try job(urls: (0..<3).map { site.url("/\($0).png") })
        let submission = try bench.submit(job)
        // The tag lies: the bytes are others all the same.
        try site.put(pictures[3], at: "/0.png", tag: "\"0\"")
        site["/1.png"] = nil
        let ended = try bench.worker().work(on: submission.run).first?.totals
        #expect(ended?.done == 1 && ended?.failed == 2)
        #expect(try bench.ask("SELECT kind FROM failures ORDER BY path") == "changed missing")
    }

    @Test func `an address that does not answer is tried again later`() throws {
        try site.put(pictures[0], at: "/0.png", tag: "\"0\"")
        let submission = try bench.submit(try job(urls: [site.url("/0.png")], more: "retry: {attempts: 1}"))
        site["/0.png"]?.status = 503
        _ = try bench.worker().work(on: submission.run)
        #expect(try bench.ask("SELECT kind || ' ' || code FROM failures") == "unreachable HTTP_503")
    }

    @Test func `several are downloaded at once`() throws {
        let queued = Mutex(0)
        let gate = BlockingQueue<Void>(capacity: 8)
        let bytes = try Fixtures.bytes(pictures[0])
        let limit = 4
        let server = try LoopbackServer { request in
            let count = queued.withLock {
                $0 += 1
                return $0
            }
            if count == limit { for _ in 0..<limit { gate.put(()) } }
            // Alone, a request waits in vain, and the test fails.
            var response = LoopbackServer.Response(gate.take(within: 20_000) == nil ? 500 : 200)
            response.body = Fixtures.marked(bytes, Array(request.target.utf8))
            return response
        }
        let submission = try bench.submit(try job(urls: (0..<limit).map { "\(server.url)/\($0).png" }))
        #expect(submission.queued == limit)
    }

    @Test func `a password in an address goes nowhere`() throws {
        try site.put(pictures[0], at: "/0.png")
        let job = try job(urls: ["http://me:s3cret@\(site.authority)/0.png"])
        #expect(try bench.run(job).totals?.done == 1)
        #expect(!site.headers.contains("authorization"))
        #expect(try bench.ask("SELECT path FROM image_paths") == site.url("/0.png"))
    }
}
