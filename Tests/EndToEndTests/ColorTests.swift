import Platform
import TestSupport
import Testing

/// The program's colors on a real terminal.
@Suite("The colors of messages", .inTurn) struct ColorTests {
    private static let onTerminal = [
        "python3", "-c", "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))",
        Place.cairn.description,
    ]

    private func site() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write("pictures/text.png", "these are words\n")
        try scratch.write(
            "job.yaml",
            """
            job: bad
            images: [folder: pictures]
            backend: {kind: tflite, model: \(Place.demo.appending("scenes.tflite"))}
            """)
        return scratch
    }

    @Test(
        arguments: [
            (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "dumb"], false),
        ] as [([String: String], Bool)])
    func `failures are red on a terminal that wants colors`(environment: [String: String], isRed: Bool) async throws {
        let scratch = try site()
        let run = try await scratch.start(Self.onTerminal + ["run", "job.yaml"], environment: environment).end()
        #expect(run.output.contains("\u{1B}[31mrun 1 of bad: 0 of 1 image done, 1 failed") == isRed, "\(run)")
        #expect(run.output.contains("1 failed"), "\(run)")
        let status = try await scratch.start(Self.onTerminal + ["status", "bad"], environment: environment).end()
        #expect(status.output.contains("\u{1B}[31m  failed   1 notAnImage") == isRed, "\(status)")
        #expect(status.output.contains("  failed   1 notAnImage"), "\(status)")
        // Without control sequences no line is written over either.
        #expect(environment["TERM"] != "dumb" || !(run.output + status.output).contains("\u{1B}"), "\(run) \(status)")
    }

    @Test func `a pipe has no colors`() async throws {
        let scratch = try site()
        let run = try await scratch.start(
            [Place.cairn.description, "run", "job.yaml"], environment: ["TERM": "xterm"]
        ).end()
        let status = try await scratch.cairn("status", "bad", exits: 0)
        #expect(run.status == 1 && !run.error.contains("\u{1B}") && !status.output.contains("\u{1B}"), "\(run)")
    }
}
