import Commands
import Testing

@Suite struct HelpTests {
    @Test func `the program's help is as it was found good`() throws {
        try expectGolden(Sample.run(["--help"]).output, "help.txt")
    }

    @Test(arguments: ["check", "query", "schema", "completions"])
    func `a command's help is as it was found good`(command: String) throws {
        try expectGolden(Sample.run([command, "--help"]).output, "help-\(command).txt")
    }

    @Test func `no line of help is longer than eighty columns`() {
        for command in ["", "check", "query", "schema", "completions"] {
            let text = Sample.run(command.isEmpty ? ["--help"] : [command, "--help"]).output
            for line in text.split(separator: "\n") { #expect(line.count <= 80) }
        }
    }
}
