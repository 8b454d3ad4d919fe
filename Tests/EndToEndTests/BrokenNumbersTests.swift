import Platform
import TestSupport
import Testing

/// Models that give infinity, or what is not a number, where a picture has no blue; see Tests/Fixtures/Models/Hostile.
@Suite("A model whose outputs hold what is not a number", .inTurn) struct BrokenNumbersTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        for (name, color) in [("black", [0, 0, 0]), ("red", [250, 0, 0]), ("grey", [120, 120, 120])] {
            try scratch.write(
                "pictures/\(name).png", Picture(width: 16, height: 16, color: color.map(UInt8.init)).png)
        }
    }

    @Test(arguments: [
        ("nan", "meaning: classification, activation: none"), ("nan", "meaning: classification, activation: softmax"),
        ("nan", "meaning: classification, activation: sigmoid"), ("nan", "meaning: embedding"),
        ("nanseg", "meaning: segmentation"),
    ])
    func `a picture without numbers fails, and one with numbers is answered`(model: String, output: String) async throws
    {
        let labels = output.contains("embedding") ? nil : ["a", "b", "c"]
        let job = try scratch.writeJob(
            model: Fixtures.models.appending("Hostile/\(model).tflite"), labels: labels,
            backend: ["input: {mean: 0, std: 1}", "output: {\(output)}"])
        try await scratch.cairn("run", job, exits: 1)
        let failures = try await scratch.cairn(
            "query", "SELECT path, kind, message FROM failures ORDER BY path", "--format", "csv", exits: 0)
        let lines = failures.lines.dropFirst()
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(",model,") }, "\(failures)")
        #expect(lines.allSatisfy { $0.contains("holds what is not a number") }, "\(failures)")
        #expect(lines.map { $0.contains("black") } == [true, false], "\(failures)")
        #expect(try scratch.book.number("SELECT count(*) FROM answer") == 1)
        try await scratch.cairn("doctor", exits: 0)
    }
}
