import Platform
import TestSupport
import Testing
import Domain

/// `cairn retry` of failures, whatever their run, and of whole nights, which cost again.
@Suite("The command retry", .inTurn) struct RetryTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Noon, UTC, of the first day.
    private let start = Moment.noon.seconds

    private func site(_ marks: Range<Int>, clock: SetClock? = nil) async throws -> VisionSite {
        try VisionSite(try await VisionSite.peer(in: scratch), marks: marks, clock: clock)
    }

    @Test func `a job's name takes all failures that the job shows, whatever their run`() async throws {
        try scratch.writePictures(2, seed: 71)
        try scratch.write("pictures/first.png", "one text\n")
        try scratch.write("pictures/second.png", "another text\n")
        let job = try scratch.writeJob("two")
        try await scratch.cairn("run", job, exits: 1)
        try scratch.write("pictures/third.png", "a third text\n")
        try await scratch.cairn("run", job, exits: 1)
        try scratch.write("pictures/new.png", Picture(width: 31, height: 20, color: [10, 90, 30]).png)
        try await scratch.cairn("run", job, exits: 0)
        let shown = try scratch.book.rows("SELECT run_id, count(*) FROM failures GROUP BY 1")
        #expect(shown == [["1", "2"], ["2", "1"]])

        let dry = try await scratch.cairn("retry", "two", "--dry-run", exits: 0)
        #expect(
            dry.error == "3 images of job two (2 of run 1, 1 of run 2) would be queued again; nothing was changed\n")
        let none = try await scratch.cairn("retry", "two", "--kind", "damaged", exits: 0)
        #expect(none.error == "job two has no failed damaged images\n")
        let one = try await scratch.cairn("retry", "2", "--kind", "notAnImage", exits: 0)
        #expect(one.error == "1 image of run 2 queued again; run `cairn work`\n")
        let rest = try await scratch.cairn("retry", "two", "--kind", "notAnImage", "--json", exits: 0)
        let rows = try JSONText(rest.outputBytes).items
        #expect(rows.map { $0["run_id"].int } == [1] && rows.map { $0["retried"].int } == [2], "\(rest)")
        #expect(rest.error == "2 images of job two queued again; run `cairn work`\n")
        try await scratch.cairn("work", exits: 1)
        #expect(try scratch.book.rows("SELECT run_id, count(*) FROM failures GROUP BY 1") == shown)
    }

    @Test func `a job's failures of names that could not be read are left to the next submission`() async throws {
        try scratch.writePictures(1, seed: 72)
        let job = try scratch.writeJob("town", images: ["folder: pictures", "url: http://127.0.0.1:9/a.jpg"])
        try await scratch.cairn("run", job, exits: 1)
        let none = try await scratch.cairn("retry", "town", exits: 0)
        #expect(
            none.error == "job town has no failed images; "
                + "names that could not be read are looked at again when it is submitted\n")
    }

    @Test func `a whole run is asked again for its price, and the new answers take the place of the old ones`()
        async throws
    {
        let site = try await site(1..<11)
        let job = try site.writeJob(features: ["LABEL_DETECTION", "LANDMARK_DETECTION"])
        try site.peer.misbehave(#"{"kind": "entry", "value": {}, "billed": true}"#, when: "{}")
        try await site.cairn("run", job, exits: 0)
        try site.peer.misbehave("[]")
        #expect(try site.scratch.book.number("SELECT count(*) FROM labels") == 0)
        let units = try site.units().count

        let dry = try await site.cairn("retry", "1", "--all", "--dry-run", "--json", exits: 0)
        #expect(
            dry.error.contains(
                "10 images of run 1 would be asked again: 20 units, up to $0.03 ($0.00 if the month's free units "
                    + "are yours); nothing was changed"), "\(dry)")
        let row = try JSONText(dry.outputBytes)[0]
        #expect(row["retried"].int == 10 && row["units"].int == 20 && row["usd_high"].double == 0.03, "\(dry)")
        #expect(try site.tasks() == "done 10")

        let retried = try await site.cairn("retry", "1", "--all", exits: 0)
        #expect(
            retried.error == "asks 10 images of run 1 again: 20 units, up to $0.03 ($0.00 if the month's free units "
                + "are yours)\n10 images of run 1 queued again; run `cairn work`\n", "\(retried)")
        #expect(try site.scratch.book.rows("SELECT DISTINCT state, reason FROM tasks") == [["queued", "forced"]])
        let plan = try await site.cairn("plan", job, exits: 0)
        #expect(plan.output.contains("  queued  10 images in run 1    20 units, "), "\(plan)")
        let again = try await site.cairn("retry", "1", "--all", exits: 0)
        #expect(again.error == "run 1 has no images to ask again\n", "\(again)")
        try await site.cairn("work", exits: 0)
        #expect(try site.units().count == units + 20)
        #expect(
            try site.scratch.book.rows("SELECT generation, count(*), sum(is_newest) FROM answer GROUP BY 1")
                == [["1", "20", "0"], ["2", "20", "20"]])
        #expect(try site.scratch.book.number("SELECT count(DISTINCT image_id) FROM labels") == 10)
        let nothing = try await site.cairn("run", job, exits: 0)
        #expect(nothing.error.contains("nothing to do"), "\(nothing)")
        try await site.audit("asked again", asksTwice: true)
    }

    @Test func `what is asked again stops at the cap like everything else`() async throws {
        let site = try await site(1..<11)
        let job = try site.writeJob(more: ["budget: {month: {units: 14}}"])
        try await site.cairn("run", job, exits: 0)
        try await site.cairn("retry", "1", "--all", exits: 0)
        let capped = try await site.cairn("work", exits: 5)
        #expect(capped.error.contains("14 of 14 units"), "\(capped)")
        #expect(try site.units().count == 14)
        #expect(try site.tasks() == "done 4, queued 6")
        try await site.audit("capped", asksTwice: true)
    }

    @Test func `failures are asked again with the rest, and what others answered is not`() async throws {
        let site = try await site(1..<4)
        let job = try site.writeJob(retry: "attempts: 1, nights: 0")
        try site.peer.misbehave(#"{"kind": "image", "code": 14}"#, when: #"{"mark": 2}"#)
        try await site.cairn("run", job, exits: 1)
        try site.peer.misbehave("[]")
        // The same recipe in another job, which answers what failed.
        try await site.cairn("run", try site.writeJob("other"), exits: 0)
        let units = try site.units().count
        let retried = try await site.cairn("retry", "1", "--all", exits: 0)
        #expect(retried.error.contains("asks 3 images of run 1 again: 2 units, < $0.01\n"), "\(retried)")
        try await site.cairn("work", exits: 0)
        #expect(try site.units().count == units + 2)
        try await site.audit("two jobs", asksTwice: true)
    }

    @Test func `what fails when it is asked again is asked once more by a later night, though it has an answer`()
        async throws
    {
        let clock = try await SetClock(in: scratch)
        let site = try await site(1..<5, clock: clock)
        let job = try site.writeJob(retry: "attempts: 1")
        try await site.cairn("run", job, exits: 0)
        try await site.cairn("retry", "1", "--all", exits: 0)
        try site.peer.misbehave(#"{"kind": "image", "code": 14}"#, when: #"{"mark": 2}"#)
        let told = try await site.cairn("nightly", job, exits: 1)
        #expect(told.output.contains("1 of them may pass: a later night asks again; at once:"), "\(told)")
        #expect(try site.scratch.book.column("SELECT kind FROM failures") == ["service"])
        let quiet = try await site.cairn("nightly", job, exits: 0)
        #expect(quiet.output.isEmpty, "\(quiet)")
        try clock.set(to: start + 24 * 3600)
        try site.peer.misbehave("[]")
        let plan = try await site.cairn("plan", job, exits: 0)
        #expect(plan.output.contains("  asks    1 image (1 failed before): 1 unit, "), "\(plan)")
        #expect(plan.output.contains("  known   3 images "), "\(plan)")
        let units = try site.units().count
        let healed = try await site.cairn("nightly", job, exits: 0)
        #expect(healed.output.isEmpty, "\(healed)")
        #expect(try site.units().count == units + 1)
        #expect(try site.scratch.book.number("SELECT count(*) FROM failures") == 0)
        #expect(
            try site.scratch.book.rows("SELECT generation, count(*) FROM answer GROUP BY 1")
                == [["1", "4"], ["2", "4"]])
        try await site.audit("failed again", asksTwice: true)
    }

    @Test func `a job or a run is asked again since a moment`() async throws {
        let clock = try await SetClock(in: scratch)
        let site = try await site(1..<4, clock: clock)
        let job = try site.writeJob()
        try await site.cairn("run", job, exits: 0)
        try clock.set(to: start + 3600)
        try site.writePictures(4..<9)
        try await site.cairn("run", job, exits: 0)
        try clock.set(to: start + 7200)
        let moment = Timestamp(milliseconds: Int64(start + 1800) * 1000).iso8601
        let local = try await clock.date(start + 1800, "%H:%M")
        for since in [moment, "\(moment.prefix(16))Z", local, "90m"] {
            let dry = try await site.cairn("retry", "job", "--since", since, "--dry-run", exits: 0)
            #expect(dry.error.hasPrefix("5 images of job job would be asked again: 5 units, "), "\(since): \(dry)")
        }
        let first = try await site.cairn("retry", "1", "--since", "90m", "--dry-run", exits: 0)
        #expect(first.error.hasPrefix("run 1 has no images to ask again since 2"), "\(first)")
        let all = try await site.cairn("retry", "job", "--since", "3h", exits: 0)
        #expect(all.error.contains("8 images of job job (3 of run 1, 5 of run 2) queued again"), "\(all)")
        // A night works on both runs, and `run` on the newest.
        let plan = try await site.cairn("plan", job, exits: 0)
        #expect(plan.output.contains("  queued  5 images in run 2 "), "\(plan)")
        #expect(plan.output.contains("  also    3 images in run 1 "), "\(plan)")
        let json = try JSONText(try await site.cairn("plan", job, "--json", exits: 0).outputBytes)
        #expect(["units_total", "other_queued", "other_units"].map { json[$0].int } == [5, 3, 3], "\(json)")
        try await site.cairn("work", exits: 0)
        #expect(try site.units().count == 16)
        try await site.audit("since", asksTwice: true)
    }

    @Test func `a person on a terminal is asked before anything is queued that costs`() async throws {
        let site = try await site(1..<4)
        try await site.cairn("run", try site.writeJob(), exits: 0)
        let environment = site.environment.merging(
            ["cairn": Place.cairn.description, "SHELL": "/bin/sh", "TERM": "xterm"]
        ) { $1 }
        let calls: [(String, String, Int32)] = [("n", "done 3", 5), ("", "done 3", 5), ("y", "queued 3", 0)]
        for (word, tasks, status) in calls {
            let ending = try await site.scratch.start(
                ["sh", "-c", "echo '\(word)' | script -qec '$cairn retry 1 --all' /dev/null"], environment: environment
            ).end()
            #expect(ending.status == status && ending.output.contains("[y/N]"), "\(ending)")
            #expect(ending.output.contains("3 units, < $0.01"), "\(ending)")
            #expect(try site.tasks() == tasks, "\(word): \(ending)")
        }
    }

    @Test func `what cannot be meant is refused with what may be`() async throws {
        try scratch.writePictures(1, seed: 73)
        try await scratch.cairn("run", try scratch.writeJob("town"), exits: 0)
        let calls: [([String], String)] = [
            (["town", "--all"], "`cairn retry 1 --all` or `cairn retry town --since 18h`"),
            (["1", "--all", "--kind", "lost"], "leave --kind and --code out"),
            (["1", "--since", "2h", "--code", "A"], "leave --kind and --code out"),
            (["1", "--since", "2h", "--all"], "give --all or --since, not both"),
            (["1", "--since", "yesterday"], "such as 2026-11-22"),
        ]
        for (words, expected) in calls {
            let ending = try await scratch.start([Place.cairn.description, "retry"] + words).end()
            #expect(ending.status == 2 && ending.error.contains(expected), "\(ending)")
        }
        let free = try await scratch.cairn("retry", "1", "--all", exits: 0)
        #expect(
            free.error == "asks 1 image of run 1 again, at no cost\n1 image of run 1 queued again; run `cairn work`\n")
    }
}
