import Glibc
import Platform
import TestSupport
import Testing

@Suite("The commands of the program", .inTurn) struct CommandTests {
    let workspace: Scratch
    let job: String

    init() throws {
        workspace = try Scratch()
        try workspace.writePictures(3, seed: 12)
        try workspace.write("pictures/text.png", "no picture\n")
        job = try workspace.writeJob()
    }

    @Test(
        arguments: [
            (["frobnicate"], 2, "frobnicate"), (["runn"], 2, "did you mean run"),
            (["run"], 2, "missing argument JOB: job manifests, such as holidays.yaml"),
            (["run", "--stor", "x", "job.yaml"], 2, "--store"),
            (["run", "nowhere.yaml"], 2, "nowhere.yaml"), (["run", "pictures"], 2, "pictures"),
            (["run", "pictures/text.png"], 2, "text.png:1:1"), (["status", ""], 2, "a run's number or a job's name"),
            (["retry"], 2, "RUN"),
            (["query"], 2, "SQL"), (["query", "SELECT 1", "--format", "xml"], 2, "csv"),
            (["schema", "nothing"], 2, "views"),
            (["completions", "tcsh"], 2, "bash"), (["work", "--run"], 2, "--run"), (["check"], 2, "JOB"),
            (["quota", "--day-units", "5"], 2, "--day-units is for `cairn quota set`"),
            (["quota", "show", "--month", "2026-11"], 2, "--month is for `cairn quota settle`"),
            (["quota", "set", "--month-usd", "5", "--billed"], 2, "--billed is for `cairn quota settle`"),
            (["quota", "settle", "--billed", "--clear"], 2, "--clear is for `cairn quota set`"),
            (["quota", "set", "--account", "My-Project", "--day-units", "5"], 2, "no capitals; write my-project"),
            (["run", "--for", "106751991167d", "job.yaml"], 2, "--for"),
        ] as [([String], Int32, String)])
    func `wrong words are exit 2, a sentence on standard error, and nothing done`(
        words: [String], status: Int32, sentence: String
    ) async throws {
        let ending = try await workspace.start([Place.cairn.description] + words).end()
        #expect(ending.status == status && ending.error.contains(sentence), "\(ending)")
        // A complaint about a manifest begins with its place, so that editors find it.
        let isPlaced = ending.error.hasPrefix("pictures/text.png:1:1: ")
        #expect(ending.error.hasPrefix("cairn: ") || isPlaced, "\(ending)")
        #expect(ending.outputBytes.isEmpty, "\(ending)")
        #expect(Files.mode(workspace.file("cairn.db")) == nil)
    }

