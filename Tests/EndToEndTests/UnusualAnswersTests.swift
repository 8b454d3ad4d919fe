import Platform
import TestSupport
import Testing

/// Nights in which a service answers, and its answers are not as they were.
@Suite("Answers that are not as usual", .inTurn) struct UnusualAnswersTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Noon, UTC, of the first night.
    private let start = Moment.noon.seconds

    @Test func `are told by the night, with exit status 0, and asked again at once where a person wants it`()
        async throws
    {
        let clock = try await SetClock(in: scratch)
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<41, clock: clock)
        let job = try site.writeJob()
        let first = try await site.cairn("nightly", job, exits: 0)
        #expect(first.output.isEmpty, "\(first)")

        try clock.set(to: start + 24 * 3600)
        try site.writePictures(41..<61)
        try site.peer.misbehave(#"{"kind": "entry", "value": {}, "billed": true}"#, when: "{}")
        let empty = try await site.cairn("nightly", job, exits: 0)
        #expect(empty.output.hasPrefix("cairn nightly job: 20 done"), "\(empty)")
        #expect(empty.output.contains("\n  labels  20 of 20 without a label, usually 0 %\n"), "\(empty)")
        let command = try #require(empty.lines.first { $0.contains("cairn retry job --since ") })
        let words = command.split(separator: " ").dropFirst().map(String.init)
        let dry = try await site.scratch.start(
            [Place.cairn.description] + words + ["--dry-run"], environment: site.environment
        ).end()
        #expect(dry.error.hasPrefix("20 images of job job would be asked again: 20 units"), "\(dry)")

        try clock.set(to: start + 48 * 3600)
        try site.writePictures(61..<81)
        let label = #"{"mid": "/m/03gq5hm", "description": "Font", "score": 0.9, "topicality": 0.9}"#
        try site.peer.misbehave(
            #"{"kind": "entry", "value": {"labelAnnotations": [\#(label)]}, "billed": true}"#, when: "{}")
        let same = try await site.cairn("nightly", job, "--json", exits: 0)
        let night = try JSONText(same.outputBytes)[0]
        let unusual = night["unusual"].items
        #expect(night["reason"] == .text("answers") && unusual.count == 1, "\(same)")
        #expect(unusual.first?["feature"] == .text("LABEL_DETECTION"), "\(same)")
        #expect(unusual.first?["label"] == .text("Font"), "\(same)")
        #expect(unusual.first?["images"].int == 20 && unusual.first?["of"].int == 20, "\(same)")
        #expect(unusual.first?["usual_images"].int == 0 && unusual.first?["usual_of"].int == 60, "\(same)")

        try clock.set(to: start + 72 * 3600)
        try site.peer.misbehave("[]")
        try await site.cairn("retry", "job", "--since", "60h", exits: 0)
        let healed = try await site.cairn("nightly", job, exits: 0)
        #expect(try site.scratch.book.number("SELECT count(DISTINCT image_id) FROM labels") == 80, "\(healed)")
        try await site.audit("not as usual", asksTwice: true)
    }

    @Test func `are not told of a first night, nor of few pictures`() async throws {
        let clock = try await SetClock(in: scratch)
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<31, clock: clock)
        let job = try site.writeJob()
        try site.peer.misbehave(#"{"kind": "entry", "value": {}, "billed": true}"#, when: "{}")
        let first = try await site.cairn("nightly", job, exits: 0)
        #expect(first.output.isEmpty, "\(first)")
        try clock.set(to: start + 24 * 3600)
        try site.peer.misbehave("[]")
        try site.writePictures(31..<50)
        let few = try await site.cairn("nightly", job, exits: 0)
        #expect(few.output.isEmpty, "\(few)")
    }

    @Test func `are told of a model on this machine, too`() async throws {
        func write(_ count: Int, _ name: String, _ color: [UInt8]) throws {
            for number in 0..<count {
                let picture = Picture(width: 40 + number, height: 40, color: color)
                try scratch.write("pictures/\(name)-\(number).png", picture.png)
            }
        }
        try write(13, "red", [220, 30, 30])
        try write(13, "green", [30, 200, 30])
        try write(4, "blue", [30, 30, 220])
        let job = try scratch.writeJob(backend: ["threshold: 0.5"])
        let usual = try await scratch.cairn("nightly", job, exits: 0)
        #expect(usual.output.isEmpty, "\(usual)")
        try write(20, "more", [30, 30, 200])
        let night = try await scratch.cairn("nightly", job, exits: 0)
        #expect(
            night.output.contains("  labels  20 of 20 have the label \"blue\", usually 13.3 %\n"), "\(night)")
    }
}
