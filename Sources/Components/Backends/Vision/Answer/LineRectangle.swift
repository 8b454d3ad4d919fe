internal import Domain

/// The smallest rectangle around the words of a line in the direction in which the line is written.
///
/// The direction is that of all words' upper and lower edges together, so that a long word says more of it than a short
/// one, whose corners are whole pixels. The corners are in the order of the words' own: the first is the top left one
/// as the text is read, whichever way the line is turned.
///
/// - Parameters:
///   - words: the corners of each word.
///   - step: what the corners of a turned line are rounded to; those of an upright one are exact.
/// - Returns: four corners; none where no word has any.
func rectangle(around words: [[Point]], step: Double) -> [Point] {
    guard let first = words.first(where: { !$0.isEmpty })?.first else { return [] }
    let along = direction(of: words)
    // From the upper edge to the lower one: x grows to the right, y downwards.
    var across = Point(x: -along.y, y: along.x)
    let heights = words.reduce(0) { sum, word in
        guard word.count == 4 else { return sum }
        return sum + (word[3] - word[0]) * across + (word[2] - word[1]) * across
    }
    // In a mirrored picture the lower edge lies on the other side.
    if heights < 0 { across = Point(x: -across.x, y: -across.y) }
    var (low, high) = (Point(x: first * along, y: first * across), Point(x: first * along, y: first * across))
    for point in words.joined() {
        low = Point(x: min(low.x, point * along), y: min(low.y, point * across))
        high = Point(x: max(high.x, point * along), y: max(high.y, point * across))
    }
    let isUpright = along.x == 0 || along.y == 0
    // A sum with 0 is never -0.
    return [
        Point(x: low.x, y: low.y), Point(x: high.x, y: low.y), Point(x: high.x, y: high.y), Point(x: low.x, y: high.y),
    ].map { corner in
        let x = corner.x * along.x + corner.y * across.x
        let y = corner.x * along.y + corner.y * across.y
        return isUpright ? Point(x: x + 0, y: y + 0) : Point(x: rounded(x, to: step), y: rounded(y, to: step))
    }
}

/// The direction of the words' edges, as a vector of length 1; to the right where they have none.
private func direction(of words: [[Point]]) -> Point {
    var sum = Point(x: 0, y: 0)
    var first: Point?
    for word in words where word.count > 1 {
        var edge = word[1] - word[0]
        if word.count == 4 {
            let lower = word[2] - word[3]
            edge = Point(x: edge.x + lower.x, y: edge.y + lower.y)
        }
        sum = Point(x: sum.x + edge.x, y: sum.y + edge.y)
        if first == nil, edge != Point(x: 0, y: 0) { first = edge }
    }
    // Words in opposite directions may leave nothing.
    let edge = sum == Point(x: 0, y: 0) ? first ?? Point(x: 1, y: 0) : sum
    let length = (edge.x * edge.x + edge.y * edge.y).squareRoot()
    return Point(x: edge.x / length, y: edge.y / length)
}

private func rounded(_ value: Double, to step: Double) -> Double { (value / step).rounded() / (1 / step).rounded() + 0 }

private func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }

/// How far a point lies in a direction.
private func * (point: Point, direction: Point) -> Double { point.x * direction.x + point.y * direction.y }
