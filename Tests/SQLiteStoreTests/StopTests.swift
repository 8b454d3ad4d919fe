@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct StopTests {
    let bench: Bench
    let run: RunID

    init() throws {
        bench = try Bench()
        run = try bench.run(tasks: 3)
    }

    private func note(_ reason: String) throws {
        try bench.store.write { transaction throws(StoreError) in try transaction.runs.noteStop(of: run, reason: reason)
        }
    }

    @Test func `the last stop of a run is kept with its moment until work begins again`() throws {
        #expect(try bench.store.reports.lastStop(of: run) == nil)
        try note("the time is up")
        let first = try #require(try bench.store.reports.lastStop(of: run))
        #expect(first.reason == "the time is up" && first.at == bench.time.clock.now())
        bench.time.advance(.seconds(5))
        try note("interrupted")
        let second = try #require(try bench.store.reports.lastStop(of: run))
        #expect(second.reason == "interrupted" && second.at == first.at + .seconds(5))
        #expect(try bench.store.reports.lastStop(of: try bench.run(tasks: 1)) == nil, "another run")
        try bench.store.write { transaction throws(StoreError) in try transaction.runs.clearStop(of: run) }
        #expect(try bench.store.reports.lastStop(of: run) == nil)
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `the last stop of a run is none while another worker has images of the run`() throws {
        let worker = try bench.enter()
        let claims = try bench.claim(2, of: run, by: worker)
        #expect(try bench.store.reports.workers(on: run).map(\.id) == [worker])
        try note("interrupted")
        #expect(try bench.store.reports.lastStop(of: run) == nil)
        _ = try bench.record(claims.map { bench.answered($0) }, in: run)
        #expect(try bench.store.reports.workers(on: run).isEmpty)
        try note("interrupted")
        #expect(try bench.store.reports.lastStop(of: run)?.reason == "interrupted")
    }
}
