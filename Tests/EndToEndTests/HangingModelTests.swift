import Glibc
import Platform
import TestSupport
import Testing

/// Models that pass their trial and do harm on one picture of a job, a red one.
@Suite("A local model that does harm on one picture", .inTurn) struct HangingModelTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a picture without an end is quarantined in the third night, and keeps no other from being done`()
        async throws
    {
        let job = try writeJob("endless-red", "limits: {picture: 1s}")
        for night in 1...3 {
            let ending = try await scratch.cairn("nightly", job, "--new-store", exits: 4)
            #expect(ending.milliseconds < 30_000, "\(ending)")
            #expect(ending.output.contains("limits.picture") && ending.output.contains("red.png"), "\(ending)")
            #expect(try scratch.book.number("SELECT sum(crash_count) FROM task") == night)
            #expect(try scratch.book.number("SELECT running FROM runs") == 0)
        }
        let next = try await scratch.cairn("nightly", job, exits: 0)
        #expect(next.outputBytes.isEmpty && next.errorBytes.isEmpty, "\(next)")
        #expect(try scratch.book.number("SELECT done FROM runs") == 40)
        #expect(
            try scratch.book.rows("SELECT kind, path LIKE '%red.png', message LIKE '%limits.picture%' FROM failures")
                == [["quarantined", "1", "1"]])
        #expect(try scratch.book.number("SELECT count(*) FROM attempts WHERE outcome = 'died'") == 3)
        #expect(try scratch.breaches() == [])
    }

    @Test func `the jobs behind it are not begun, and the command says so`() async throws {
        let job = try writeJob("endless-red", "limits: {picture: 1s}")
        try scratch.writePictures(2, in: "others", seed: 3)
        let other = try scratch.writeJob(
            "other", model: Fixtures.models.appending("Hostile/endless-red.tflite"), labels: ["a", "b", "c"],
            images: ["folder: others"])
        let ending = try await scratch.cairn("run", job, other, exits: 4)
        #expect(ending.error.contains("limits.picture") && ending.error.contains("other not begun"), "\(ending)")
        let night = try await scratch.cairn("nightly", job, other, exits: 4)
        #expect(night.output.contains("limits.picture") && night.error.contains("other not begun"), "\(night)")
        #expect(try scratch.book.number("SELECT count(*) FROM runs") == 1)
    }

    @Test(arguments: [("LiteRtRunCompiledModel", "1"), ("LiteRtCreateCompiledModel", "2")])
    func `a model that hangs before the first picture ends the command, and no picture is blamed`(
        call: String, count: String
    ) async throws {
        let job = try writeJob("large-red", "limits: {picture: 2s}")
        let library = try await scratch.preload("hang")
        // The trial is in a process without it, and the model passes.
        let ending = try await scratch.cairn(
            "run", job, exits: 4,
            environment: ["LD_PRELOAD": library.description, "HANG_CALL": call, "HANG_AT": count])
        #expect(ending.error.contains("did not end its first run within 2 s (limits.picture)"), "\(ending)")
        #expect(try scratch.book.rows("SELECT queued, running FROM runs") == [["41", "0"]])
        #expect(try scratch.book.number("SELECT count(*) FROM attempts") == 0)
        try writeJob("large-red")
        try await scratch.cairn("run", job, exits: 0)
    }

    @Test func `pictures in work have ten seconds when the time is over, and no crash is counted`() async throws {
        let job = try writeJob("endless-red")
        let ending = try await scratch.cairn("run", job, "--for", "3s", exits: 5)
        #expect((12_000..<40_000).contains(ending.milliseconds), "\(ending)")
        #expect(ending.error.contains("the time limit (--for or --until) was reached; 1 image left"), "\(ending)")
        #expect(try scratch.book.number("SELECT sum(crash_count) FROM task") == 0)
        #expect(try scratch.book.rows("SELECT done, queued, running FROM runs") == [["40", "1", "0"]])
        #expect(try scratch.book.number("SELECT count(*) FROM attempts WHERE outcome = 'interrupted'") >= 1)
        #expect(try scratch.breaches() == [])
    }

    @Test func `the limit holds after the first signal, and the second ends the command without a crash`() async throws
    {
        let job = try writeJob("endless-red", "limits: {picture: 3s}")
        let first = try await startHanging(job)
        first.send(SIGINT)
        let ending = await first.end()
        #expect(ending.status == 4 && ending.error.contains("limits.picture"), "\(ending)")
        #expect(try scratch.book.number("SELECT sum(crash_count) FROM task") == 1)
        try writeJob("endless-red")
        let second = try await startHanging(job)
        second.send(SIGINT)
        try await second.waits { try Files.text(second.errorLog).contains("Ctrl-C again stops now") }
        second.send(SIGINT)
        #expect(await second.end().status == 130)
        #expect(try scratch.book.number("SELECT sum(crash_count) FROM task") == 1)
    }

    @Test func `a picture that takes more memory than the trial may ends the command, and counts as a crash`()
        async throws
    {
        let job = try writeJob("large-red", "limits: {memory: 16MB}")
        let limit = ["CAIRN_TRIAL_MEBIBYTES": "200"]
        let ending = try await scratch.cairn("run", job, exits: 4, environment: limit)
        #expect(ending.error.contains("200 MiB") && ending.error.contains("CAIRN_TRIAL_MEBIBYTES"), "\(ending)")
        #expect(ending.error.contains("red.png"), "\(ending)")
        #expect(
            try scratch.book.rows(
                "SELECT p.path LIKE '%red.png', t.crash_count FROM task AS t JOIN path AS p USING (path_id) "
                    + "WHERE crash_count > 0 ORDER BY 1 DESC LIMIT 1") == [["1", "1"]])
        // With the usual limit it is an honest model.
        try await scratch.cairn("work", exits: 0)
        #expect(try scratch.book.number("SELECT done FROM runs") == 41)
    }

    @Test func `the status of a picture that hangs promises nothing, and others say who holds it`() async throws {
        let job = try writeJob("endless-red")
        let running = try await startHanging(job)
        let began = monotonicMilliseconds()
        try await running.waits { [scratch] in
            let status = shell("cd \(scratch.path) && \(Place.cairn) status --json")
            return String(decoding: status.output, as: UTF8.self).contains("\"waits_for\":\"no_recent_results\"")
        }
        #expect(monotonicMilliseconds() - began < 40_000)
        let status = try await scratch.cairn("status", "--json", exits: 0)
        #expect(status.output.contains("\"seconds_left\":null"), "\(status)")
        #expect(status.output.contains("\"images_per_second\":null"), "\(status)")
        let words = try await scratch.cairn("status", "1", exits: 0)
        #expect(words.output.contains("left     unknown yet"), "\(words)")
        #expect(words.output.contains("rate     idle: no image finished in the last "), "\(words)")
        let beside = try await scratch.cairn("work", "--for", "1s", exits: 5)
        #expect(beside.error.contains("was reached; 1 image is being processed by other workers"), "\(beside)")
        running.send(SIGKILL)
        _ = await running.end()
    }

    /// A job of 40 pictures of noise and a red one.
    @discardableResult
    private func writeJob(_ model: String, _ more: String...) throws -> String {
        try scratch.writePictures(40, seed: 7)
        try scratch.write("pictures/red.png", Picture(width: 30, height: 20, color: [255, 0, 0]).png)
        return try scratch.writeJob(
            model: Fixtures.models.appending("Hostile/\(model).tflite"), labels: ["a", "b", "c"], more: more)
    }

    /// Starts a run whose pictures are all done but the red one, which is being processed.
    private func startHanging(_ job: String) async throws -> Running {
        let running = try scratch.startCairn("run", job)
        try await running.waits { [scratch] in
            try scratch.hasStore()
                && scratch.book.rows("SELECT done, running FROM runs") == [["40", "1"]]
        }
        return running
    }
}
