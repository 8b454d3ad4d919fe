import Commands
import Glibc
import SQLiteStore
import TestSupport
import Testing

@Suite("The shell completions") struct CompletionTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `a shell's script is as it was found good`(shell: String) throws {
        try expectGolden(Sample.run(["completions", shell]).output, "completions.\(shell)")
    }

    @Test(arguments: [
        (["cairn", ""], ["check", "query", "schema", "completions", "--help", "--version"]),
        (["cairn", "ch"], ["check"]),
        (["cairn", "query", "--f"], ["--format", "--file"]),
        (["cairn", "query", "--format", ""], ["table", "csv", "tsv", "json", "ndjson", "geojson"]),
        (["cairn", "query", "--format", "=", "g"], ["geojson"]),
        (["cairn", "query", "--format", "="], ["table", "csv", "tsv", "json", "ndjson", "geojson"]),
        (["cairn", "query", "-f", "t"], ["table", "tsv"]),
        (["cairn", "query", "--rows", ""], []),
        (["cairn", "query", "--quiet", "--j"], ["--json"]),
        (["cairn", "schema", "v"], ["views"]),
        (["cairn", "completions", ""], ["bash", "zsh", "fish"]),
        (["cairn", "check", ""], ["a job.yaml", "b.yaml"]),
        (["cairn", "check", "a"], ["a job.yaml"]),
        (["cairn", "query", "--store", "b"], ["b.yaml"]),
        (["cairn", "nonsense", ""], []), (["cairn", "--s"], ["--store"]), (["cairn", "--store", "b"], ["b.yaml"]),
        (["cairn", "--store", "=", "b"], ["b.yaml"]), (["cairn", "--store", "x.db", "ch"], ["check"]),
        (["cairn", "-q", "--store", "=", "x.db", "query", "--f"], ["--format", "--file"]),
        (["cairn", "--store", "check", "query", "-f", "t"], ["table", "tsv"]),
    ])
    func `bash proposes what fits`(words: [String], proposals: [String]) throws {
        try expect(words, proposals, from: Sample.run(["completions", "bash"]).output)
    }

    @Test(arguments: [
        (["cairn", "quota", ""], ["show", "set", "settle"]), (["cairn", "quota", "se"], ["set", "settle"]),
        (["cairn", "quota", "--acc"], ["--account"]), (["cairn", "quota", "settle", "--not"], ["--not-billed"]),
        (["cairn", "quota", "--account", "set", "--day"], []),
        (["cairn", "--store", "x.db", "quota", "--account", "a", "set", "--day"], ["--day-units", "--day-usd"]),
        (["cairn", "quota", "settle", "--feature", "LANDM"], ["LANDMARK_DETECTION"]),
    ])
    func `bash proposes subcommands and their options`(words: [String], proposals: [String]) throws {
        let recorder = Recorder()
        let program = Commands.program(on: SQLiteStores())
        #expect(program.main(["completions", "bash"], environment: [:], console: recorder.console) == 0)
        try expect(words, proposals, from: recorder.output)
    }

    @Test(arguments: ["zsh", "fish"])
    func `other shells know subcommands and their options`(shell: String) throws {
        let recorder = Recorder()
        let program = Commands.program(on: SQLiteStores())
        #expect(program.main(["completions", shell], environment: [:], console: recorder.console) == 0)
        try expectGolden(recorder.output, "completions-of-cairn.\(shell)")
    }

    private func expect(_ words: [String], _ proposals: [String], from script: String) throws {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let answer = try bash(
            """
            cd "$(mktemp -d)" || exit 1
            touch 'a job.yaml' b.yaml
            \(script)
            COMP_WORDS=(\(quoted))
            COMP_CWORD=\(words.count - 1)
            _cairn
            printf '%s\\n' "${COMPREPLY[@]}"
            complete -p cairn
            rm -r "$PWD"
            """)
        let lines = answer.split(separator: "\n").map { String($0) }
        #expect(lines.last == "complete -F _cairn cairn")
        #expect(Set(lines.dropLast()) == Set(proposals))
    }

    /// Runs a script in a bash of its own; answers what it wrote, complaints included.
    private func bash(_ script: String) throws -> String {
        let scratch = try Scratch()
        let path = try scratch.write("script", script)
        let output = try #require(popen("LC_ALL=C.UTF-8 bash --norc '\(path)' 2>&1", "r"))
        defer { pclose(output) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, output), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
