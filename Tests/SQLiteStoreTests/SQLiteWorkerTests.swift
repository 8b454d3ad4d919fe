import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct SQLiteWorkerTests {
    let bench: Bench
    private let billing = Billing(account: "project", budget: Budget())

    init() throws { bench = try Bench() }

    @Test func `a session claims, sends, records and leaves, each exchange in one transaction`() throws {
        let run = try bench.run(tasks: 3)
        let session = try bench.session(try bench.request(run, billing: billing))
        #expect(session.recipes == [bench.asked[0]: bench.recipe])
        #expect(session.isDue, "it has not entered yet")
        #expect(try bench.number("SELECT count(*) FROM worker") == 0)
        let claims = try session.exchange(bench.report(1, wanted: 3)).claims
        #expect(claims.count == 3 && !session.isDue)
        let order = try session.exchange(bench.report(2, sending: [claims]))
        #expect(order.decisions == [.send(claims.map(\.attempt))])
        _ = try session.exchange(bench.report(3, results: claims.prefix(2).map { bench.answered($0) }))
        #expect(try session.outlook().totals?.done == 2)
        try session.leave()
        #expect(try session.hasWork())
        #expect(try bench.rows("SELECT state FROM task ORDER BY 1") == ["done", "done", "queued"])
        #expect(try bench.rows("SELECT state FROM ledger ORDER BY attempt_id") == ["settled", "settled", "uncertain"])
        #expect(try bench.store.problems() == [])
    }

    @Test func `a run that asks for other recipes gets no session, and nothing is written`() throws {
        let run = try bench.run(tasks: 1)
        let other = Recipe(
            backend: "tflite", model: "m@2", feature: .labelDetection, parameters: "{}", preparation: "{}")
        for recipes in [[other], [bench.recipe, other], []] {
            let request = WorkerRequest(
                key: .random(), process: try .current(), run: run, manifest: bench.manifest.digest, recipes: recipes,
                billing: nil, maxWait: .seconds(600))
            #expect(try SQLiteStore(bench.store).worker(request) == nil)
        }
        #expect(try SQLiteStore(bench.store).worker(try bench.request(RunID(99))) == nil)
        #expect(try bench.number("SELECT count(*) FROM recipe") == 1)
    }

    @Test(arguments: [false, true]) func `an exchange that is repeated changes nothing and returns the same order`(
        isOtherSession: Bool
    ) throws {
        let run = try bench.run(tasks: 6)
        let request = try bench.request(run, billing: billing)
        let first = try bench.session(request)
        let other = isOtherSession ? try bench.session(request, on: try bench.another()) : first
        let before = try first.exchange(bench.report(1, wanted: 2)).claims
        #expect(try other.exchange(bench.report(1, wanted: 2)).claims.map(\.attempt) == before.map(\.attempt))

        let ended = try first.exchange(bench.report(2, wanted: 2, sending: [before]))
        let report = bench.report(
            3, wanted: 2, results: before.map { bench.answered($0) }, sending: [ended.claims])
        let once = try first.exchange(report)
        let kept = try bench.everything()
        bench.time.advance(.seconds(7))
        for _ in 0..<2 {
            let again = try other.exchange(report)
            #expect(try bench.everything() == kept)
            #expect(again.claims.map(\.attempt) == once.claims.map(\.attempt))
            #expect(again.claims.map(\.asked) == once.claims.map(\.asked))
            #expect(again.claims.map { $0.locations.map(\.path) } == once.claims.map { $0.locations.map(\.path) })
            #expect(again.decisions == once.decisions && again.stopReason == nil)
        }
        #expect(try bench.number("SELECT count(*) FROM worker") == 1)
        #expect(try other.exchange(bench.report(4, wanted: 9)).claims.count == 0)
        #expect(try bench.store.problems() == [])
    }

    @Test func `a request that was not sent asks again when its exchange is repeated`() throws {
        var slow = billing
        slow.pace.requestsPerMinute = 60
        let run = try bench.run(tasks: 2)
        let session = try bench.session(try bench.request(run, billing: slow))
        let claims = try session.exchange(bench.report(1, wanted: 2)).claims
        let report = bench.report(2, sending: claims.map { [$0] })
        let once = try session.exchange(report).decisions
        #expect(once.first == .send([claims[0].attempt]))
        let again = try session.exchange(report).decisions
        #expect(again == [.send([claims[0].attempt]), .wait(.seconds(0), slot: nil)])
    }

    @Test func `a repeated exchange returns nothing that the worker lost meanwhile`() throws {
        let run = try bench.run(tasks: 2)
        let session = try bench.session(try bench.request(run))
        let claims = try session.exchange(bench.report(1, wanted: 2)).claims
        #expect(claims.count == 2)
        let worker = try #require(try bench.store.workers.living().first).id
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(worker, as: .lapsed) }
        let again = try session.exchange(bench.report(1, wanted: 2))
        #expect(again.claims.isEmpty)
        #expect(try bench.store.workers.living().isEmpty, "a repeated call enters nobody")
        #expect(try session.exchange(bench.report(2, wanted: 2)).claims.count == 2)
        #expect(try bench.number("SELECT count(*) FROM worker") == 2)
        #expect(try bench.store.problems() == [])
    }

    @Test func `an exchange in which nothing happens writes nothing`() throws {
        let run = try bench.run(tasks: 2)
        let session = try bench.session(try bench.request(run, billing: billing))
        let claims = try session.exchange(bench.report(1, wanted: 2)).claims
        let before = try bench.bytes()
        for number in 2...4 { #expect(try session.exchange(bench.report(number, wanted: 2)).claims.isEmpty) }
        #expect(try bench.bytes() == before)
        let order = try session.exchange(bench.report(5, results: claims.map { bench.answered($0) }))
        #expect(try order.stopReason == nil && session.outlook().totals?.done == 2)
        #expect(try bench.store.problems() == [])
    }

    @Test func `leaving twice is leaving once`() throws {
        let run = try bench.run(tasks: 2)
        let request = try bench.request(run)
        let session = try bench.session(request)
        try session.leave()
        #expect(try bench.number("SELECT count(*) FROM worker") == 0)
        _ = try session.exchange(bench.report(1, wanted: 2))
        try session.leave()
        let kept = try bench.everything()
        bench.time.advance(.seconds(1))
        try session.leave()
        try bench.session(request, on: try bench.another()).leave()
        #expect(try bench.everything() == kept)
        #expect(try bench.rows("SELECT state FROM task") == ["queued", "queued"])
    }

    @Test func `failures above the limit stop the claims of the same exchange`() throws {
        let run = try bench.run(tasks: 4)
        let session = try bench.session(try bench.request(run, failures: .count(0)))
        let claims = try session.exchange(bench.report(1, wanted: 1)).claims
        let order = try session.exchange(bench.report(2, wanted: 3, results: claims.map { bench.failed($0) }))
        #expect(order.stopReason == .tooManyFailures(.count(0)) && order.claims.isEmpty)
    }
}
