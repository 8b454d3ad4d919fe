import Platform
import TestSupport
import Testing

@Suite("The command plan", .inTurn) struct PlanTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// The bytes of a site's store and its log; a log that is not there holds as much as an empty one.
    private func store(_ site: Scratch) throws -> [[UInt8]] {
        try [Files.read(site.file("cairn.db")), (try? Files.read(site.file("cairn.db-wal"))) ?? []]
    }

    @Test func `a plan asks no service, needs no credentials and makes no store`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<6, environment: [:])
        let two = ["{type: LABEL_DETECTION, maxResults: 10}", "LANDMARK_DETECTION"]
        let job = try site.writeJob(features: two, more: ["pace: {imagesPerMinute: 60}"])
        let ending = try await site.cairn("plan", job, exits: 0)
        #expect(
            ending.output == """
                  asks    5 images (5 new): 10 units, up to $0.02
                  units   LABEL_DETECTION       5, < $0.01
                          LANDMARK_DETECTION    5, < $0.01
                  month   account tower-1 has used 0 units in \(month(ending.output)); the lower figure
                          counts the month's free units and price tiers
                  time    at least 3 s at the manifest's pace
                  model   vision builtin/stable
                plan of job: 5 files found; to do it: `cairn run job.yaml`

                """)
        #expect(ending.error.isEmpty)
        #expect(try site.requests().isEmpty)
        #expect(Files.names(in: site.scratch.path).sorted() == [".logs", "job.yaml", "pictures"])
        let dry = try await site.cairn("submit", "--dry-run", job, exits: 0)
        #expect(dry.output == ending.output)
        try await site.cairn("plan", job, "--exit-code", exits: 8)
        try await site.cairn("plan", job, "--fast", "--out", "p.json", exits: 2)
    }

    private func month(_ text: String) -> String {
        text.split(separator: " ").first { $0.hasPrefix("2") && $0.hasSuffix(";") }.map { String($0.dropLast()) } ?? ""
    }

    @Test func `a plan tells every reason, what is known and what would be marked, and the store stays as it is`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<7)
        let old = "{type: LABEL_DETECTION, maxResults: 3}"
        try await site.cairn("run", try site.writeJob(features: [old]), exits: 0)
        try Files.remove(site.scratch.file("pictures/1.png"))
        try site.scratch.write("pictures/2.png", Picture(mark: 9).png)
        try Files.rename(site.scratch.file("pictures/3.png"), to: site.scratch.file("pictures/three.png"))
        try site.scratch.copy(site.scratch.file("pictures/4.png"), to: "pictures/copy.png")
        try site.writePictures(20..<21)
        try site.scratch.write("pictures/20b.png", Picture(mark: 20).png)
        let before = try store(site.scratch)
        let same = try await site.cairn("plan", try site.writeJob(features: [old]), exits: 0)
        #expect(
            same.lines.last == "plan of job: 8 files found, 2 copies; to do it: `cairn run job.yaml`", "\(same)")
        #expect(same.lines.first == "  asks    2 images (1 new, 1 changed): 2 units, < $0.01", "\(same)")
        #expect(same.output.contains("  missing 1 picture would be marked as missing\n"), "\(same)")
        #expect(same.output.contains("  known   4 images           saves 4 units, < $0.01\n"), "\(same)")
        #expect(
            same.output.contains("  changed 1 picture leaves the job: its name holds another image now\n"), "\(same)")
        #expect(same.output.contains("account tower-1 has used 6 units in"), "\(same)")
        let wide = "{type: LABEL_DETECTION, maxResults: 5}"
        let job = try site.writeJob(features: [wide, "FACE_DETECTION"])
        let changed = try await site.cairn("plan", job, "--json", exits: 0)
        let json = try JSONText(changed.outputBytes)
        #expect(json["images"] == .number(6) && json["units"] == .number(12), "\(changed)")
        let reasons = json["reasons"].items
        #expect(reasons.map { $0["reason"].string } == ["new", "bytes_changed", "parameters_changed"], "\(changed)")
        #expect(reasons.last?["changes"][0]["changed"] == .text("maxResults 3 -> 5"), "\(changed)")
        #expect(reasons.last?["images"] == .number(4))
        #expect(json["missing"] == .number(1) && json["removed"] == .number(0))
        #expect(json["changed"] == .number(1) && json["metadata_changed"] == .number(0))
        let fast = try await site.cairn("plan", "--fast", try site.writeJob(features: [old]), exits: 0)
        #expect(fast.output.contains("5 files not read and counted as new"), "\(fast)")
        #expect(try store(site.scratch) == before)
        // What was planned is what is then asked.
        let units = try site.units().count
        let run = try await site.cairn("run", try site.writeJob(features: [wide, "FACE_DETECTION"]), exits: 0)
        #expect(
            run.error.contains(
                "  asks 1 new, 1 changed, 4 of other parameters (LABEL_DETECTION maxResults 3 -> 5)\n"), "\(run)"
        )
        #expect(try site.units().count == units + 12)
    }

    @Test func `a plan tells what is queued, what failed before, what is too old and which cap would stop it`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<5, clock: try await SetClock(in: scratch))
        try site.scratch.write("pictures/bad.png", Array("no picture".utf8))
        try await site.cairn("run", try site.writeJob(more: ["budget: {day: {units: 3}}"]), exits: 5)
        try site.writePictures(10..<13)
        let job = try site.writeJob(more: ["budget: {day: {units: 5}, month: {units: 900}}"])
        let plan = try await site.cairn("plan", job, exits: 0)
        #expect(plan.output.contains("the cap for the job today is reached after 2 images; 3 would\n"), "\(plan)")
        #expect(plan.output.contains("          stay queued (images queued before go first)\n"), "\(plan)")
        #expect(plan.output.contains("job job, day ") && plan.output.contains(": 3 of 5 units, 2 left;"), "\(plan)")
        #expect(plan.output.contains("          opens 2"), "\(plan)")
        try await site.cairn("run", try site.writeJob(more: []), exits: 1)
        let failed = try await site.cairn("plan", try site.writeJob(more: []), exits: 0)
        #expect(failed.output.contains("1 image failed before; `refresh: {failed: true}` asks again\n"), "\(failed)")
        #expect(failed.lines.last?.hasSuffix(", nothing to ask") == true, "\(failed)")
        try await site.cairn("plan", "job.yaml", "--exit-code", exits: 0)
        let again = try await site.cairn(
            "plan", try site.writeJob(more: ["refresh: {failed: true, olderThan: 1ms}"]), exits: 0)
        #expect(again.output.contains("7 too old") && again.output.contains("1 failed before"), "\(again)")
        let model = try await site.cairn(
            "plan",
            try site.writeJob(backend: ["account: tower-1", "model: builtin/latest", "auth: {apiKey: env:NO}"]),
            exits: 0)
        #expect(model.output.contains("7 of another model"), "\(model)")
        #expect(model.output.contains("LABEL_DETECTION model builtin/stable -> builtin/latest: 7\n"), "\(model)")
        let added = try await site.cairn(
            "plan", try site.writeJob(features: ["LABEL_DETECTION", "LOGO_DETECTION"]), exits: 0)
        #expect(added.output.contains("  asks    7 images (7 of another feature): 7 units"), "\(added)")
    }

    @Test func `a plan tells all that cannot be read at once, and ends with 1`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<2)
        try site.scratch.write("list.txt", "pictures/1.png\nnone.png\n")
        let job = try site.writeJob(images: ["folder: nowhere", "list: list.txt", "list: no-list.txt"])
        let plan = try await site.cairn("plan", job, "--exit-code", exits: 1)
        #expect(plan.error.hasPrefix("job: 2 sources not readable, 1 name not readable\n"), "\(plan)")
        for word in ["nowhere", "none.png", "no-list.txt"] { #expect(plan.error.contains(word), "\(plan)") }
        #expect(plan.lines.first?.hasPrefix("  asks    1 image (1 new): ") == true, "\(plan)")
    }

    @Test func `a plan that is pinned is applied exactly, or refused by what moved`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<5)
        let job = try site.writeJob()
        let plan = try await site.cairn("plan", job, "--out", "p.json", exits: 0)
        #expect(plan.lines.last?.hasSuffix("; to do it: `cairn apply p.json`") == true, "\(plan)")
        #expect(!(try Files.text(site.scratch.file("p.json"))).contains(VisionSite.key))
        try site.writePictures(30..<31)
        let late = try await site.cairn("apply", "p.json", exits: 2)
        #expect(late.error.contains("is out of date: 1 change since it was made. Nothing was done:\n"), "\(late)")
        #expect(late.error.contains("/pictures/30.png") && late.error.contains("is not in the plan: new"), "\(late)")
        #expect(late.error.contains("leave what is new for later:\n  cairn apply p.json --only-plan"), "\(late)")
        #expect(try site.requests().isEmpty)
        let manifest = try await site.cairn("apply", job, exits: 2)
        #expect(manifest.error.contains("is a manifest, not a plan; this makes a plan of it:\n"), "\(manifest)")
        try Files.remove(site.scratch.file("pictures/30.png"))
        try Files.rename(site.scratch.file("pictures/1.png"), to: site.scratch.file("pictures/one.png"))
        let done = try await site.cairn("apply", "p.json", exits: 0)
        #expect(done.error.contains("4 of 4 images done"), "\(done)")
        #expect(try site.units().count == 4)
        let again = try await site.cairn("apply", "p.json", exits: 2)
        #expect(again.error.contains("was answered meanwhile"), "\(again)")
        try site.scratch.write("p.json", "{\"format\": 9}")
        let odd = try await site.cairn("apply", "p.json", exits: 2)
        #expect(odd.error.contains("p.json is not a plan that can be applied"), "\(odd)")
        try await site.cairn("apply", "none.json", exits: 2)
    }

    @Test func `a plan alone is carried out where nothing but new files came since`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<5)
        let job = try site.writeJob()
        try await site.cairn("plan", job, "--out", "p.json", exits: 0)
        try site.writePictures(30..<32)
        let done = try await site.cairn("apply", "p.json", "--only-plan", exits: 0)
        #expect(done.error.contains("2 images came since the plan was made, left for later\n"), "\(done)")
        #expect(done.error.contains("4 of 4 images done"), "\(done)")
        #expect(try site.units().count == 4)
        try await site.cairn("plan", job, "--out", "q.json", exits: 0)
        try site.writeJob(features: ["LABEL_DETECTION", "LOGO_DETECTION"])
        let other = try await site.cairn("apply", "q.json", "--only-plan", exits: 2)
        #expect(other.error.contains("is out of date") && !other.error.contains("or carry this one out"), "\(other)")
        #expect(try site.units().count == 4)
    }

    @Test func `a plan of retrying or cancelling changes nothing`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<4)
        try site.scratch.write("pictures/bad.png", Array("no picture".utf8))
        try await site.cairn("submit", try site.writeJob(), exits: 0)
        var before = try store(site.scratch)
        let cancel = try await site.cairn("cancel", "job", "--dry-run", exits: 0)
        #expect(cancel.error == "4 images of run 1 would be cancelled; nothing was changed\n")
        #expect(try store(site.scratch) == before)
        try await site.cairn("work", exits: 1)
        before = try store(site.scratch)
        let retry = try await site.cairn("retry", "job", "--dry-run", "--json", exits: 0)
        #expect(retry.error == "1 image of job job would be queued again; nothing was changed\n")
        #expect(try JSONText(retry.outputBytes)[0]["retried"] == .number(1))
        #expect(try store(site.scratch) == before)
        try await site.cairn("retry", "job", "--kind", "missing", "--dry-run", exits: 0)
    }

    @Test(arguments: [
        ("list", "cairn status"), ("ls", "cairn status"), ("diff", "cairn plan"),
        ("new", "cairn init"),
    ])
    func `a plan of words that other programs have names the command that is meant`(word: String, meant: String)
        async throws
    {
        let ending = try await scratch.cairn(word, exits: 2)
        #expect(ending.error.contains("there is no command '\(word)'; `\(meant)"), "\(ending)")
    }
}
