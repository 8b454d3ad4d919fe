import Platform
import TestSupport
import Testing

@Suite("The key of a Vision service", .inTurn) struct VisionSecretTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `the secrets of a Vision job are in no store, log, error, process list or answer of any command`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        let job = try site.writeJob(retry: "attempts: 2")
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("run", job)
        try await offPool { try peer.wait(held: 1) }
        let commandLine = shell("cat /proc/\(running.pid)/cmdline").output
        #expect(commandLine.contains("run") && !commandLine.contains(VisionSite.key))
        try peer.release()
        let first = await running.end()
        #expect(first.status == 0, "\(first)")

        // The service repeats the key in its words, in an error of the request and in that of a single image.
        let words = "You sent \(VisionSite.key), thank you."
        try peer.misbehave(
            """
            [{"match": {"times": 1}, "fault": {"kind": "body", "status": 503, "body": {"error": {"code": 503,
                "message": "\(words)", "status": "UNAVAILABLE"}}}},
             {"match": {"mark": 5}, "fault": {"kind": "image", "code": 13, "message": "\(words)"}}]
            """)
        try site.writePictures(4..<7)
        let ending = try await site.cairn("run", job, exits: 1)
        #expect(ending.error.contains("You sent ***, thank you."), "\(ending)")
        for command in [
            ["status"], ["query", "SELECT * FROM attempts"], ["query", "SELECT * FROM failures"], ["doctor"], ["quota"],
            ["check", job], ["submit", job], ["results", "reparse"], ["retry", "1"], ["work"],
        ] {
            for more in [[], ["--json"]] {
                _ = try await site.scratch.start(
                    [Place.cairn.description] + command + more, environment: site.environment
                ).end()
            }
        }
        try peer.misbehave(always(#"{"kind": "key-invalid"}"#))
        try site.writePictures(20..<22)
        try await site.cairn("run", job, "--json", exits: 4)
        try await site.audit()
    }
}
