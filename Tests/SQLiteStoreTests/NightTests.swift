import Platform
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct NightTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func request(
        _ process: ProcessIdentity, job: String = "job", key: RequestKey = .random()
    ) -> NightRequest {
        NightRequest(key: key, job: job, process: process, hostName: "tower")
    }

    private func begin(_ request: NightRequest) throws -> any NightSession {
        guard case .begun(let night) = try SQLiteStore(bench.another()).night(request) else {
            throw TestFailure("another process has the night")
        }
        return night
    }

    private func holder(_ request: NightRequest) throws -> NightOwner? {
        guard case .held(let holder) = try SQLiteStore(bench.another()).night(request) else { return nil }
        return holder
    }

    @Test func `nights in a store are one at a time for a job, until they end`() throws {
        let me = try ProcessIdentity.current()
        let night = try begin(request(me))
        let other = ProcessIdentity(host: "elsewhere", pid: 7, started: 7)
        #expect(try holder(request(other)) == NightOwner(process: me, hostName: "tower", since: night.began))
        _ = try begin(request(other, job: "another"))
        #expect(try night.renew() == nil)
        try night.end(NightResult(exitStatus: 0))
        _ = try begin(request(other))
        #expect(
            try bench.store.reports.nightSuccesses() == [NightSuccess(job: "job", at: bench.time.clock.now())])
    }

    @Test func `nights in a store begin and end once, however often they are told to`() throws {
        let me = try ProcessIdentity.current()
        let asked = request(me)
        let first = try begin(asked)
        let again = try begin(asked)
        #expect(again.began == first.began)
        #expect(try bench.rows("SELECT count(*) FROM night UNION ALL SELECT count(*) FROM worker") == ["1", "1"])
        try first.end(NightResult(exitStatus: 1))
        let rows = try bench.rows("SELECT * FROM night") + bench.rows("SELECT * FROM worker")
        try again.end(NightResult(exitStatus: 0))
        #expect(try bench.rows("SELECT * FROM night") + bench.rows("SELECT * FROM worker") == rows)
    }

    @Test func `nights in a store die with their process, and of another host with their lease`() throws {
        let me = try ProcessIdentity.current()
        let dead = try begin(request(ProcessIdentity(host: me.host, pid: 1 << 30, started: 7)))
        let next = try begin(request(me))
        // What was given up ends nothing.
        try dead.end(NightResult(exitStatus: 0))
        #expect(try bench.store.reports.nightSuccesses() == [])
        try next.end(NightResult(exitStatus: 0))
        let far = try begin(request(ProcessIdentity(host: "elsewhere", pid: 7, started: 7)))
        #expect(try holder(request(me)) != nil)
        bench.time.advance(.seconds(61))
        let mine = try begin(request(me))
        #expect(try far.renew()?.process == me)
        // A process that slept for longer continues where no other has come meanwhile.
        bench.time.advance(.seconds(61))
        try bench.store.write { transaction throws(StoreError) in
            _ = try transaction.workers.rescue(seenFrom: "elsewhere")
        }
        #expect(try mine.renew() == nil)
        #expect(try holder(request(ProcessIdentity(host: "elsewhere", pid: 7, started: 7)))?.process == me)
        #expect(try bench.store.reports.workers().isEmpty)
        #expect(try SQLiteStore(bench.store).problems() == [])
    }
}

/// Why a test cannot go on.
private struct TestFailure: Error {
    let words: String

    init(_ words: String) { self.words = words }
}
