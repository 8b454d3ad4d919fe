import Testing

@testable import Commands

@Suite("Lines for a terminal") struct WrappingTests {
    @Test(arguments: [
        ("a short one", 20, ["a short one"]), ("a b", 3, ["a b"]),
        ("words are never broken", 10, ["words are", "  never", "  broken"]),
        ("  images   3 of 12 done", 16, ["  images   3 of", "  12 done"]),
        ("see `cairn quota show` now", 14, ["see", "  `cairn quota show`", "  now"]),
        ("finished, took 1 s in all", 15, ["finished, took", "  1 s in all"]),
        ("it lost 12 % of 3 sets", 10, ["it lost", "  12 % of", "  3 sets"]),
        ("a/path/that/is/longer/than/it ends", 12, ["a/path/that/is/longer/than/it", "  ends"]),
    ])
    func `break at blanks, and never inside a word`(text: String, columns: Int, lines: [String]) {
        #expect(Wrapping.lines(text, to: columns, indent: 2) == lines)
    }

    @Test func `give each command a line of its own where the text needs several`() {
        let text = "run 1 is paused; continue with `cairn resume 1`, then `cairn work --store my.db`"
        #expect(Wrapping.lines(text, to: 100, indent: 2, .commands) == [text])
        #expect(
            Wrapping.lines(text, to: 24, indent: 2, .commands) == [
                "run 1 is paused;", "  continue with", "  cairn resume 1", "  then", "  cairn work --store my.db",
            ])
        #expect(
            Wrapping.lines("set `budget.month` and run `cairn run a.yaml`", to: 20, indent: 2, .commands) == [
                "set `budget.month`", "  and run", "  cairn run a.yaml",
            ])
    }

    @Test func `break words that are too long only where lines are written over`() {
        #expect(Wrapping.lines("abcdefghij kl", to: 6, indent: 2, .cells) == ["abcdef", "  ghij", "  kl"])
        #expect(Wrapping.lines("日本語の長い名前です", to: 8, indent: 0, .cells) == ["日本語の", "長い名前", "です"])
    }

    @Test func `of a command alone stay whole`() {
        let recorder = Recorder()
        let console = Console(output: recorder.console.output, error: recorder.console.error, errorColumns: 20)
        console.show(command: "cairn query \"select path, message from failures\"")
        #expect(recorder.error == "  cairn query \"select path, message from failures\"\n")
    }
}
