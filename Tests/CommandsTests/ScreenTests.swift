import Commands
import Testing
import Text

@Suite("Lines that are shown again and again") struct ScreenTests {
    private func displayText(_ size: (columns: Int, rows: Int)?, _ blocks: [[String]]) -> String {
        let recorder = Recorder()
        let console = recorder.console
        var screen = Screen(Console(output: console.output, error: console.error, outputSize: { size }))
        for block in blocks { screen.show(block.map { StyledLine($0) }) }
        return recorder.output
    }

    @Test func `follow each other where no terminal is`() {
        #expect(displayText(nil, [["a", "b"], ["c"]]) == "a\nb\nc\n")
    }

    @Test func `are written over on a terminal, and what is left of longer ones goes`() {
        #expect(
            displayText((20, 10), [["one", "two"], ["three"]])
                == "\rone\u{1B}[K\ntwo\u{1B}[K\n\u{1B}[J\r\u{1B}[2Athree\u{1B}[K\n\u{1B}[J")
    }

    @Test func `are wrapped and never cut, and do not scroll away from what is written over them`() {
        let text = displayText((8, 4), [["longer than that", "b", "c", "d"], ["e"]])
        #expect(text.hasPrefix("\rlonger\u{1B}[K\n  than\u{1B}[K\n  that\u{1B}[K\n\u{1B}[J\r\u{1B}[3A"), "\(text)")
        #expect(!text.contains("…") && !text.contains("c") && !text.contains("d"))
    }

    @Test func `that are shown once may be more than a terminal has rows`() {
        let recorder = Recorder()
        let console = recorder.console
        var screen = Screen(
            Console(output: console.output, error: console.error, outputSize: { (20, 3) }), isRepeated: false)
        screen.show(["a", "b", "c", "d", "abcdefghijklmnopqrstuvw"].map { StyledLine($0) })
        #expect(
            recorder.output.contains("d\u{1B}[K\nabcdefghijklmnopqrstuvw\u{1B}[K\n"), "\(recorder.output)")
    }
}
