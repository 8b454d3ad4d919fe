import Glibc
import Platform
import TestSupport
import Testing

/// What `--log` writes of a night, also when the file is rotated meanwhile.
@Suite("The log of a night", .inTurn) struct NightlyLogTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// The events of a file, each of them a whole line.
    private func events(_ name: String, at site: VisionSite) throws -> [JSONText] {
        let text = try Files.text(site.scratch.file(name))
        #expect(text.isEmpty || text.hasSuffix("\n"), "\(text.suffix(200))")
        return try JSONText.lines(of: site.scratch.file(name))
    }

    private func answered(_ events: [JSONText]) -> Int { events.count { $0["event"] == .text("answered") } }

    /// Whether any process has a file open: the system then gives nobody the lease to write it alone (fcntl(2)).
    private func isOpen(_ name: String, at site: VisionSite) -> Bool {
        let (setLease, writeLease) = (Int32(1024), Int32(F_WRLCK))
        let file = Files.call(site.scratch.file(name)) { open($0, O_WRONLY | O_CLOEXEC) }
        defer { close(file) }
        return fcntl(file, setLease, writeLease) != 0
    }

    /// Starts a night of forty images with a log, and waits until some are answered and told there.
    private func night(at site: VisionSite) async throws -> Running {
        let night = try site.start("nightly", "--log", "events", "job.yaml")
        // A reader may see a part of what is being written, so that the last line is not whole yet.
        try await night.waits {
            let lines = (try? Files.text(site.scratch.file("events")))?.split(separator: "\n") ?? []
            return lines.count { $0.contains(#""event":"answered""#) } >= 16
        }
        return night
    }

    /// Expects that a night ends well, and that both files together have each event once and in order.
    private func expectAll(of night: Running, at site: VisionSite) async throws -> (old: [JSONText], new: [JSONText]) {
        let ending = await night.end()
        #expect(ending.status == 0 && ending.output.isEmpty && ending.errorBytes.isEmpty, "\(ending)")
        let (old, new) = (try events("events.1", at: site), try events("events", at: site))
        #expect(old.first?["event"] == .text("submission") && new.last?["event"] == .text("night"), "\(new)")
        let all = old + new
        let counts = ["decision": 40, "claimed": 40, "sent": 40, "answered": 40, "finished": 1, "night": 1, "lost": 0]
        for (name, count) in counts { #expect(all.count { $0["event"] == .text(name) } == count, "\(name)") }
        let times = all.compactMap { $0["time"].string }
        #expect(times.count == all.count && times == times.sorted())
        #expect(Set(all.filter { $0["event"] == .text("answered") }.map { $0["path"].string }).count == 40)
        return (old, new)
    }

    @Test func `a night's log goes on in a new file from SIGHUP on, once the old one has another name`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        try site.writeJob()
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 2}"#)
        let night = try await night(at: site)
        try await offPool { try peer.wait(held: 1) }
        try Files.rename(site.scratch.file("events"), to: site.scratch.file("events.1"))
        #expect(isOpen("events.1", at: site))
        night.send(SIGHUP)
        try await night.waits { [self] in !isOpen("events.1", at: site) }
        try peer.release()
        let (old, new) = try await expectAll(of: night, at: site)
        #expect(answered(old) == 16 && answered(new) == 24, "\(answered(old)) in the old file")
    }

    @Test func `a night's log goes on in a new file by itself once the old one has another name`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        try site.writeJob()
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": 2}"#)
        let night = try await night(at: site)
        try await offPool { try peer.wait(held: 1) }
        try Files.rename(site.scratch.file("events"), to: site.scratch.file("events.1"))
        // The name is looked at once a second, when there is something to write: by then the next line looks.
        let renamed = monotonicMilliseconds()
        try await night.waits { monotonicMilliseconds() - renamed > 1000 }
        try peer.release()
        let (old, new) = try await expectAll(of: night, at: site)
        #expect(answered(old) == 16 && answered(new) == 24, "\(answered(old)) in the old file")
    }

    @Test func `a night's log says of each decision what it asks`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        try site.writeJob()
        try await site.cairn("nightly", "--log", "events", "job.yaml", exits: 0)
        try site.writePictures(4..<5)
        try site.writePictures(4..<5, in: "pictures/copies")
        try site.writeJob(features: ["LABEL_DETECTION", "LANDMARK_DETECTION"])
        try await site.cairn("nightly", "--log", "events.2", "job.yaml", exits: 0)
        let queued = try events("events.2", at: site).filter { $0["outcome"] == .text("queued") }
        let units = queued.map { "\($0["reason"].string ?? "") \($0["units"].int ?? 0)" }.sorted()
        #expect(units == ["feature_added 1", "feature_added 1", "feature_added 1", "new 2"], "\(queued)")
        let billed = try events("events.2", at: site).last?["units"]
        #expect(billed == .number(5), "\(String(describing: billed))")
        let first = try events("events", at: site).filter { $0["outcome"] == .text("queued") }
        #expect(first.map { $0["units"] } == [.number(1), .number(1), .number(1)], "\(first)")
    }
}
