import Domain
import Testing

@testable import Report

@Suite("Lines of text over a picture") struct TextLinesTests {
    private func word(_ text: String, _ corners: [(Double, Double)]) -> Annotation {
        var word = Annotation(
            kind: .text, rank: 0, description: text, polygon: corners.map { Point(x: $0.0, y: $0.1) })
        word.level = .word
        return word
    }

    private func answer(_ words: [Annotation], _ text: String...) -> ShownAnswer {
        ShownAnswer(
            id: ResultID(1),
            recipe: ShownRecipe(feature: .documentTextDetection, backend: "vision", model: "builtin/stable"),
            annotatedAt: Timestamp(milliseconds: 0), annotations: words, passages: text)
    }

    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [(Double, Double)] {
        [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    }

    @Test func `words that follow each other are a line, and keep what stands between them`() {
        let lines = DrawnLines.lines(
            of: answer(
                [
                    word("Hello", box(10, 10, 50, 20)), word("world", box(70, 10, 50, 20)),
                    word("second", box(10, 40, 60, 20)),
                ], "Hello world\nsecond"))
        #expect(lines.map(\.text) == ["Hello world", "second"])
        #expect(lines[0].words.map(\.start) == [0, 60])
        #expect(lines[0].length == 110)
        #expect(lines[1].corners == box(10, 40, 60, 20).map { Point(x: $0.0, y: $0.1) })
    }

    @Test func `letters that are not parted by spaces stay together`() {
        let lines = DrawnLines.lines(
            of: answer([word("你好", box(0, 0, 40, 20)), word("世界", box(40, 0, 40, 20))], "你好世界"))
        #expect(lines.map(\.text) == ["你好世界"])
    }

    @Test func `a page on its side has lines that run down`() throws {
        // Read from the top down: the first corner is at the top right.
        let down = [(100.0, 10.0), (100.0, 60.0), (80.0, 60.0), (80.0, 10.0)]
        let next = [(100.0, 70.0), (100.0, 110.0), (80.0, 110.0), (80.0, 70.0)]
        let line = try #require(DrawnLines.lines(of: answer([word("on", down), word("side", next)], "on side")).first)
        #expect(line.direction == Point(x: 0, y: 1))
        #expect(line.origin == Point(x: 100, y: 10))
        #expect(line.length == 100 && line.height == 20)
        #expect(line.text == "on side")
    }

    @Test func `a text without places has no lines`() {
        #expect(DrawnLines.lines(of: answer([word("typed", [])], "typed")).isEmpty)
        #expect(DrawnLines.lines(of: answer([word("point", box(5, 5, 0, 0))], "point")).isEmpty)
    }
}
