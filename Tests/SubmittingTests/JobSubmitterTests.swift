import Catalog
import FoundationEssentials
import Glibc
import JobBench
import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
@testable import Working
import Domain

@testable import Submitting

@Suite struct JobSubmitterTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `new images are queued, answered once, and left alone the next night`() throws {
        let job = try bench.job()
        let first = try bench.run(job)
        #expect(first.submission.found == 4 && first.submission.read == 4 && first.submission.queued == 4)
        #expect(first.totals?.done == 4)
        let second = try bench.run(job)
        #expect(second.submission.bare == SubmissionResult(found: 4, answered: 4))
        #expect(try bench.ask("SELECT count(*) FROM runs UNION ALL SELECT count(*) FROM attempts") == "1 4")
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `a run that is cancelled while it is submitted takes nothing more in`() throws {
        let job = try bench.job()
        let manifest = PinnedManifest(
            job: job.name, text: Array(job.source.utf8), path: bench.folder.appending("job.yaml"))
        let recipe = Recipe(
            backend: "vision", model: "m", modelVersion: nil, feature: .labelDetection, parameters: "{}",
            preparation: "{}")
        let session = try bench.store.submission(
            SubmissionRequest(
                key: .random(), manifest: manifest, recipes: [recipe], refresh: job.refresh, crashLimit: 3))
        var enqueuer = SourceIntake(session, into: Enqueuer(session), clock: bench.time.monotonic)
        try enqueuer.add(objects: ["gs://bucket/1.jpg"])
        let other = try SQLiteStore(at: bench.folder.appending("cairn.db"), for: .work, clock: bench.time.clock)
        // It is written after half a second, and not before.
        bench.time.advance(TimeSpan(milliseconds: 499))
        try enqueuer.flushIfDue()
        #expect(try other.openRuns().isEmpty)
        bench.time.advance(TimeSpan(milliseconds: 1))
        try enqueuer.flushIfDue()
        let run = try #require(try other.openRuns().first)
        #expect(try other.control.cancel(run) == 1)
        try enqueuer.add(objects: ["gs://bucket/2.jpg"])
        try enqueuer.flush()
        #expect(enqueuer.end == .runCancelled)
        #expect(enqueuer.submission.queued == 1)
        #expect(try bench.ask("SELECT completed_at IS NULL FROM submission") == "1")
        let totals = try #require(try bench.store.totals(of: run))
        #expect(totals.total == 1 && totals.cancelled == 1 && totals.queued == 0 && totals.state == "cancelled")
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `a submission before any work queues nothing twice`() throws {
        let job = try bench.job()
        let first = try bench.submit(job)
        #expect(try bench.submit(job).bare == SubmissionResult(run: first.run, found: 4, alreadyQueued: 4))
        #expect(try bench.ask("SELECT total FROM runs") == "4")
    }

    @Test func `a changed file is read and asked anew, the others are not`() throws {
        let job = try bench.job()
        _ = try bench.run(job)
        try bench.put("noise-37x23.png", as: "1.png", mark: [1])
        let again = try bench.run(job)
        #expect(again.submission.read == 1 && again.submission.queued == 1 && again.submission.answered == 3)
        #expect(again.totals?.done == 1)
    }

    @Test func `a renamed and a copied file are read and not asked anew`() throws {
        let job = try bench.job()
        _ = try bench.run(job)
        try bench.move("0.png", to: "renamed.png")
        try bench.put(Bench.pictures[1], as: "copy.png")
        let again = try bench.submit(job)
        #expect(again.bare == SubmissionResult(found: 5, read: 2, answered: 4, copies: 1))
        #expect(again.counts.renamed == 1 && again.counts.missing == 0 && again.counts.removed == 0)
        #expect(
            try bench.ask("SELECT path FROM image_paths WHERE missing_at IS NOT NULL") == "pictures/0.png")
        #expect(try bench.ask("SELECT count(*) FROM images") == "4")
    }

    @Test func `a file that vanished with its folder is missing, also above the store's own folder`() throws {
        let folder = bench.file("deep").description
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try bench.put(Bench.pictures[0], as: "deep/9.png", mark: [9])
        var job = try bench.job()
        job.images = [.folder(bench.folder)]
        let store = try SQLiteStore(at: bench.file("inner.db"), for: .work, clock: bench.time.clock)
        let file = bench.folder.appending("job.yaml")
        _ = try bench.submitter(on: store).submit(job, manifest: file)
        try FileManager.default.removeItem(atPath: folder)
        bench.time.advance(.seconds(1))
        _ = try bench.submitter(on: store).submit(job, manifest: file)
        var gone: [Cell] = []
        try store.query("SELECT path FROM image_paths WHERE missing_at IS NOT NULL", parameters: [:], deadline: nil) {
            _ in
        } row: {
            gone += $0
            return true
        }
        #expect(gone == [.text(Array("deep/9.png".utf8))])
    }