    @Test(arguments: [
        ["--version"], ["--help"], ["help", "run"], ["query", "--help"], ["schema"], ["schema", "job"],
        ["schema", "sql"], ["schema", "duckdb"],
        ["schema", "--json"], ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"],
    ])
    func `what only tells needs no store and writes to standard output alone`(words: [String]) async throws {
        let ending = try await workspace.start([Place.cairn.description] + words).end()
        #expect(
            ending.status == 0 && ending.errorBytes.isEmpty && ending.outputBytes.last == UInt8(ascii: "\n"),
            "\(ending)")
        #expect(Files.mode(workspace.file("cairn.db")) == nil)
    }

    @Test func `submit writes the run's number, and its words go to standard error`() async throws {
        let first = try await workspace.cairn("submit", job, exits: 0)
        #expect(first.output == "1\n" && first.error.contains("4 queued"), "\(first)")
        let again = try await workspace.cairn("submit", job, exits: 0)
        #expect(again.output == "1\n" && again.error.contains("4 already queued"), "\(again)")
        let quiet = try await workspace.cairn("submit", job, "--quiet", exits: 0)
        #expect(quiet.output == "1\n" && quiet.errorBytes.isEmpty, "\(quiet)")
        let json = try await workspace.cairn("submit", job, "--json", exits: 0)
        #expect(json.output.contains("\"run_id\":1,\"found\":4") && json.lines.count == 3, "\(json)")
        #expect(try workspace.book.number("SELECT count(*) FROM task") == 4)
    }

    @Test func `run, work and status say the same numbers, for people and as JSON`() async throws {
        let numbers = "\"total\":4,\"done\":3,\"failed\":1,\"queued\":0,\"running\":0,\"cancelled\":0"
        let run = try await workspace.cairn("run", job, "--json", exits: 1)
        #expect(run.output.contains(numbers) && run.error.contains("3 of 4 images done, 1 failed"), "\(run)")
        let status = try await workspace.cairn("status", "--json", exits: 0)
        #expect(status.output.contains(numbers) && status.errorBytes.isEmpty, "\(status)")
        let table = try await workspace.cairn("status", "1", exits: 0)
        #expect(
            table.output.contains("finished")
                && table.output.contains("1 notAnImage: pictures/text.png: the file holds text"), "\(table)")
        let quiet = try await workspace.cairn("status", "1", "--quiet", exits: 0)
        #expect(quiet.output == table.output && quiet.errorBytes.isEmpty, "\(quiet)")
        let idle = try await workspace.cairn("work", exits: 0)
        #expect(idle.outputBytes.isEmpty && idle.error == "nothing to do: no image is queued\n", "\(idle)")
        let unknown = try await workspace.cairn("status", "9", exits: 2)
        #expect(unknown.error.contains("no run 9") && unknown.outputBytes.isEmpty, "\(unknown)")
        try await workspace.cairn("work", "--run", "9", exits: 2)
    }

    @Test func `without a store, reading and changing commands are exit 3 and make none`() async throws {
        for words in [
            ["work"], ["status"], ["query", "SELECT 1"], ["retry", "1"], ["cancel", "1"], ["results", "reparse"],
        ] {
            let ending = try await workspace.start([Place.cairn.description] + words).end()
            #expect(ending.status == 3, "\(ending)")
            #expect(Files.mode(workspace.file("cairn.db")) == nil, "\(ending)")
        }
        let named = try await workspace.cairn("status", exits: 3, environment: ["CAIRN_STORE": "else/where.db"])
        #expect(named.error.contains("else/where.db"), "\(named)")
    }

    @Test func `retry takes failures up again, of one kind where one is named`() async throws {
        try workspace.write("pictures/empty.png", [])
        try await workspace.cairn("run", job, exits: 1)
        let none = try await workspace.cairn("retry", "1", "--kind", "damaged", exits: 0)
        #expect(none.error.contains("no failed damaged images"), "\(none)")
        let one = try await workspace.cairn("retry", "1", "--kind", "empty", "--json", exits: 0)
        #expect(one.output.contains("\"retried\":1") && one.error.contains("`cairn work`"), "\(one)")
        #expect(try workspace.book.rows("SELECT queued, failed FROM run") == [["1", "1"]])
        try await workspace.cairn("work", exits: 1)
        #expect(try workspace.book.number("SELECT count(*) FROM failures") == 2)
        try await workspace.cairn("retry", "1", exits: 0)
        #expect(try workspace.book.rows("SELECT queued, failed FROM run") == [["2", "0"]])
        try await workspace.cairn("work", exits: 1)
        #expect(try workspace.book.number("SELECT count(*) FROM attempt") == 8)
        try await workspace.cairn("retry", "1", "--kind", "rotten", exits: 2)
        try await workspace.cairn("retry", "5", exits: 2)
    }

    @Test func `cancel takes what waits out of the queue, and submitting queues it anew`() async throws {
        try await workspace.cairn("submit", job, exits: 0)
        let ending = try await workspace.cairn("cancel", "1", "--json", exits: 0)
        #expect(ending.output.contains("\"cancelled\":4") && ending.error.contains("4 images"), "\(ending)")
        #expect(try workspace.book.column("SELECT state FROM runs") == ["cancelled"])
        try await workspace.cairn("work", exits: 0)
        #expect(try workspace.answers() == 0)
        try await workspace.cairn("cancel", "1", exits: 0)
        try await workspace.cairn("run", job, exits: 1)
        #expect(try workspace.answers() == 3)
        #expect(try workspace.breaches() == [])
        try await workspace.cairn("cancel", "77", exits: 2)
    }

    @Test func `check reads manifests and models, and makes no store`() async throws {
        let good = try await workspace.cairn("check", job, exits: 0)
        #expect(good.outputBytes.isEmpty && good.error.contains("job job is valid"), "\(good)")
        try workspace.write("bad.yaml", "job: X\nimages: []\nbackend: {kind: tflit, model: m}\ntreshold: 1\n")
        let bad = try await workspace.cairn("check", job, "bad.yaml", exits: 2)
        let diagnostics = bad.error.split(separator: "\n").filter { $0.contains("bad.yaml:") }
        #expect(diagnostics.count >= 4, "all complaints at once: \(bad)")
        #expect(bad.error.contains("did you mean") || bad.error.contains("tflite"), "\(bad)")
        let json = try await workspace.cairn("check", "bad.yaml", "--json", exits: 2)
        #expect(json.error == "cairn: 1 manifest cannot be used; see the rows\n", "\(json)")
        #expect(json.output.contains("\"file\":\"bad.yaml\""), "\(json)")
        #expect(Files.mode(workspace.file("cairn.db")) == nil)
    }

    @Test func `a reader that has seen enough ends the answer and nothing else`() async throws {
        try await workspace.cairn("run", job, exits: 1)
        let sql = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 200000) SELECT x FROM n"
        let ending = try await workspace.bash(
            "\"$cairn\" query --format csv '\(sql)' | head -1; echo ${PIPESTATUS[0]}")
        #expect(ending.lines.last == "0" && ending.errorBytes.isEmpty, "\(ending)")
        let run = try await workspace.bash(
            "rm cairn.db*; \"$cairn\" run --json \(job) | head -c 1; echo \" ${PIPESTATUS[0]}\"")
        #expect(["[ 0", "[ 1"].contains(run.lines.last), "\(run)")
        #expect(try workspace.answers() == 3)
        let closed = try await workspace.bash(
            "rm cairn.db*; \"$cairn\" run \(job) 2>&1 >&- | head -c 1 > one; exec 2>&-; \"$cairn\" status > two")
        #expect(closed.status == 0, "\(closed)")
        #expect(try workspace.answers() == 3)
    }
}
