import Glibc
import Platform
import TestSupport
import Testing

@Suite("What is said while a run is worked on", .inTurn) struct LiveWordsTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// What a terminal of some columns shows of a command.
    private func seen(_ command: String, columns: Int, at site: VisionSite) async throws -> String {
        let ending = try await site.scratch.start(
            ["script", "-qec", "stty cols \(columns) rows 50; \(command)", "/dev/null"],
            environment: ["cairn": Place.cairn.description, "SHELL": "/bin/sh", "TERM": "xterm"]
                .merging(site.environment) { $1 }
        ).end()
        return ["\u{1B}[K", "\u{1B}[J", "\r"].reduce(ending.output.replacing("\r\n", with: "\n")) {
            $0.replacing($1, with: "")
        }
    }

    @Test func `names the pause that a service asked for, also by the process that was asked`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<21)
        try peer.misbehave(#"{"kind": "quota-minute", "retry_after": "86400"}"#, when: #"{"from": 1}"#)
        let running = try site.start("run", try site.writeJob())
        try await running.waits {
            try Files.text(running.errorLog).contains(
                "the service asked for a pause: account tower-1 sends nothing until 20")
        }
        running.send(SIGINT)
        let ending = await running.end()
        #expect(
            ending.error.contains(" UTC (in 23 h 59 min)\n") || ending.error.contains(" UTC (in 1 d 00 h)\n"),
            "\(ending)")
    }

    @Test func `tells who cancelled it, with exit code 5, before and during the work`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<61)
        let job = try site.writeJob()
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("run", job, "--json")
        try await offPool { try peer.wait(held: 1) }
        try await site.cairn("cancel", "1", exits: 0)
        try peer.release()
        let ending = await running.end()
        #expect(ending.status == 5, "\(ending)")
        #expect(ending.error.contains("run 1 was cancelled: 44 images not asked; submit the job again"), "\(ending)")
        #expect(try JSONText(ending.outputBytes)[0]["stop_reason"].string == "cancelled", "\(ending)")
        let later = try await site.cairn("work", "--run", "1", exits: 5)
        #expect(later.error.contains("run 1 was cancelled: 44 images not asked"), "\(later)")
        #expect(try await site.cairn("work", exits: 0).error == "nothing to do: no image is queued\n")
    }

    @Test func `is one object with the reason where the backend cannot be used`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        let job = try site.writeJob()
        for words in [["run", job], ["work"], ["work", "--run", "1"]] {
            let ending = try await site.scratch.start(
                [Place.cairn.description] + words + ["--json", "--store", "cairn.db"]
            ).end()
            #expect(ending.status == 4, "\(ending)")
            let run = try JSONText(ending.outputBytes)[0]
            #expect(run["run_id"].int == 1 && run["job"].string == "job" && run["queued"].int == 3, "\(ending)")
            let reason = run["stop_reason"].string ?? ""
            #expect(reason.hasPrefix("the environment variable VISION_KEY is not set (job.yaml:"), "\(ending)")
            #expect(reason.contains(", backend.auth.apiKey); set it and run again"), "\(ending)")
        }
        try site.scratch.write(
            "local.yaml", "job: local\nimages: [{folder: pictures}]\nbackend: {kind: tflite, model: none.tflite}\n")
        let missing = try await site.cairn("run", "local.yaml", "--json", exits: 4)
        let run = try JSONText(missing.outputBytes)[0]
        #expect(run["run_id"] == .null && run["job"].string == "local", "\(missing)")
        #expect(run["stop_reason"].string?.contains("none.tflite") == true, "\(missing)")
    }

    @Test func `counts the images of a dead worker as what they are, and cancels them`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<21)
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("run", try site.writeJob())
        try await offPool { try peer.wait(held: 1) }
        running.send(SIGKILL)
        _ = await running.end()
        try peer.release()
        let one = try await site.cairn("status", "1", exits: 0)
        #expect(one.output.contains("run 1 of job: stopped\n") && one.output.contains("20 in progress"), "\(one)")
        #expect(
            one.output.contains(
                " UTC: its worker died; 20 images in progress return to the queue when `cairn work` starts"), "\(one)")
        let dry = try await site.cairn("cancel", "1", "--dry-run", exits: 0)
        #expect(dry.error == "20 images of run 1 would be cancelled; nothing was changed\n", "\(dry)")
        let cancelled = try await site.cairn("cancel", "1", exits: 0)
        #expect(cancelled.error == "20 images of run 1 cancelled\n", "\(cancelled)")
        #expect(try site.tasks() == "cancelled 20")
        #expect(try site.books() == "0 settled, 16 uncertain")
        try await site.audit()
    }

    @Test func `names the cap of a run that no worker has begun, and of the account that is billed`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<5, clock: try await SetClock(in: scratch))
        let job = try site.writeJob(more: ["budget: {month: {units: 4}}", "pace: {inFlight: 1}"])
        try await site.cairn("run", job, exits: 0)
        try site.writePictures(5..<8)
        try await site.cairn("submit", job, exits: 0)
        let status = try await site.cairn("status", "2", exits: 0)
        #expect(
            status.output.contains(
                "  left     unknown: no room under the cap for the job this month; the cap opens again at 20"),
            "\(status)")
        #expect(
            status.output.contains(" UTC; to continue now, raise budget.month and run the manifest again\n"),
            "\(status)")
        let run = try JSONText(try await site.cairn("status", "2", "--json", exits: 0).outputBytes)["runs"][0]
        #expect(run["waits_for"].string == "cap_reached:job_month" && run["waits_until"].string != nil, "\(run)")
    }

    @Test func `is wrapped on narrow terminals, never cut`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<9, clock: try await SetClock(in: scratch))
        let job = try site.writeJob(more: ["budget: {month: {units: 400, usd: 30}, run: {units: 20}}"])
        try await site.cairn("run", job, exits: 0)
        for columns in [40, 60, 80, 110, 200] {
            for words in ["status", "status 1"] {
                let text = try await seen("$cairn \(words)", columns: columns, at: site)
                #expect(!text.contains("…") && text.contains("$0.01"), "\(columns): \(text)")
                let widest = text.split(separator: "\n").map(\.count).max() ?? 0
                #expect(widest < columns, "\(columns): \(text)")
            }
        }
        let text = try await seen("$cairn status 1", columns: 80, at: site)
        let whole = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        #expect(whole.contains("8 units, up to $0.01 ($0.00 if the month's free units are yours)"), "\(text)")
    }
}
