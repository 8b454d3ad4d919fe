import Commands
import Testing

/// Colors of failures and caps.
@Suite("The marks of messages") struct MarkTests {
    @Test(
        arguments: [
            (true, [:], true), (true, ["TERM": "xterm-256color"], true), (false, ["TERM": "xterm-256color"], false),
            (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
        ] as [(Bool, [String: String], Bool)])
    func `marks are painted on a terminal that wants colors`(
        isTerminal: Bool, environment: [String: String], usesColor: Bool
    ) {
        #expect(TextStyle.usesColor(isTerminal: isTerminal, environment: environment) == usesColor)
    }

    @Test func `a message is painted after it was escaped`() {
        #expect(
            Recorder(usesColor: true).said("2 failed \u{1B}[2J", .failure) == "\u{1B}[31m2 failed "
                + "\\x1b[2J\u{1B}[0m\n")
        #expect(Recorder(usesColor: true).said("cap", .cap) == "\u{1B}[33mcap\u{1B}[0m\n")
        #expect(Recorder(usesColor: true).said("done", nil) == "done\n")
        #expect(Recorder().said("2 failed", .failure) == "2 failed\n")
    }

    @Test func `a progress line marks failures and the cap that ends it, in the same columns`() {
        var line = ProgressLine(done: 5, total: 10)
        line.failed = 2
        line.cap = "cap for this run 9 of 10 units"
        line.endsAtCap = true
        #expect(
            line.text(columns: 60, usesColor: true)
                == "5/10  50%  \u{1B}[33mcap for this run 9 of 10 units\u{1B}[0m  \u{1B}[31m2 failed\u{1B}[0m")
        #expect(line.text(columns: 60) == "5/10  50%  cap for this run 9 of 10 units  2 failed")
        #expect(line.text(columns: 20, usesColor: true) == "5/10  50%  \u{1B}[31m2 failed\u{1B}[0m")
    }

    @Test func `lines on a screen are painted after they were wrapped`() {
        let recorder = Recorder()
        let console = recorder.console
        var screen = Screen(
            Console(
                output: console.output, error: console.error, outputUsesColor: true, outputSize: { (13, 10) }),
            isRepeated: false)
        screen.show([StyledLine("seven failed now", .failure), StyledLine("b")])
        #expect(
            recorder.output
                == "\r\u{1B}[31mseven failed\u{1B}[0m\u{1B}[K\n\u{1B}[31m  now\u{1B}[0m\u{1B}[K\nb\u{1B}[K\n\u{1B}[J")
    }
}
