import Glibc
import Platform
import TestSupport
import Testing

/// What touches the time, at each moment when clocks turn.
@Suite("Commands when clocks turn", .inTurn) struct MomentTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(arguments: Moment.all) func `a moment of the table is what the C library makes of it`(moment: Moment)
        async throws
    {
        let clock = try await SetClock(in: scratch, at: moment)
        if let local = moment.local { #expect(try await clock.date(moment.seconds) == local) }
        let pacific =
            "TZ=America/Los_Angeles date -d @\(moment.seconds) +%F;"
            + " TZ=America/Los_Angeles date -d @\(moment.billingDayEnd) +%T"
        let shown = String(decoding: shell(pacific).output, as: UTF8.self)
        #expect(shown == "\(moment.billingDay)\n00:00:00\n")
    }

    @Test(arguments: Moment.all) func `work ends at a local time of day, and does not begin after it`(
        moment: Moment
    ) async throws {
        let clock = try await SetClock(in: scratch, at: moment)
        try scratch.writePictures(2, seed: 51)
        let job = try scratch.writeJob()
        let now = moment.seconds
        let (past, ahead) = (try await clock.date(now - 7200, "%H:%M"), try await clock.date(now + 3600, "%H:%M"))
        for command in ["run", "nightly"] {
            try clock.set(to: now)
            let late = try await scratch.cairn(
                command, job, "--until", past, exits: 5, environment: clock.environment)
            let shown = try await clock.date(now, "%H:%M")
            #expect(late.error.hasPrefix("cairn: --until \(past) has passed (it is \(shown)); "), "\(late)")
        }
        #expect(Files.mode(scratch.file("cairn.db")) == nil)
        try clock.set(to: now)
        // On a day of 25 hours this time of day may have been shown before.
        let soon = try await clock.date(now + 1200, "%H:%M")
        let brief = try await scratch.cairn(
            "run", job, "--for", "1ms", "--until", soon, exits: 5, environment: clock.environment)
        #expect(brief.error.contains("the time limit (--for or --until) was reached"), "\(brief)")
        try await scratch.cairn("submit", job, exits: 0, environment: clock.environment)
        try clock.set(to: now)
        let timely = try await scratch.cairn(
            "work", "--for", "1h", "--until", ahead, exits: 0, environment: clock.environment)
        let isTomorrows = try await clock.date(now, "%F") != clock.date(now + 3600, "%F")
        #expect(timely.error.contains("until tomorrow \(ahead)\n") == isTomorrows, "\(timely)")
        #expect(try scratch.answers() == 2)
    }

    @Test(arguments: Moment.all) func `a cap of the day opens at Pacific midnight, and units count for that day`(
        moment: Moment
    ) async throws {
        let clock = try await SetClock(in: scratch, at: moment)
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<4, clock: clock)
        let job = try site.writeJob(more: ["budget: {day: {units: 2}}", "pace: {inFlight: 1}"])
        let utc = shell("date -u -d @\(moment.billingDayEnd) '+%F %H:%M UTC'").output.dropLast()
        let opens = String(decoding: utc, as: UTF8.self)
        let run = try await site.cairn("run", job, exits: 5)
        #expect(run.error.contains("opens again at \(opens)"), "\(run)")
        let plan = try await site.cairn("plan", job, exits: 0)
        #expect(plan.output.contains("job job, day \(moment.billingDay): 2 of 2 units"), "\(plan)")
        #expect(plan.output.contains("opens \(opens)"), "\(plan)")
        let quota = try await site.cairn("quota", "--json", exits: 0)
        #expect(quota.output.contains(#""\#(moment.billingDay)""#), "\(quota)")
        let month = String(moment.billingDay.prefix(7))
        #expect(try site.scratch.book.rows("SELECT month, units_settled FROM spending") == [[month, "2"]])
        try clock.set(to: max(moment.seconds, moment.billingDayEnd - 60))
        try await site.cairn("work", exits: 5)
        try clock.set(to: moment.billingDayEnd)
        try await site.cairn("work", exits: 0)
        let days = try site.scratch.book.rows(
            "SELECT day, count(*) FROM ledger WHERE state = 'settled' GROUP BY day ORDER BY day")
        let next = String(
            decoding: shell("date -d '\(moment.billingDay) + 1 day' +%F").output.dropLast(), as: UTF8.self)
        #expect(days == [[moment.billingDay, "2"], [next, "1"]])
        try await site.audit()
    }

    @Test(arguments: Moment.all) func `what a night writes down has the moment of the clock`(moment: Moment)
        async throws
    {
        let clock = try await SetClock(in: scratch, at: moment)
        try scratch.writePictures(1, seed: 52)
        let job = try scratch.writeJob()
        let words = ["nightly", "--new-store", "--log", "events", "--prometheus", "night.prom", job]
        let night = try await scratch.start([Place.cairn.description] + words, environment: clock.environment).end()
        #expect(night.status == 0, "\(night)")
        let status = try await scratch.cairn("status", "--json", exits: 0, environment: clock.environment)
        var times = try JSONText.lines(of: scratch.file("events")).compactMap { $0["time"].string }
        let run = try JSONText(status.outputBytes)["runs"][0]
        times += [run["submitted_at"].string ?? "no submitted_at in \(status)"]
        times += try scratch.book.column("SELECT annotated_at FROM labels")
        times += try scratch.book.column("SELECT first_seen_at FROM images")
        #expect(times.count >= 6)
        let first = String(decoding: shell("date -u -d @\(moment.seconds) +%FT%T").output.dropLast(), as: UTF8.self)
        let last = String(
            decoding: shell("date -u -d @\(moment.seconds + 120) +%FT%T").output.dropLast(), as: UTF8.self)
        #expect(times.allSatisfy { (first..<last).contains($0) }, "\(first): \(times)")
        let metrics = try Files.text(scratch.file("night.prom")).split(separator: "\n")
        for name in ["cairn_last_success_timestamp_seconds", "cairn_night_timestamp_seconds"] {
            let line = try #require(metrics.first { $0.hasPrefix(name + "{") })
            let value = try #require(line.split(separator: " ").last.flatMap { Double($0) })
            #expect((Double(moment.seconds)..<Double(moment.seconds + 120)).contains(value), "\(line)")
        }
    }

    @Test(arguments: Moment.all) func `an answer is too old after the hours that refresh.olderThan says`(
        moment: Moment
    ) async throws {
        let clock = try await SetClock(in: scratch, at: moment)
        try scratch.writePictures(1, seed: 53)
        let job = try scratch.writeJob(more: ["refresh: {olderThan: 24h}"])
        for (seconds, answers) in [(0, 1), (86_400 - 120, 1), (86_400 + 120, 2)] {
            try clock.set(to: moment.seconds + seconds)
            try await scratch.cairn("run", job, exits: 0, environment: clock.environment)
            #expect(try scratch.answers() == answers, "after \(seconds) s")
        }
    }

    @Test(arguments: Moment.all) func `a model is fetched between two local times of day only`(moment: Moment)
        async throws
    {
        let place = try HostedPlace(pictures: 1)
        let clock = try await SetClock(in: place.scratch, at: moment)
        let now = moment.seconds
        var hours: [Int: String] = [:]
        for hour in -1...2 { hours[hour] = try await clock.date(now + hour * 3600, "%H:%M") }
        func window(_ start: Int, _ end: Int) -> [String] {
            ["url: \(place.site.address)", "between: \(hours[start] ?? "")-\(hours[end] ?? "")"]
        }
        let later = try place.writeJob("later", window(1, 2))
        let closed = try await place.scratch.cairn("run", later, environment: clock.environment)
        let opens = shell("date -u -d @\((now + 3600) / 60 * 60) '+%F %H:%M UTC'").output.dropLast()
        let words = "(hosted.between); next at \(String(decoding: opens, as: UTF8.self))"
        #expect(closed.status != 0 && closed.error.contains(words), "\(closed)")
        #expect(place.site.server.connections == 0)
        try clock.set(to: now)
        try await place.scratch.cairn(
            "run", try place.writeJob("now", window(-1, 1)), exits: 0, environment: clock.environment)
    }
}
