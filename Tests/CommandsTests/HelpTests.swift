import Commands
import Platform
import SQLiteStore
import TestSupport
import Testing

/// What the real program's help says, word for word; `make goldens` writes it again.
@Suite("The help") struct HelpTests {
    private static let program = Commands.program(on: SQLiteStores())
    private static let commands = program.commands.flatMap { [$0] + $0.subcommands }.map(\.name)

    /// The words of a command's name: `quota`, `set`.
    private static func words(_ command: String) -> [String] { command.split(separator: " ").map { String($0) } }

    /// The file of a command's help.
    private static func file(_ command: String) -> String { words(command).joined(separator: "-") + ".txt" }

    /// What the program writes to standard output.
    private func help(_ words: [String]) -> String {
        let recorder = Recorder()
        let status = Self.program.main(words, environment: [:], console: recorder.console)
        #expect(status == 0 && recorder.error.isEmpty, "\(words)")
        return recorder.output
    }

    @Test func `the program's help is as it was found good`() throws {
        try expectGolden(help(["--help"]), "help/cairn.txt")
    }

    @Test(arguments: commands)
    func `a command's help is as it was found good`(command: String) throws {
        let words = Self.words(command)
        try expectGolden(help(words + ["--help"]), "help/\(Self.file(command))")
        #expect(help(["help"] + words) == help(words + ["-h"]))
    }

    @Test func `no help is kept of a command that is gone`() {
        let kept = Files.names(in: packageRoot.appending("Tests/CommandsTests/Golden/help"))
        #expect(Set(kept) == Set((Self.commands + ["cairn"]).map(Self.file)))
    }

    @Test func `no line of help is longer than eighty columns`() {
        for command in Self.commands.map({ Self.words($0) + ["--help"] }) + [["--help"]] {
            for line in help(command).split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }
}