    @Test func `a name that cannot be read fails for as long as it is there`() throws {
        symlink("nowhere.png", bench.file("broken.png").description)
        let job = try bench.job()
        let first = try bench.run(job)
        #expect(first.submission.unreadable == 1)
        #expect(
            first.submission.problemLines.allSatisfy { $0.contains("broken.png") }, "\(first.submission.problemLines)"
        )
        #expect(first.totals?.failed == 0 && first.totals?.done == 4)
        #expect(try bench.ask("SELECT path FROM failures WHERE image_id IS NULL") == "pictures/broken.png")
        #expect(try bench.run(job).submission.unreadable == 1)
        #expect(try bench.ask("SELECT count(*) FROM failures UNION ALL SELECT count(*) FROM runs") == "1 1")
        try bench.remove("broken.png")
        _ = try bench.run(job)
        #expect(try bench.ask("SELECT count(*) FROM failures") == "0")
    }

    @Test func `a file of a time that 64 bits do not hold is a file like any other`() throws {
        try Files.setModified(bench.file("0.png"), seconds: 13_569_465_600)
        let job = try bench.job()
        #expect(try bench.run(job).totals?.done == 4)
        #expect(try bench.submit(job).answered == 4)
    }

    @Test func `an answer past its age is asked anew as the next generation`() throws {
        let job = try bench.job("job", "refresh: {olderThan: 90d}")
        _ = try bench.run(job)
        bench.time.advance(TimeSpan(milliseconds: 90 * 86_400_000))
        #expect(try bench.submit(job).answered == 4)
        bench.time.advance(.seconds(1))
        let again = try bench.run(job)
        #expect(again.submission.queued == 4 && again.totals?.done == 4)
        #expect(try bench.ask("SELECT DISTINCT generation FROM labels_history ORDER BY 1") == "1 2")
        #expect(try bench.ask("SELECT count(DISTINCT annotation_id) = count(*) FROM labels") == "1")
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `a failed image is left alone until refresh asks for it`() throws {
        try bench.write(Array("no picture".utf8), as: "note.png")
        #expect(try bench.run(try bench.job()).totals?.failed == 1)
        #expect(try bench.submit(try bench.job()).failedBefore == 1)
        let again = try bench.run(try bench.job("job", "refresh: {failed: true}"))
        #expect(again.submission.queued == 1 && again.totals?.failed == 1)
    }

    @Test func `a file that was gone and is back is queued again, as its failure promises`() throws {
        let job = try bench.job()
        let run = try bench.queued(job)
        try bench.move("0.png", to: "../away")
        #expect(try bench.worker().work(on: run).first?.totals.failed == 1)
        #expect(try bench.ask("SELECT kind FROM failures") == "missing")
        try bench.move("../away", to: "0.png")
        let again = try bench.run(job)
        #expect(again.submission.queued == 1 && again.totals?.done == 1)
    }

    @Test func `another model's answers are asked for all images`() throws {
        let job = try bench.job()
        let first = try bench.run(job)
        try bench.scratch.copy(Fixtures.models.appending("float32-deflated.tflite"), to: "model.tflite")
        let again = try bench.run(job)
        #expect(again.submission.run != first.submission.run)
        #expect(again.submission.queued == 4 && again.totals?.done == 4)
        #expect(try bench.ask("SELECT count(DISTINCT model) FROM labels") == "1")
        #expect(try bench.ask("SELECT count(DISTINCT model) FROM labels_history") == "2")
    }

    @Test func `a run whose model changed meanwhile is not worked on until the job is submitted again`() throws {
        let job = try bench.job()
        let run = try bench.queued(job)
        try bench.scratch.copy(Fixtures.models.appending("float32-deflated.tflite"), to: "model.tflite")
        do throws(CommandFailure) {
            _ = try bench.worker().work(on: run)
            Issue.record("a changed model answered for the one that was asked")
        } catch { #expect(error.sentence == CommandFailure.modelChanged(since: run).sentence) }
        #expect(try bench.store.totals(of: run)?.queued == 4)
        #expect(try bench.run(job).totals?.done == 4)
    }

    @Test func `a cancelled job that is submitted again is queued anew`() throws {
        let job = try bench.job()
        let run = try bench.queued(job)
        _ = try bench.store.control.cancel(run)
        let again = try bench.run(job)
        #expect(again.submission.run != run && again.submission.queued == 4 && again.totals?.done == 4)
        #expect(try bench.store.totals(of: run)?.cancelled == 4)
    }

    @Test func `two jobs that ask the same of the same image have one answer`() throws {
        let first = try bench.submit(try bench.job("one"))
        let second = try bench.submit(try bench.job("two"))
        #expect(first.queued == 4 && second.queued == 4)
        bench.time.advance(.seconds(1))
        let totals = try bench.worker().work(on: nil)
        #expect(totals.map(\.totals.done) == [4, 4])
        #expect(try bench.ask("SELECT count(*) FROM attempts") == "4")
        #expect(try bench.ask("SELECT count(*) FROM answer") == "4")
    }
}
