package import Domain

/// The lines of recognized text, put together from its words: not every model tells lines.
package enum DrawnLines {
    /// The lines of an answer, in reading order.
    ///
    /// Where there are no words, the deepest level that has corners is taken instead.
    package static func lines(of answer: ShownAnswer) -> [DrawnLine] {
        let texts = answer.annotations.filter { $0.kind == .text && $0.polygon.count == 4 }
        for level in [Annotation.TextLevel.word, .line, .paragraph, .block] {
            let elements = texts.filter { $0.level == level && !$0.description.isEmpty }
            if !elements.isEmpty { return lines(of: elements, in: answer.passages.joined(separator: "\n")) }
        }
        return texts.filter { $0.level == nil && !$0.description.isEmpty }.compactMap {
            DrawnLine([($0.description, $0.polygon)])
        }
    }

    /// Elements cut into lines: where the text has a line's end between two of them, or the next one does not follow
    /// along the same line.
    private static func lines(of elements: [Annotation], in text: String) -> [DrawnLine] {
        var lines: [[(text: String, corners: [Point])]] = []
        var rest = text[...]
        for element in elements {
            let gap = take(element.description, from: &rest)
            if let previous = lines.last?.last, !gap.contains(where: \.isNewline),
                follows(element.polygon, previous.corners)
            {
                let last = lines.count - 1
                lines[last][lines[last].count - 1].text += gap
                lines[last].append((element.description, element.polygon))
            } else {
                lines.append([(element.description, element.polygon)])
            }
        }
        return lines.compactMap { DrawnLine($0) }
    }

    /// What stands in the text before a word; the text goes on behind it.
    ///
    /// A space where the word is not found.
    static func take(_ word: String, from text: inout Substring) -> String {
        // What lies between two words is short: a search through all of a page would find the word elsewhere.
        let near = text.prefix(word.count + maxGap)
        guard let found = near.firstRange(of: word) else { return " " }
        let gap = String(text[..<found.lowerBound])
        text = text[found.upperBound...]
        return gap
    }

    /// Whether a word stands on the same line as the one before it: its middle lies within the height of the other,
    /// across the direction of reading, and it does not begin before it.
    static func follows(_ corners: [Point], _ previous: [Point]) -> Bool {
        let (dx, dy) = (previous[1].x - previous[0].x, previous[1].y - previous[0].y)
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance > 0 else { return false }
        let (right, down) = (Point(x: dx / distance, y: dy / distance), Point(x: -dy / distance, y: dx / distance))
        func place(_ point: Point, _ axis: Point) -> Double { point.x * axis.x + point.y * axis.y }
        let heights = previous.map { place($0, down) }
        let middle = corners.reduce(0) { $0 + place($1, down) } / Double(corners.count)
        let isBeside = middle > heights.min() ?? 0 && middle < heights.max() ?? 0
        return isBeside && place(corners[1], right) >= place(previous[0], right)
    }
}

/// The most letters of white space and skipped marks between two words of a line.
private let maxGap = 16
