import Commands
import Testing

@Suite struct `Lines that are shown again and again` {
    private func shown(_ size: (columns: Int, rows: Int)?, _ blocks: [[String]]) -> String {
        let recorder = Recorder()
        let console = recorder.console
        var screen = Screen(Console(output: console.output, error: console.error, outputSize: { size }))
        for block in blocks { screen.show(block) }
        return recorder.output
    }

    @Test func `follow each other where no terminal is`() {
        #expect(shown(nil, [["a", "b"], ["c"]]) == "a\nb\nc\n")
    }

    @Test func `are written over on a terminal, and what is left of longer ones goes`() {
        #expect(
            shown((20, 10), [["one", "two"], ["three"]])
                == "\rone\u{1B}[K\ntwo\u{1B}[K\n\u{1B}[J\r\u{1B}[2Athree\u{1B}[K\n\u{1B}[J")
    }

    @Test func `never wrap nor scroll, which nothing could write over`() {
        let text = shown((6, 3), [["longer than that", "b", "c", "d"], ["e"]])
        #expect(text.hasPrefix("\rlong…\u{1B}[K\nb\u{1B}[K\n\u{1B}[J\r\u{1B}[2A"), "\(text)")
        #expect(!text.contains("c") && !text.contains("d"))
    }
}
