import TestSupport
import Testing
import Domain
import Glibc

@testable import Backends

@Suite("The rectangle around the words of a line")
struct LineRectangleTests {
    /// The corners of words of a line that is written in a direction, in whole pixels as the service gives them.
    ///
    /// - Parameters:
    ///   - degrees: the direction in which the line is read, clockwise from the right.
    ///   - isMirrored: whether the lower edge lies on the other side.
    private func words(_ degrees: Double, isMirrored: Bool, _ random: inout Seeded) -> [[Point]] {
        let (along, down) = (
            Point(x: cos(degrees * .pi / 180), y: sin(degrees * .pi / 180)),
            Point(x: -sin(degrees * .pi / 180), y: cos(degrees * .pi / 180))
        )
        let side: Double = isMirrored ? -1 : 1
        var start = Double.random(in: -50...50, using: &random)
        return (0..<Int.random(in: 1...6, using: &random)).map { _ in
            let (width, height) = (
                Double.random(in: 20...150, using: &random), Double.random(in: 12...40, using: &random)
            )
            let corners = [(start, 0), (start + width, 0), (start + width, height), (start, height)].map { right, low in
                Point(
                    x: (1000 + right * along.x + side * low * down.x).rounded(),
                    y: (1000 + right * along.y + side * low * down.y).rounded())
            }
            start += width + 8
            return corners
        }
    }

    @Test(
        "holds them within a pixel and begins where the text is read first",
        arguments: [0, 45, 90, 135, 180, 225, 270, 315] as [Double], [-20, -7, 0, 3, 15] as [Double])
    func holdsWords(orientation: Double, angle: Double) throws {
        let seed = UInt64(orientation * 100 + angle + 50)
        var random = Seeded(seed)
        for isMirrored in [false, true] {
            for step in 0..<20 {
                let words = words(orientation + angle, isMirrored: isMirrored, &random)
                let found = rectangle(around: words, step: 0.01)
                let note: Comment = "seed \(seed) step \(step) mirrored \(isMirrored): \(found) around \(words)"
                try #require(found.count == 4, note)
                #expect(words.joined().allSatisfy { distance($0, outside: found) <= 1 }, note)
                // The upper edge goes from the first word's to the last one's.
                for (corner, own) in zip(found, [words[0][0], words[words.count - 1][1]]) {
                    #expect(found.allSatisfy { gap($0, own) >= gap(corner, own) }, note)
                }
                let area = gap(found[0], found[1]) * gap(found[1], found[2])
                let height = words.map { gap($0[0], $0[3]) }.max() ?? 0
                #expect(area <= (gap(words[0][0], words[words.count - 1][1]) + 6) * (height + 10), note)
            }
        }
    }

    @Test func `of upright words is exact`() {
        let words = [points([10, 20, 30, 20, 30, 35, 10, 35]), points([36, 18, 50, 18, 50, 34, 36, 34])]
        #expect(rectangle(around: words, step: 0.01) == points([10, 18, 50, 18, 50, 35, 10, 35]))
        // Read from below to above, with fractions of a pixel.
        let turned = [points([5.125, 90.3, 5.125, 60.7, 20, 60.7, 20, 90.3])]
        #expect(rectangle(around: turned, step: 0.01) == turned[0])
    }

    @Test(
        "is there also for words that have few corners, or none",
        arguments: [
            ("no words", [], []), ("no corners", [[]], []), ("one point", [[3, 4]], [3, 4, 3, 4, 3, 4, 3, 4]),
            ("two points", [[0, 0, 10, 0]], [0, 0, 10, 0, 10, 0, 0, 0]),
            ("the second alone", [[], [0, 0, 10, 0, 10, 5, 0, 5]], [0, 0, 10, 0, 10, 5, 0, 5]),
            (
                "opposite words", [[0, 0, 10, 0, 10, 5, 0, 5], [30, 5, 20, 5, 20, 0, 30, 0]],
                [0, 0, 30, 0, 30, 5, 0, 5]
            ),
        ] as [(String, [[Double]], [Double])])
    func few(what: String, words: [[Double]], corners: [Double]) {
        #expect(rectangle(around: words.map(points), step: 0.01) == points(corners), "\(what)")
    }

    private func gap(_ one: Point, _ other: Point) -> Double {
        ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
    }

    /// How far a point lies outside of a rectangle.
    private func distance(_ point: Point, outside corners: [Point]) -> Double {
        func share(_ from: Point, _ to: Point) -> Double {
            let length = gap(from, to)
            guard length > 0 else { return 0 }
            let along = ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length
            return max(0, -along, along - length)
        }
        return max(share(corners[0], corners[1]), share(corners[0], corners[3]))
    }
}
