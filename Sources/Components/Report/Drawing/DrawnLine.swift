package import Domain

/// A line of recognized text: its words where they lie, along one direction.
package struct DrawnLine: Equatable, Sendable {
    /// A word, with the white space behind it.
    package struct Word: Equatable, Sendable {
        package let text: String
        /// How far from the line's beginning it begins, along the line, in pixels.
        package let start: Double
        /// How long it is, along the line, in pixels.
        package let length: Double
    }

    /// The corner where reading begins: the top left one of an upright line.
    package let origin: Point
    /// The direction in which it is read, of length 1.
    package let direction: Point
    package let length: Double
    package let height: Double
    package let words: [Word]

    /// Its text as it is read.
    package var text: String { words.map(\.text).joined() }

    /// Its four corners from the one where reading begins, in reading order.
    package var corners: [Point] {
        [(0, 0), (length, 0), (length, height), (0, height)].map { x, y in
            Point(
                x: origin.x + direction.x * x - direction.y * y, y: origin.y + direction.y * x + direction.x * y)
        }
    }

    /// A line of words that follow each other, each with four corners in reading order; nil where they have no area.
    package init?(_ words: [(text: String, corners: [Point])]) {
        guard let first = words.first?.corners, let last = words.last?.corners,
            words.allSatisfy({ $0.corners.count == 4 })
        else { return nil }
        let (dx, dy) = (last[1].x - first[0].x, last[1].y - first[0].y)
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance > 0, distance.isFinite else { return nil }
        let direction = Point(x: dx / distance, y: dy / distance)
        func along(_ point: Point) -> Double { point.x * direction.x + point.y * direction.y }
        func across(_ point: Point) -> Double { point.y * direction.x - point.x * direction.y }
        let all = words.flatMap(\.corners)
        let (left, top) = (all.map(along).min() ?? 0, all.map(across).min() ?? 0)
        length = (all.map(along).max() ?? 0) - left
        height = (all.map(across).max() ?? 0) - top
        guard length > 0, height > 0 else { return nil }
        self.direction = direction
        origin = Point(x: left * direction.x - top * direction.y, y: left * direction.y + top * direction.x)
        self.words = words.map { word in
            let places = word.corners.map(along)
            let start = places.min() ?? left
            return Word(text: word.text, start: start - left, length: (places.max() ?? start) - start)
        }
    }
}
