import Platform
import TestSupport
import Testing

@Suite("The example in the README", .inTurn) struct DemoTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    @Test func `the demo names every picture for what it shows, and sqlite3 prints it`() async throws {
        let first = try await workspace.cairn("run", demo, exits: 0)
        #expect(first.output.isEmpty, "\(first)")
        let pictures = Files.names(in: Place.demo.appending("pictures"))
        #expect(pictures.count == 14)
        let shown = try await workspace.run(
            "sqlite3", "cairn.db", "select path, description, score from labels where rank = 0")
        #expect(shown.lines.count == pictures.count, "\(shown)")
        for line in shown.lines {
            let parts = line.split(separator: "|")
            try #require(parts.count == 3, "\(shown)")
            let name = FilePath(String(parts[0])).name.description
            #expect(pictures.contains(name))
            #expect(name.hasPrefix(parts[1].replacing(" ", with: "-")), "\(line)")
            #expect(Double(parts[2]).map { 0.3...1 ~= $0 } == true, "\(line)")
        }
        #expect(try workspace.book.number("SELECT count(*) FROM labels WHERE score < 0.3 OR rank > 2") == 0)
    }

    @Test func `running the demo again reads nothing, opens no run and writes no result`() async throws {
        try await workspace.cairn("run", demo, exits: 0)
        let before = try workspace.book.rows(everything)
        let again = try await workspace.cairn("run", demo, exits: 0)
        #expect(again.error.contains("14 already answered"), "\(again)")
        #expect(try workspace.book.rows(everything) == before)
        let submitted = try await workspace.cairn("submit", demo, "--json", exits: 0)
        #expect(submitted.output.contains("\"read\":0"), "\(submitted)")
        #expect(submitted.output.contains("\"queued\":0"), "\(submitted)")
        #expect(try workspace.book.rows(everything) == before)
    }

    @Test func `two runs of the demo at once answer every picture once`() async throws {
        async let left = workspace.cairn("run", demo)
        async let right = workspace.cairn("run", demo)
        let endings = try await [left, right]
        #expect(endings.allSatisfy { $0.status == 0 }, "\(endings)")
        #expect(try workspace.book.number("SELECT count(*) FROM answer") == 14, "\(endings)")
        #expect(
            try workspace.book.number("SELECT count(*) FROM attempt WHERE outcome = 'answered'") == 14, "\(endings)")
    }
}

private let demo = packageRoot.appending("Jobs/demo.yaml").description

/// What a run with nothing new must leave as it was.
private let everything = """
    SELECT (SELECT count(*) FROM answer), (SELECT max(answer_id) FROM answer), (SELECT count(*) FROM run),
        (SELECT count(*) FROM task), (SELECT count(*) FROM attempt), (SELECT count(*) FROM annotation)
    """
