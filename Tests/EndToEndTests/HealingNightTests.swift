import Platform
import TestSupport
import Testing

/// Nights after one in which a service failed at a part of what it was asked.
@Suite("What failed and may pass", .inTurn) struct HealingNightTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Noon, UTC, of the first night.
    private let start = Moment.noon.seconds
    private let hour = 3600

    /// When the job's last night that left nothing open ended.
    private func lastSuccess(_ site: VisionSite) async throws -> String {
        let metrics = try await site.cairn("status", "--prometheus", "-", exits: 0).output
        return metrics.split(separator: "\n").first { $0.hasPrefix("cairn_last_success") }.map(String.init) ?? ""
    }

    /// What was written, without the ends of its lines.
    private func words(_ ending: Ending) -> String {
        ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func site(_ marks: Range<Int>) async throws -> (VisionSite, SetClock) {
        let clock = try await SetClock(in: scratch)
        return (try VisionSite(try await VisionSite.peer(in: scratch), marks: marks, clock: clock), clock)
    }

    @Test func `is asked again by the next night, and not by one a few hours later`() async throws {
        let (site, clock) = try await site(1..<13)
        let job = try site.writeJob()
        try await site.cairn("nightly", job, exits: 0)
        let first = try await lastSuccess(site)
        try site.writePictures(13..<17)
        try site.peer.misbehave(#"{"kind": "image", "code": 14}"#, when: #"{"mark": 13}"#)
        try clock.set(to: start + 24 * hour)
        let failed = try await site.cairn("nightly", job, exits: 1)
        #expect(failed.output.contains("1 of them may pass: a later night asks again; at once:"), "\(failed)")
        #expect(failed.output.contains("cairn retry job --kind service"), "\(failed)")
        #expect(try await lastSuccess(site) == first)
        let units = try site.units().count

        try clock.set(to: start + (24 + 17) * hour)
        let quiet = try await site.cairn("nightly", job, exits: 0)
        #expect(quiet.output.isEmpty, "\(quiet)")
        #expect(try await lastSuccess(site) == first, "an image is not answered")
        let waiting = try await site.cairn("plan", job, exits: 0)
        #expect(
            waiting.output.contains("nothing to ask")
                && waiting.output.contains("  later   1 image failed in a way that may pass"))

        try clock.set(to: start + 48 * hour)
        try site.peer.misbehave("[]")
        let plan = try await site.cairn("plan", job, exits: 0)
        #expect(plan.output.contains("  asks    1 image (1 failed before): 1 unit, "), "\(plan)")
        let healed = try await site.cairn("nightly", job, exits: 0)
        #expect(healed.output.isEmpty, "\(healed)")
        #expect(try site.units().count == units + 1)
        #expect(try site.scratch.book.column("SELECT answered FROM jobs") == ["16"])
        #expect(try await lastSuccess(site) != first)
        try await site.audit("healed")
    }

    /// The first request is answered, and no other one.
    @Test func `leaves a monthly cap open that an outage after the first answer has not reached`() async throws {
        let (site, clock) = try await site(1..<41)
        let job = try site.writeJob(
            retry: "attempts: 5", more: ["pace: {inFlight: 1}", "budget: {month: {units: 120}}"])
        try site.peer.misbehave(#"{"kind": "unavailable"}"#, when: #"{"from": 2}"#)
        let outage = try await site.cairn("nightly", job, exits: 4)
        #expect(words(outage).contains("the service fails every request"), "\(outage)")
        #expect(outage.output.contains("units may have been billed"), "\(outage)")
        #expect(try site.tasks() == "done 16, queued 24")
        try site.peer.misbehave("[]")
        try clock.set(to: start + 24 * hour)
        let healed = try await site.cairn("nightly", job, exits: 0)
        #expect(try site.tasks() == "done 40", "\(healed)")
        #expect(try site.units().count == 40)
        try await site.audit("healed")
    }

    @Test func `says which command opens a monthly cap that an outage after the first answer has closed`() async throws
    {
        let (site, clock) = try await site(1..<41)
        let job = try site.writeJob(
            retry: "attempts: 5", more: ["pace: {inFlight: 1}", "budget: {month: {units: 45}}"])
        try site.peer.misbehave(#"{"kind": "unavailable"}"#, when: #"{"from": 2}"#)
        let settle = "cairn quota settle --not-billed --account tower-1"
        for night in 0..<2 {
            try clock.set(to: start + 24 * hour * night)
            let closed = try await site.cairn("nightly", job, exits: 5)
            #expect(closed.output.contains("stopped at its monthly cap"), "\(closed)")
            #expect(words(closed).contains("uncertain") && closed.output.contains(settle), "\(closed)")
        }
        #expect(try site.units().count == 16)
        try await site.cairn("quota", "settle", "--not-billed", "--account", "tower-1", exits: 0)
        try site.peer.misbehave("[]")
        try clock.set(to: start + 48 * hour)
        try await site.cairn("nightly", job, exits: 0)
        #expect(try site.tasks() == "done 40")
        #expect(try site.units().count == 40)
        try await site.audit("opened")
    }

    @Test func `is given up after five more nights, which is told once`() async throws {
        let (site, clock) = try await site(1..<4)
        let job = try site.writeJob(retry: "attempts: 2, nights: 5")
        try site.peer.misbehave(#"{"kind": "image", "code": 14}"#, when: #"{"mark": 2}"#)
        for night in 0...5 {
            try clock.set(to: start + 24 * hour * night)
            let failed = try await site.cairn("nightly", job, exits: 1)
            #expect(failed.output.contains("may pass: a later night asks again") == (night < 5), "\(night): \(failed)")
            #expect(
                words(failed).contains("1 of them failed in 5 more nights: no later night asks again; at once:")
                    == (night == 5), "\(night): \(failed)")
        }
        let requests = try site.requests().count
        try clock.set(to: start + 24 * hour * 6)
        let quiet = try await site.cairn("nightly", job, exits: 0)
        #expect(quiet.output.isEmpty, "\(quiet)")
        #expect(try site.requests().count == requests)
        #expect(try await lastSuccess(site) != "")
        try site.peer.misbehave("[]")
        try await site.cairn("retry", "6", exits: 0)
        try await site.cairn("work", exits: 0)
        #expect(try site.scratch.book.column("SELECT answered FROM jobs") == ["3"])
    }

    /// Nothing else is asked, so that the picture cannot be told from an outage.
    @Test func `stops the first night where it is all that is asked, and is given up as any other`() async throws {
        let (site, clock) = try await site(1..<4)
        let job = try site.writeJob(retry: "attempts: 2, nights: 5")
        try await site.cairn("nightly", job, exits: 0)
        try site.writePictures(4..<6)
        try site.peer.misbehave(#"[{"match": {}, "fault": {"kind": "image", "code": 14}}]"#)
        let answered = try site.requests().count
        try clock.set(to: start + 24 * hour)
        let stopped = try await site.cairn("nightly", job, exits: 4)
        #expect(words(stopped).contains("the service fails every request"), "\(stopped)")
        #expect(try site.requests().count == answered + 10)
        for night in 2...6 {
            try clock.set(to: start + 24 * hour * night)
            let failed = try await site.cairn("nightly", job, exits: 1)
            #expect(
                words(failed).contains("2 of them failed in 5 more nights: no later night asks again; at once:")
                    == (night == 6), "\(night): \(failed)")
        }
        let requests = try site.requests().count
        // One together at first, which says nothing of either, and then each alone.
        #expect(requests <= answered + 10 + 5 * 3)
        try clock.set(to: start + 24 * hour * 7)
        let quiet = try await site.cairn("nightly", job, exits: 0)
        #expect(quiet.output.isEmpty, "\(quiet)")
        #expect(try site.requests().count == requests)
        try await site.audit("given up")
    }

    /// A cap has kept it from being asked until long after it was queued.
    @Test func `waits for its day from when it was asked, and not from when it was queued`() async throws {
        let (site, clock) = try await site(1..<4)
        let cap = "budget: {day: {units: 3}}"
        let job = try site.writeJob(more: ["pace: {inFlight: 1}", cap])
        try await site.cairn("nightly", job, exits: 0)
        try site.writePictures(4..<5)
        try site.peer.misbehave(#"{"kind": "image", "code": 14}"#, when: #"{"mark": 4}"#)
        try clock.set(to: start + hour)
        try await site.cairn("nightly", job, exits: 5)
        try site.writePictures(5..<6)
        try clock.set(to: start + 24 * hour)
        try site.writeJob(more: ["pace: {inFlight: 1}"])
        let failed = try await site.cairn("nightly", job, exits: 1)
        #expect(failed.output.contains("1 of them may pass: a later night asks again"), "\(failed)")
        let requests = try site.requests().count
        try clock.set(to: start + 25 * hour)
        try await site.cairn("nightly", job, exits: 0)
        #expect(try site.requests().count == requests, "asked an hour after it failed")
        try site.peer.misbehave("[]")
        try clock.set(to: start + 48 * hour)
        try await site.cairn("nightly", job, exits: 0)
        #expect(try site.scratch.book.column("SELECT answered FROM jobs") == ["5"])
    }

    @Test func `of every kind is asked at once where the manifest says so, and never where it says that`() async throws
    {
        let (site, clock) = try await site(1..<4)
        try site.peer.misbehave(#"{"kind": "image", "code": 14}"#, when: #"{"mark": 2}"#)
        let job = try site.writeJob(retry: "attempts: 1, nights: 0")
        let failed = try await site.cairn("nightly", job, exits: 1)
        #expect(words(failed).contains("may pass, `retry.nights` is 0: no later night asks again"), "\(failed)")
        try clock.set(to: start + 24 * hour)
        try await site.cairn("nightly", job, exits: 0)
        #expect(try site.tasks() == "done 2, failed 1")
        try site.peer.misbehave("[]")
        try site.writeJob(retry: "attempts: 1, nights: 0", more: ["refresh: {failed: true}"])
        try await site.cairn("nightly", job, exits: 0)
        #expect(try site.scratch.book.column("SELECT answered FROM jobs") == ["3"])
    }

    @Test(arguments: [1, 40]) func `as what cannot be read ends the run by the second time`(pictures: Int) async throws
    {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<pictures + 1)
        try site.peer.misbehave(#"[{"match": {}, "fault": {"kind": "garbage", "worked": true}}]"#)
        let job = try site.writeJob()
        let ending = try await site.cairn("run", job, exits: 4)
        #expect(ending.error.contains("its answer is no JSON") && ending.error.contains("it begins \""), "\(ending)")
        #expect(try site.requests().count == 2)
        #expect(try site.tasks() == "queued \(pictures)")
        try site.peer.misbehave("[]")
        try await site.cairn("work", exits: 0)
        #expect(try site.tasks() == "done \(pictures)")
    }
}
