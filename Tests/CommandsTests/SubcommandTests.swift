import Commands
import Platform
import SQLiteStore
import TestSupport
import Testing

/// Words of the command line for a command with subcommands.
@Suite("The subcommands") struct SubcommandTests {
    private func run(_ words: [String]) -> (status: Int32, output: String, error: String) {
        let recorder = Recorder()
        let status = Commands.program(on: SQLiteStores()).main(words, environment: [:], console: recorder.console)
        return (status, recorder.output, recorder.error)
    }

    @Test(arguments: [
        (["quota", "shwo"], "there is no command 'quota shwo'; did you mean quota show?", "quota"),
        (["quota", "frobnicate"], "there is no command 'quota frobnicate'", "quota"),
        (["quota", "--day-units", "5"], "--day-units is for `cairn quota set`", "quota"),
        (["quota", "show", "--month", "2026-11"], "--month is for `cairn quota settle`", "quota show"),
        (["quota", "set", "--blled"], "there is no option '--blled'", "quota set"),
        (["quota", "show", "extra"], "unexpected argument 'extra'", "quota show"),
        (["--day-units", "5", "quota", "set"], "write --day-units after the command", ""),
    ])
    func `wrong words are named with the help of their subcommand`(words: [String], sentence: String, topic: String) {
        let run = run(words)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.error == "cairn: \(sentence)\nTry `cairn \(topic.isEmpty ? "" : "\(topic) ")--help`.\n")
    }

    @Test(arguments: [
        ["quota", "set", "--help"], ["quota", "--help", "set"], ["help", "quota", "set"],
        ["--store", "x.db", "quota", "set", "-h"], ["quota", "--account", "show", "set", "-h"],
    ])
    func `help of a subcommand may be asked in many ways`(words: [String]) {
        #expect(run(words).output.hasPrefix("cairn quota set: "), "\(words)")
    }

    @Test func `without a subcommand the help is about all of them, and the work is that of the first`() throws {
        #expect(run(["quota", "--help"]).output.contains("Usage: cairn quota [COMMAND] [OPTION...]"))
        let store = try Scratch().path.appending("none.db")
        let alone = run(["quota", "--store", "\(store)"])
        let shown = run(["quota", "show", "--store", "\(store)"])
        #expect(alone == shown && alone.status == 3, "\(alone)")
    }
}
