import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("Generated responses with text")
struct RandomTextTests {
    private static let whole = Frame(sent: nil, original: nil)

    @Test("lose no letter on any level", arguments: [0, 500, 1000, 1500] as [UInt64])
    func loseNothing(first: UInt64) throws {
        for seed in first..<first + 500 {
            let text = RandomText(seed: seed)
            let found = try annotations(text.json, .documentTextDetection, in: Self.whole, symbols: true)
            let note: Comment = "seed \(seed): \(text.json)"
            #expect(Set(found.indices.filter { found[$0].parent ?? -1 >= $0 }).isEmpty, note)
            for level in Annotation.TextLevel.allCases {
                let letters = found.filter { $0.level == level }.map(\.description).joined().filter { !$0.isBreak }
                #expect(letters == text.letters, "\(level), \(note)")
            }
            #expect(found.passages.map(\.text).joined().filter { !$0.isBreak } == text.letters, note)
            for place in found.indices { try check(place, of: found, text, note) }
        }
    }

    /// What holds of an element and the parts in it.
    private func check(
        _ place: Int, of found: [Annotation], _ text: RandomText, _ note: Comment
    ) throws {
        let element = found[place]
        let inner: [Annotation.TextLevel?: Annotation.TextLevel] = [
            .page: .block, .block: .paragraph, .paragraph: .line, .line: .word, .word: .symbol,
        ]
        let parts = found.filter { $0.parent == place }
        #expect(parts.allSatisfy { $0.level == inner[element.level] }, note)
        guard element.level != .symbol, element.level != .word || parts.count > 1 else { return }
        // Only breaks stand between the parts of a text: of a line no line's end, and between two lines always one.
        let gaps = try #require(
            self.gaps(between: parts.map(\.description).filter { !$0.isEmpty }, in: element.description), note)
        let inside = gaps.dropFirst().dropLast()
        #expect(gaps.allSatisfy { $0.allSatisfy(\.isBreak) }, "\(gaps), \(note)")
        if element.level == .line {
            #expect(inside.allSatisfy { !$0.contains("\n") }, "\(gaps), \(note)")
            let words = parts.filter { !$0.polygon.isEmpty }
            #expect(words.isEmpty == element.polygon.isEmpty, note)
            for corner in words.flatMap(\.polygon) {
                #expect(element.polygon.holds(corner), "\(corner) outside of \(element.polygon), \(note)")
            }
            let confidences = parts.compactMap(\.score)
            let mean = confidences.isEmpty ? nil : confidences.reduce(0, +) / Float(confidences.count)
            #expect(element.score == mean, note)
        } else if element.level == .paragraph {
            // A line ends behind a word with a break within it, too.
            let lines = parts.map(\.description).filter { !$0.isEmpty }
            #expect(
                zip(lines, inside).allSatisfy { $0.contains("\n") || $1.contains("\n") }, "\(gaps), \(note)")
        }
    }

    /// What stands before, between and behind some parts of a text; nil where they are not in it in this order.
    private func gaps(between parts: [String], in whole: String) -> [Substring]? {
        var rest = whole.unicodeScalars[...]
        var gaps: [Substring] = []
        for part in parts {
            let scalars = Array(part.unicodeScalars)
            var start = rest.startIndex
            // A part may begin with what is left of a break, so the nearest place is taken.
            while !rest[start...].starts(with: scalars) {
                guard start < rest.endIndex else { return nil }
                start = rest.index(after: start)
            }
            gaps.append(Substring(rest[..<start]))
            rest = rest[start...].dropFirst(scalars.count)
        }
        return gaps + [Substring(rest)]
    }
}

extension Character {
    fileprivate var isBreak: Bool { self == " " || self == "\n" || self == "-" }
}

extension [Point] {
    /// Whether a point lies in a rectangle, or within a pixel of it.
    fileprivate func holds(_ point: Point) -> Bool {
        func share(_ to: Int) -> Bool {
            let edge = Point(x: self[to].x - self[0].x, y: self[to].y - self[0].y)
            let length = (edge.x * edge.x + edge.y * edge.y).squareRoot()
            guard length > 0 else { return true }
            let along = ((point.x - self[0].x) * edge.x + (point.y - self[0].y) * edge.y) / length
            return (-1...length + 1).contains(along)
        }
        return count == 4 && share(1) && share(3)
    }
}
