import JobBench
import Working
import Glibc
import Manifest
import Platform
import SQLiteStore
import StoreProbe
import TestSupport
import Testing
import Domain

@testable import Submitting
import Storage

/// What a job's rows show: the newest answers to what it asks for now, whoever paid for them.
@Suite struct SelectionTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// A job over the folder of pictures, with so many labels an image at most.
    private func job(
        _ name: String = "job", limit: Int = 5, model: String = "model.tflite", images: String = "[{folder: pictures}]",
        _ more: String = ""
    ) throws -> Job {
        let text = """
            job: \(name)
            images: \(images)
            backend: {kind: tflite, model: \(model), maxResults: \(limit)}
            \(more)
            """
        return try ManifestReader.read(
            Array(text.utf8), file: bench.folder.appending("\(name).yaml"), workingDirectory: bench.folder)
    }

    /// Another model, in a file of its own.
    private func otherModel() throws -> String {
        try bench.scratch.copy(Fixtures.models.appending("float32-deflated.tflite"), to: "other.tflite")
        return "other.tflite"
    }

    private func run(_ job: Job) throws {
        _ = try bench.run(job)
        #expect(try bench.store.problems().isEmpty)
        bench.time.advance(.seconds(1))
    }

    /// A job's labels, as words of what was seen where.
    private func labels(_ name: String = "job") throws -> String {
        try bench.ask(
            """
            SELECT path || ':' || description || ':' || recipe_id FROM labels WHERE job = '\(name)'
            ORDER BY path, recipe_id, rank
            """)
    }

    /// Names, states and marks of a job's images.
    private func images(_ name: String = "job") throws -> String {
        try bench.ask(
            """
            SELECT replace(path, 'pictures/', '') || ':' || state || iif(missing_at IS NULL, '', ':gone')
            FROM job_images WHERE job = '\(name)' ORDER BY path
            """)
    }

    private func count(_ sql: String) throws -> Int { try #require(Int(try bench.ask("SELECT count(*) FROM \(sql)"))) }

    @Test func `two jobs with one question share one bill, and a third with another question changes neither`() throws {
        try run(try job("one"))
        let first = try labels("one")
        try run(try job("two"))
        #expect(!first.isEmpty)
        #expect(try labels("one") == first && labels("two") == first)
        #expect(try count("attempts") == 4 && count("runs") == 1)
        try run(try job("three", limit: 1))
        #expect(try labels("one") == first && labels("two") == first)
        #expect(try count("labels WHERE job = 'three'") == 4)
        #expect(try count("attempts") == 8)
        try run(try job("one"))
        #expect(try labels("one") == first)
        #expect(try count("attempts") == 8)
    }

    @Test func `another model is shown when its run has ended, and the first one again at once`() throws {
        try run(try job())
        let before = try labels()
        let changed = try job(model: try otherModel())
        let second = try bench.queued(changed)
        #expect(try labels() == before)
        #expect(try images() == "0.png:queued 1.png:queued 2.png:queued 3.png:queued")
        _ = try bench.worker().work(on: second)
        #expect(try labels() != before)
        #expect(
            try bench.ask("SELECT DISTINCT model = (SELECT model FROM recipes WHERE recipe_id = 2) FROM labels") == "1")
        #expect(try bench.submit(try job()).answered == 4)
        #expect(try labels() == before)
        #expect(try count("attempts") == 8)
    }

    @Test func `a run that began with another one's end shows its recipes only at its own`() throws {
        try run(try job())
        let before = try labels()
        try bench.put(Bench.pictures[1], as: "4.png", mark: [4])
        _ = try bench.queued(try job())
        // The older run's last task is cancelled where the new run begins.
        let second = try bench.queued(try job(model: try otherModel()))
        #expect(try labels() == before)
        #expect(try bench.ask("SELECT state FROM runs ORDER BY run_id") == "finished superseded queued")
        _ = try bench.worker().work(on: second)
        #expect(try bench.ask("SELECT DISTINCT recipe_id FROM labels") == "2")
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `a run that was superseded, paused or cancelled switches nothing`() throws {
        try run(try job())
        let before = try labels()
        let second = try bench.queued(try job(model: try otherModel()))
        _ = try bench.store.control.pause(second)
        #expect(try bench.worker().work(on: nil).isEmpty)
        #expect(try labels() == before)
        let third = try bench.queued(try job(limit: 1))
        #expect(try bench.ask("SELECT state FROM runs ORDER BY run_id") == "finished superseded queued")
        _ = try bench.store.control.cancel(third)
        #expect(try labels() == before)
        #expect(try count("attempts") == 4)
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `a changed recipe is the reason, also where only the question in between was answered`() throws {
        let other = try otherModel()
        try run(try job())
        let second = try bench.queued(try job(model: other))
        _ = try bench.store.control.cancel(second)
        try bench.put(Bench.pictures[1], as: "4.png", mark: [4])
        // The new picture is answered for another job, with what the cancelled run asked.
        try run(try job("helper", model: other, images: "[{glob: pictures/4.png}]"))
        _ = try bench.queued(try job(limit: 1))
        #expect(
            try bench.ask("SELECT reason FROM tasks WHERE run_id = (SELECT max(run_id) FROM runs) ORDER BY path")
                == "parameters_changed parameters_changed parameters_changed parameters_changed model_changed")
    }

    @Test func `a file that is gone keeps its rows and is marked, and returns for nothing`() throws {
        try run(try job())
        let before = try labels()
        try bench.move("0.png", to: "../away")
        let gone = try bench.submit(try job())
        #expect(gone.counts.missing == 1 && gone.queued == 0)
        #expect(try labels() == before)
        #expect(try images() == "0.png:answered:gone 1.png:answered 2.png:answered 3.png:answered")
        #expect(try bench.ask("SELECT missing FROM jobs") == "1")
        #expect(try bench.ask("SELECT count(*) > 0 FROM labels WHERE missing_at IS NOT NULL") == "1")
        try bench.move("../away", to: "0.png")
        #expect(try bench.submit(try job()).queued == 0)
        #expect(try images() == "0.png:answered 1.png:answered 2.png:answered 3.png:answered")
    }

    @Test func `another name of an image whose folder is gone is marked as well`() throws {
        try bench.scratch.write("more/copy.png", try Fixtures.bytes(Bench.pictures[0]))
        let both = "[{folder: pictures}, {folder: more}]"
        try run(try job(images: both))
        let folder = bench.folder.appending("more")
        #expect(rename(folder.description, bench.folder.appending("aside").description) == 0)
        try run(try job(images: both))
        #expect(try images() == "0.png:answered 1.png:answered 2.png:answered 3.png:answered")
        #expect(try bench.ask("SELECT path FROM image_paths WHERE missing_at IS NOT NULL") == "more/copy.png")
    }

    @Test func `overwritten, renamed and excluded files`() throws {
        try run(try job())
        try bench.put(Bench.pictures[0], as: "1.png", mark: [9])
        try bench.move("2.png", to: "new.png")
        let changed = try job(images: "[{folder: pictures}]", "exclude: [\"**/3.png\"]")
        let again = try bench.run(changed).submission
        #expect(again.counts.renamed == 1 && again.counts.removed == 1 && again.counts.missing == 0)
        #expect(again.counts.replaced == 1 && again.changed == 1)
        #expect(try images() == "0.png:answered 1.png:answered new.png:answered")
        #expect(try bench.ask("SELECT reason FROM tasks WHERE run_id = 2") == "bytes_changed")
        #expect(try count("image_paths WHERE replaced_at IS NOT NULL") == 1)
        #expect(try bench.ask("SELECT count(DISTINCT image_id) FROM labels_history") == "5")
        #expect(try bench.run(try job()).submission.queued == 0)
        #expect(try images() == "0.png:answered 1.png:answered 3.png:answered new.png:answered")
    }

    @Test func `a missing image has a name that is not another image's by now`() throws {
        try bench.put(Bench.pictures[0], as: "z.png")
        try run(try job())
        try bench.remove("z.png")
        try bench.put(Bench.pictures[1], as: "0.png", mark: [8])
        try run(try job())
        #expect(
            try images() == "0.png:answered 1.png:answered 2.png:answered 3.png:answered z.png:answered:gone")
    }

    @Test func `a file that is no picture fails in each job and with each recipe, and is read once`() throws {
        try bench.write(Array("no picture".utf8), as: "note.png")
        try run(try job("one"))
        try run(try job("two", limit: 1))
        try run(try job("one", limit: 2))
        let failures = "SELECT job || ':' || kind || ':' || run_id FROM failures ORDER BY job"
        #expect(try bench.ask(failures) == "one:notAnImage:3 two:notAnImage:2")
        #expect(
            try bench.ask("SELECT reason FROM tasks WHERE state = 'failed' ORDER BY run_id")
                == "new failed_before failed_before")
        #expect(try count("attempts AS a JOIN failures AS f USING (image_id) WHERE f.job = 'one'") == 1)
        // Back to what failed before, past a run that asked something else.
        try run(try job("one"))
        #expect(try bench.ask("SELECT failing FROM jobs ORDER BY job") == "1 1")
        #expect(try bench.ask(failures) == "one:notAnImage:4 two:notAnImage:2")
    }

    @Test func `a failure whose retry was superseded still is the job's failure`() throws {
        try bench.write(Array("no picture".utf8), as: "note.png")
        try run(try job())
        try run(try job(limit: 2))
        _ = try bench.store.control.retry(.run(RunID(2)), only: .failures())
        try run(try job())
        #expect(try bench.ask("SELECT state FROM job_images WHERE path LIKE '%note%'") == "failed")
        #expect(try count("failures") == 1)
    }

    @Test func `an interrupted submission takes no row away, and one after it completes its work`() throws {
        try run(try job())
        let before = (try labels(), try images())
        try bench.move("0.png", to: "../away")
        try bench.put(Bench.pictures[1], as: "1.png", mark: [7])
        let changed = try job(limit: 1)
        let interrupted = ShutdownRequest()
        _ = interrupted.escalate()
        _ = try bench.submitter(interrupted).submit(changed, manifest: bench.folder.appending("job.yaml"))
        #expect(try labels() == before.0)
        #expect(try count("job_images WHERE missing_at IS NOT NULL") == 0)
        #expect(try bench.ask("SELECT count(*) FROM submission WHERE completed_at IS NULL") == "1")
        try run(changed)
        #expect(try images() == "0.png:cancelled:gone 1.png:answered 2.png:answered 3.png:answered")
        #expect(try bench.ask("SELECT DISTINCT recipe_id FROM labels") == "2")
    }

    @Test func `an interrupted submission of other recipes changes no state and no failure`() throws {
        try bench.write(Array("no picture".utf8), as: "note.png")
        try bench.scratch.write("names.txt", Array("pictures/nowhere.png\n".utf8))
        let images = "[{folder: pictures}, {list: names.txt}, {list: names.txt}]"
        try run(try job(images: images))
        #expect(try bench.ask("SELECT count(*) FROM failures WHERE image_id IS NULL") == "1")
        let states = "SELECT group_concat(job || image_id || state || ifnull(missing_at, '')) FROM job_images"
        let before = (try bench.ask(states), try bench.ask("SELECT group_concat(ifnull(image_id, path)) FROM failures"))
        let interrupted = ShutdownRequest()
        _ = interrupted.escalate()
        let changed = try job(limit: 1, images: images)
        _ = try bench.submitter(interrupted).submit(changed, manifest: bench.folder.appending("job.yaml"))
        #expect(try bench.ask("SELECT count(*) FROM submission WHERE completed_at IS NULL") == "1")
        #expect(try bench.ask(states) == before.0)
        #expect(try bench.ask("SELECT group_concat(ifnull(image_id, path)) FROM failures") == before.1)
        #expect(try bench.ask("SELECT answered || ' ' || failing || ' ' || queued FROM jobs") == "4 2 0")
    }

    @Test func `a refresh that is cancelled leaves images answered, and one that fails does not`() throws {
        let job = try job("job", limit: 5, "refresh: {olderThan: 1d}")
        try run(job)
        bench.time.advance(TimeSpan(milliseconds: 2 * 86_400_000))
        let second = try bench.queued(job)
        #expect(try bench.ask("SELECT queued FROM jobs") == "4")
        _ = try bench.store.control.cancel(second)
        #expect(try bench.ask("SELECT answered FROM jobs") == "4")
        let third = try bench.queued(job)
        try bench.remove("0.png")
        _ = try bench.worker().work(on: third)
        #expect(try bench.ask("SELECT answered || ' ' || failing FROM jobs") == "3 1")
    }

    @Test func `a second submission of what is as it was changes three rows at most`() throws {
        try run(try job())
        let probe = try StoreProbe(bench.folder.appending("cairn.db"))
        try countChanges(probe)
        #expect(try bench.submit(try job()).answered == 4)
        #expect(try #require(try probe.number("SELECT n FROM changes")) <= 3)
        for number in 0..<200 { try bench.put(Bench.pictures[1], as: "many/\(number).png", mark: [1, UInt8(number)]) }
        try run(try job())
        #expect(try #require(try probe.number("SELECT n FROM changes")) > 200)
        try probe.script("UPDATE changes SET n = 0")
        #expect(try bench.submit(try job()).answered == 204)
        #expect(try #require(try probe.number("SELECT n FROM changes")) <= 3)
    }

    /// Has the store count every row that is written to a table of it.
    private func countChanges(_ probe: StoreProbe) throws {
        let tables = try probe.column(
            """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND sql NOT LIKE '%VIRTUAL%'
                AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' AND name NOT LIKE '%\\_rtree\\_%' ESCAPE '\\'
            """)
        #expect(tables.count > 20)
        try probe.script("CREATE TABLE changes (n INTEGER NOT NULL); INSERT INTO changes VALUES (0)")
        for table in tables {
            for change in ["INSERT", "UPDATE", "DELETE"] {
                try probe.script(
                    """
                    CREATE TRIGGER \"count_\(table)_\(change)\" AFTER \(change) ON \"\(table)\" BEGIN
                        UPDATE changes SET n = n + 1;
                    END
                    """)
            }
        }
    }
}
