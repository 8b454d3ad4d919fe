import Commands
import Testing

/// Colours of failures and caps.
@Suite("The marks of messages") struct MarkTests {
    @Test(
        arguments: [
            (true, [:], true), (true, ["TERM": "xterm-256color"], true), (false, ["TERM": "xterm-256color"], false),
            (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
        ] as [(Bool, [String: String], Bool)])
    func `marks are painted on a terminal that wants colours`(
        isTerminal: Bool, environment: [String: String], isPainted: Bool
    ) {
        #expect(Mark.isPainted(isTerminal: isTerminal, environment: environment) == isPainted)
    }

    @Test func `a message is painted after it was escaped`() {
        #expect(
            Recorder(isPainted: true).said("2 failed \u{1B}[2J", .failure) == "\u{1B}[31m2 failed "
                + "\\x1b[2J\u{1B}[0m\n")
        #expect(Recorder(isPainted: true).said("cap", .cap) == "\u{1B}[33mcap\u{1B}[0m\n")
        #expect(Recorder(isPainted: true).said("done", nil) == "done\n")
        #expect(Recorder().said("2 failed", .failure) == "2 failed\n")
    }

    @Test func `a progress line marks failures and the cap that ends it, in the same columns`() {
        var line = ProgressLine(done: 5, total: 10)
        line.failed = 2
        line.cap = "cap for this run 9 of 10 units"
        line.endsAtCap = true
        #expect(
            line.text(columns: 60, isPainted: true)
                == "5/10  50%  \u{1B}[31m2 failed\u{1B}[0m  \u{1B}[33mcap for this run 9 of 10 units\u{1B}[0m")
        #expect(line.text(columns: 60) == "5/10  50%  2 failed  cap for this run 9 of 10 units")
        #expect(line.text(columns: 20, isPainted: true) == "5/10  50%  \u{1B}[31m2 failed\u{1B}[0m")
    }

    @Test func `lines on a screen are painted after they were wrapped`() {
        let recorder = Recorder()
        let console = recorder.console
        var screen = Screen(
            Console(
                output: console.output, error: console.error, isOutputPainted: true, outputSize: { (13, 10) }),
            isRepeated: false)
        screen.show([MarkedLine("seven failed now", .failure), MarkedLine("b")])
        #expect(
            recorder.output
                == "\r\u{1B}[31mseven failed\u{1B}[0m\u{1B}[K\n\u{1B}[31m  now\u{1B}[0m\u{1B}[K\nb\u{1B}[K\n\u{1B}[J")
    }
}
