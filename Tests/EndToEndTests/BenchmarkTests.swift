import Platform
import TestSupport
import Testing

/// What the benchmarks make and keep, without a measurement.
@Suite("Benchmarks", .inTurn) struct BenchmarkTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func script(_ name: String) -> String { packageRoot.appending("Benchmarks/\(name)").description }

    @Test func `a store for questions is one that the program opens and finds sound`() async throws {
        // Fewer images lack some of its runs and kinds of answers.
        try await scratch.run(
            Place.python.description, script("make_store.py"), "cairn.db", "1000", "--program", Place.cairn.description)
        try await scratch.cairn("doctor", exits: 0)
        let rows = try await scratch.cairn("status", exits: 0).lines.dropFirst(2)
        // Why a run stopped is below its row.
        let runs = rows.filter { !$0.contains("last stopped") }.prefix(5)
        #expect(
            runs.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
                == ["5 a finished", "4 c queued", "3 b finished", "2 a finished", "1 a finished"], "\(runs)")
        let counts = try await scratch.cairn(
            "query", "SELECT job, count(*) FROM labels GROUP BY job", "--format", "csv", exits: 0)
        #expect(counts.lines == ["job,count(*)", "a,9990", "b,9980", "c,990"], "\(counts)")
    }

    @Test func `the rule for kept figures holds its examples`() async throws {
        let ending = try await scratch.start(
            [Place.python.description, "-m", "doctest", "-v", script("figures.py")],
            environment: ["PYTHONDONTWRITEBYTECODE": "1"]
        ).end()
        #expect(ending.status == 0 && ending.output.contains("Test passed."), "\(ending)")
    }
}
