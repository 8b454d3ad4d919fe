import Platform
import Storage
import Testing
import Domain

@Suite struct WorkerRecordTests {
    private let now = Timestamp(milliseconds: 1_000_000)

    private func record(_ identity: ProcessIdentity, leaseFor span: Int64 = 1000) -> WorkerRecord {
        WorkerRecord(
            id: WorkerID(1), identity: identity, leaseEnds: Timestamp(milliseconds: now.milliseconds + span),
            lastSeen: now)
    }

    @Test func `a process that lives and has renewed its lease is alive`() throws {
        let own = try ProcessIdentity.current()
        #expect(record(own).isAlive(seenFrom: own.host, at: now))
        #expect(!record(own).isDead(seenFrom: own.host))
    }

    @Test func `a process that has not renewed its lease is not alive, and not known to be dead`() throws {
        let own = try ProcessIdentity.current()
        #expect(!record(own, leaseFor: 0).isAlive(seenFrom: own.host, at: now))
        #expect(!record(own, leaseFor: 0).isDead(seenFrom: own.host))
    }

    @Test func `a dead process is not alive, however long its lease`() throws {
        let own = try ProcessIdentity.current()
        // Its number belongs to a process that started at another time.
        let dead = ProcessIdentity(host: own.host, pid: own.pid, started: own.started - 1)
        #expect(!record(dead).isAlive(seenFrom: own.host, at: now) && record(dead).isDead(seenFrom: own.host))
    }

    @Test func `of a process elsewhere, and without a host, the lease alone tells`() throws {
        let own = try ProcessIdentity.current()
        let elsewhere = ProcessIdentity(host: "elsewhere", pid: own.pid, started: own.started - 1)
        #expect(record(elsewhere).isAlive(seenFrom: own.host, at: now))
        #expect(!record(elsewhere).isDead(seenFrom: own.host))
        #expect(!record(elsewhere).isGivenUp(seenFrom: own.host, at: now))
        #expect(record(elsewhere, leaseFor: -1).isGivenUp(seenFrom: own.host, at: now))
        #expect(!record(own, leaseFor: -1).isGivenUp(seenFrom: own.host, at: now), "it lives and only sleeps")
        #expect(record(elsewhere).fate(seenFrom: own.host, hasLapsed: true) == .died)
        #expect(record(own).fate(seenFrom: own.host, hasLapsed: true) == .lapsed)
        #expect(record(own).fate(seenFrom: own.host, hasLapsed: false) == nil)
        let dead = ProcessIdentity(host: own.host, pid: own.pid, started: own.started - 1)
        #expect(record(dead).isAlive(seenFrom: nil, at: now) && !record(dead).isDead(seenFrom: nil))
    }
}
