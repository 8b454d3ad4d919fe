import Glibc
import Platform
import TestSupport
import Testing

@Suite("The key of a Vision service", .inTurn) struct VisionSecretTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// What a command of the shell says.
    private func text(_ command: String) -> String { String(decoding: shell(command).output, as: UTF8.self) }

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

    @Test func `a process that has read a key leaves no core file, whatever ulimit allows`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<2)
        let job = try site.writeJob()
        // Without the backtraces of Swift, which catch some signals and take their time.
        let environment = ["cairn": Place.cairn.description, "SWIFT_BACKTRACE": "enable=no"]
        for signal in [SIGABRT, SIGQUIT, SIGSEGV] {
            try peer.misbehave(once(#"{"kind": "hold"}"#))
            let running = try site.scratch.start(
                ["bash", "-c", "ulimit -c unlimited; exec \"$cairn\" run \(job)"],
                environment: site.environment.merging(environment) { $1 })
            try await offPool { try peer.wait(held: 1) }
            let limits = text("grep 'core file' /proc/\(running.pid)/limits")
            #expect(limits.split(separator: " ").prefix(6).suffix(2) == ["0", "0"], "\(limits)")
            // Other processes of the user tell by these whether it lives.
            #expect(text("cat /proc/\(running.pid)/stat").hasPrefix("\(running.pid) "))
            running.send(signal)
            let ending = await running.end()
            #expect(ending.signal == signal, "\(ending)")
            try peer.misbehave("[]")
            try peer.release()
            #expect(Files.names(in: site.scratch.path).filter { $0.hasPrefix("core") } == [])
            try await site.cairn("run", job, exits: 0)
            try site.writePictures(Int(signal) + 10..<Int(signal) + 11)
        }
    }

    @Test func `a process that has read a key cannot be read by the user's other processes`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<2)
        let job = try site.writeJob()
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        // Root may read every process, and owns the folders of those that are closed.
        let user = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
        if getuid() == 0 { try await site.scratch.run("chmod", "-R", "a+rwX", ".") }
        let running = try site.scratch.start(
            ["bash", "-c", "exec \(user)\"$cairn\" run \(job)"],
            environment: site.environment.merging(["cairn": Place.cairn.description]) { $1 })
        try await offPool { try peer.wait(held: 1) }
        #expect(text("stat -c %u /proc/\(running.pid)/environ") == "0\n")
        let read = "\(user)cat /proc/\(running.pid)"
        #expect(text("LC_ALL=C \(read)/environ 2>&1").contains("Permission denied"))
        #expect(text("\(read)/stat").hasPrefix("\(running.pid) "))
        // Its worker is seen at work by another process of the same user.
        let status = try await site.scratch.bash("\(user)\"$cairn\" status --json", environment: site.environment)
        #expect(status.status == 0 && status.output.contains(#""workers":1"#), "\(status)")
        try peer.release()
        let ending = await running.end()
        #expect(ending.status == 0, "\(ending)")
    }
}
