import Platform
import TestSupport
import Testing

/// The small versions of what `make torture` does at length; see Tests/Torture/README.md.
@Suite("The program under force", .inTurn) struct ForceTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    /// Runs Tests/Torture/torture.py on the program; it says what is broken, and with which seed.
    private func torture(_ words: String...) async throws {
        let script = packageRoot.appending("Tests/Torture/torture.py")
        let ending = try await workspace.start(
            [Place.python.description, script.description, "--program", Place.cairn.description] + words,
            environment: ["PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": workspace.path.description], limit: 300
        ).end()
        // What is broken is said last.
        let end = ending.isOverdue ? "killed after \(ending.milliseconds) ms" : "exit \(ending.status ?? -1)"
        let call = "torture.py \(words.joined(separator: " ")): \(end)"
        #expect(ending.status == 0, "\(call): \(ending.output.suffix(8000))\(ending.error.suffix(2000))")
    }

    @Test func `workers are killed while the vendor loses answers, and its meter lies within the books`() async throws {
        try await torture("kills", "--seed", "20261121", "--kills", "25", "--in-store", "13")
    }

    @Test func `workers of a local model are killed, and every image is answered exactly once`() async throws {
        try await torture("kills", "--seed", "20240117", "--kills", "30", "--in-store", "10", "--local")
    }

    @Test func `workers that disagree about the time are killed, and nothing is paid for twice`() async throws {
        try await torture("kills", "--seed", "7", "--kills", "10", "--in-store", "10", "--clocks")
    }

    @Test func `workers are killed while the clock of all is set forth and back`() async throws {
        try await torture("kills", "--seed", "1", "--kills", "10", "--in-store", "10", "--jumps")
    }

    @Test func `the vendor's month turns while workers are killed, and each month has its caps`() async throws {
        try await torture("turn", "--seed", "20", "--turn", "month")
    }

    @Test func `a worker that was stopped past the end of its lease changes nothing when it goes on`() async throws {
        try await torture("stop")
    }

    @Test(arguments: ["open", "read", "write", "sync", "connect", "send", "receive", "map", "memory"])
    func `the Nth call of the system fails, and a clean run finishes what is left`(kind: String) async throws {
        try await torture("calls", "--kind", kind, "--every", "2", "--growth", "2.5")
    }

    @Test func `a full disk is said, and with more room all is done`() async throws {
        try await torture("full", "--step", "2.5")
    }

    @Test func `a store and its log that are cut anywhere open, or are refused with a reason`() async throws {
        try await torture("torn", "--seed", "3", "--cuts", "25")
    }

    @Test func `fifty processes against a cap of a hundred units never ask for a hundred and one`() async throws {
        let peer = try Peer("vision_peer.py", ["--canned"], environment: ["PEER_API_KEY": "key"], in: workspace)
        // Lost answers, and failures after the work, are on the bill, too.
        try peer.misbehave(
            """
            [{"match": {"probability": 0.2, "seed": 1}, "fault": {"kind": "cut", "worked": true}},
             {"match": {"probability": 0.2, "seed": 2}, "fault": {"kind": "unavailable", "worked": true}},
             {"match": {"probability": 0.2, "seed": 3}, "fault": {"kind": "quota-minute", "retry_delay": "0.05s"}}]
            """)
        try workspace.writePictures(300, seed: 50)
        try workspace.write(
            "job.yaml",
            """
            job: capped
            store: cairn.db
            images: [{folder: pictures}]
            backend: {kind: vision, account: project, endpoint: "\(peer.url)", auth: {apiKey: "env:KEY"}}
            features: [LABEL_DETECTION]
            prepare: {fit: original}
            budget: {day: {units: 100}}
            pace: {inFlight: 2}
            retry: {attempts: 40, base: 1ms, cap: 20ms}
            """)
        let environment = try await SetClock(in: workspace).environment.merging(["KEY": "key"]) { $1 }
        try await workspace.cairn("submit", "job.yaml", exits: 0, environment: environment)
        let workers = try (0..<50).map { _ in try workspace.startCairn("work", environment: environment) }
        for worker in workers {
            let ending = await worker.end()
            #expect(ending.status == 5, "\(ending)")
        }
        #expect(try peer.units().count == 100)
        #expect(try workspace.book.column("SELECT units FROM cap_usage WHERE scope = 'job_day'") == ["100"])
        #expect(try workspace.book.number("SELECT count(*) FROM ledger WHERE state IN ('reserved', 'sent')") == 0)
        try await workspace.cairn("doctor", exits: 0)
    }
}
