@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct QueueTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `a claim takes tasks in the order they were queued`() throws {
        let run = try bench.run(tasks: 5)
        let worker = try bench.enter()
        #expect(try bench.claim(2, of: run, by: worker).map(\.task.value) == [1, 2])
        #expect(try bench.claim(9, of: run, by: worker).map(\.task.value) == [3, 4, 5])
        #expect(try bench.claim(9, of: run, by: worker).isEmpty)
    }

    @Test func `an answer, its raw response and the task's end come in one commit`() throws {
        let run = try bench.run(tasks: 1)
        let claims = try bench.claim(1, of: run, by: try bench.enter())
        #expect(try bench.record(claims.map { bench.answered($0) }, in: run) == 1)
        #expect(try bench.text("SELECT description FROM labels") == "lighthouse")
        #expect(try bench.text("SELECT score FROM labels") == "0.92", "a 32-bit score is kept as its shortest decimal")
        #expect(try bench.text("SELECT path FROM labels") == "0.jpg", "below the store's folder names are relative")
        #expect(try bench.number("SELECT count(*) FROM response") == 1)
        #expect(try bench.text("SELECT state FROM runs") == "finished")
        #expect(try bench.text("SELECT outcome FROM attempts") == "answered")
    }

    @Test func `the same image queued twice is one task`() throws {
        let run = try bench.run(tasks: 1)
        let status = try bench.status()
        let queued = try bench.store.write { transaction throws(StoreError) in
            let kept = try transaction.catalog.upsert(bench.identity(0), at: bench.scratch.file("copy.jpg"), status)
            return try transaction.queue.add(kept.image, at: kept.path, in: run, reason: .new)
        }
        #expect(!queued)
        #expect(try bench.number("SELECT total FROM runs") == 1)
        #expect(try bench.number("SELECT count(*) FROM image_paths") == 2)
    }

    @Test func `a second claim never returns a task that is held`() throws {
        let run = try bench.run(tasks: 3)
        let other = try bench.another()
        let mine = try bench.claim(2, of: run, by: try bench.enter(pid: 1))
        let second = try bench.enter(pid: 2)
        let theirs = try other.write { transaction throws(StoreError) in
            try transaction.queue.claim(9, of: run, by: second, mayBeAlone: true).claims
        }
        #expect(Set(mine.map(\.task)).isDisjoint(with: theirs.map(\.task)))
        #expect(theirs.count == 1)
    }

    @Test func `a stale worker changes nothing`() throws {
        let run = try bench.run(tasks: 1)
        let slow = try bench.enter(pid: 1)
        let stale = try bench.claim(1, of: run, by: slow)
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(slow, as: .lapsed) }
        let fresh = try bench.claim(1, of: run, by: try bench.enter(pid: 2))
        #expect(fresh.map(\.task) == stale.map(\.task))
        #expect(try bench.record(stale.map { bench.answered($0, "stale") }, in: run) == 0)
        #expect(try bench.record(fresh.map { bench.answered($0, "fresh") }, in: run) == 1)
        #expect(try bench.record(stale.map { bench.failed($0) }, in: run) == 0)
        #expect(try bench.text("SELECT group_concat(description) FROM labels_history") == "fresh")
        #expect(try bench.text("SELECT group_concat(outcome) FROM attempts") == "lapsed,answered")
    }

    @Test func `a worker that was given up must enter anew`() throws {
        let worker = try bench.enter()
        #expect(
            try bench.store.write { transaction throws(StoreError) in
                try transaction.workers.renew(worker, lease: .seconds(30))
            })
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(worker, as: .lapsed) }
        #expect(
            try bench.store.write { transaction throws(StoreError) in
                try transaction.workers.renew(worker, lease: .seconds(30))
            } == false)
    }

    @Test func `an image whose worker crashes runs alone, then is quarantined, and its neighbours go on`() throws {
        let run = try bench.run(tasks: 3, crashes: 3)
        for death in 1...2 {
            let worker = try bench.enter(pid: Int32(death))
            #expect(try bench.claim(2, of: run, by: worker).count == 2)
            #expect(
                try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(worker, as: .died)
                } == 2)
        }
        // The two that were there at both crashes come last, and one at a time.
        let worker = try bench.enter(pid: 3)
        let first = try bench.claim(9, of: run, by: worker)
        #expect(first.map(\.task.value) == [3])
        #expect(try bench.claim(9, of: run, by: worker, alone: false).isEmpty)
        #expect(try bench.record(first.map { bench.answered($0) }, in: run) == 1)
        let suspect = try bench.claim(9, of: run, by: worker)
        #expect(suspect.map(\.task.value) == [1])
        #expect(suspect.first?.isIsolated == true)
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(worker, as: .died) }
        #expect(try bench.text("SELECT kind FROM failures") == "quarantined")
        let model = try bench.text("SELECT backend || ' ' || model FROM recipe LIMIT 1")
        let words = "the worker died 3 times while it processed this image with \(model); "
        #expect(try bench.text("SELECT message FROM failures").hasPrefix(words))
        let died = "SELECT DISTINCT message FROM attempts WHERE outcome = 'died'"
        #expect(try bench.text(died) == "the worker died while this image was in progress with \(model)")
        let innocent = try bench.claim(9, of: run, by: try bench.enter(pid: 4))
        #expect(innocent.map(\.task.value) == [2])
        #expect(try bench.record(innocent.map { bench.answered($0) }, in: run) == 1)
        #expect(try bench.text("SELECT done || ' ' || failed || ' ' || state FROM runs") == "2 1 finished")
        // Taken up again it still runs alone.
        #expect(
            try bench.store.write { transaction throws(StoreError) in
                try transaction.runs.retry(.run(run), only: .failures(kind: .quarantined)).images
            }
                == 1)
        #expect(try bench.claim(9, of: run, by: try bench.enter(pid: 5)).first?.isIsolated == true)
    }

    @Test func `an answer that came from another run ends a waiting task without an attempt`() throws {
        let first = try bench.run(tasks: 1)
        let second = try bench.run(tasks: 1, job: "other")
        bench.time.advance(.seconds(1))
        let worker = try bench.enter()
        let claims = try bench.claim(1, of: first, by: worker)
        #expect(try bench.claim(1, of: second, by: worker).isEmpty, "another task has the image in hand")
        #expect(try bench.record(claims.map { bench.answered($0) }, in: first) == 1)
        bench.time.advance(.seconds(1))
        #expect(try bench.claim(1, of: second, by: worker).isEmpty)
        #expect(try bench.number("SELECT count(*) FROM attempts") == 1)
        #expect(try bench.text("SELECT group_concat(state) FROM runs") == "finished,finished")
        #expect(try bench.number("SELECT count(*) FROM labels_history") == 1)
    }

    @Test func `a failure that may pass waits its time and keeps its reason`() throws {
        let run = try bench.run(tasks: 1)
        let worker = try bench.enter()
        let claims = try bench.claim(1, of: run, by: worker)
        let failure = Failure(stage: .read, kind: .unreadable, code: "EIO", message: "i/o error", isTransient: true)
        _ = try bench.record(
            claims.map {
                AttemptResult(claim: $0, outcome: .retry(failure, after: .seconds(10)))
            },
            in: run)
        #expect(try bench.claim(1, of: run, by: worker).isEmpty)
        #expect(
            try bench.text("SELECT outcome || ' ' || code || ' ' || message FROM attempts") == "retry EIO i/o error")
        bench.time.advance(.seconds(10))
        #expect(try bench.claim(1, of: run, by: worker).first?.attemptCount == 1)
    }

    @Test func `cancelling ends what waits, and what is in hand ends as it ends`() throws {
        let run = try bench.run(tasks: 3)
        let claims = try bench.claim(1, of: run, by: try bench.enter())
        #expect(try bench.store.write { transaction throws(StoreError) in try transaction.runs.cancel(run) } == 2)
        #expect(try bench.record(claims.map { bench.answered($0) }, in: run) == 1)
        #expect(try bench.text("SELECT state || ' ' || done || ' ' || cancelled FROM runs") == "cancelled 1 2")
    }
}
