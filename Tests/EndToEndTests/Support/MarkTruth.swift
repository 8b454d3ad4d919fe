import TestSupport

/// Where everything must lie that the peer sees in a marked picture, in pixels of the upright original: the mark's own
/// corners, as they were drawn, and what Tests/Peers/annotator.py derives from them.
struct MarkTruth {
    /// An upright rectangle.
    struct Box {
        var left, top, right, bottom: Double

        /// Its corners, clockwise from the top left.
        var corners: [[Double]] { [[left, top], [right, top], [right, bottom], [left, bottom]] }

        /// A part, in shares of its width and height.
        func part(x: (Double, Double), y: (Double, Double)) -> Box {
            let (width, height) = (right - left, bottom - top)
            return Box(
                left: left + x.0 * width, top: top + y.0 * height, right: left + x.1 * width,
                bottom: top + y.1 * height)
        }
    }

    let number: Int
    /// The mark.
    let box: Box
    /// The upright original.
    let size: (width: Double, height: Double)
    /// How many pixels of the original are one of the picture that was sent.
    let scale: (x: Double, y: Double)
    /// The shapes that crop hints were asked for.
    let shapes: [Double]

    /// How far something may lie from where it should: one pixel and a half of what was sent, and never less of the
    /// original.
    var tolerance: (x: Double, y: Double) { (1.5 * max(1, scale.x), 1.5 * max(1, scale.y)) }

    private var whole: Box { Box(left: 0, top: 0, right: size.width, bottom: size.height) }

    /// The boxes of one kind, in order; nil for what has no place.
    func boxes(of kind: String) -> [Box?] {
        switch kind {
        case "landmark":
            number % 3 == 0
                ? [box, whole.part(x: (0, 0.5), y: (0, 0.5)), nil] : [box]
        case "logo": [box]
        case "object": [box, whole]
        case "face":
            // The second one is cut off by the left edge of what was sent.
            [box]
                + (number % 2 == 0
                    ? [] : [Box(left: -5 * scale.x, top: box.top, right: 9 * scale.x, bottom: box.bottom)])
        case "product": [box, box]
        case "cropHint": shapes.map(cropped)
        case "text": [whole, box] + text + symbols
        default: []
        }
    }

    /// The inner outline of every face.
    var innerFace: Box {
        Box(
            left: box.left + scale.x, top: box.top + scale.y, right: box.right - scale.x, bottom: box.bottom - scale.y)
    }

    /// Eyes, tip of the nose and chin's corner of every face, with the tip's type.
    var faceLandmarks: [(type: String, x: Double, y: Double)] {
        [("LEFT_EYE", 0.25, 0.25), ("RIGHT_EYE", 0.75, 0.25), ("NOSE_TIP", 0.5, 0.5), ("CHIN_RIGHT_GONION", 0.5, 1)].map
        {
            let at = box.part(x: ($0.1, 1), y: ($0.2, 1))
            return ($0.0, at.left, at.top)
        }
    }

    /// The largest rectangle of a shape, at the upper left.
    private func cropped(_ shape: Double) -> Box {
        let sent = (width: size.width / scale.x, height: size.height / scale.y)
        let width = min(sent.width, sent.height * shape)
        return Box(left: 0, top: 0, right: width * scale.x, bottom: width / shape * scale.y)
    }

    /// How many letters the words of each line have, as Tests/Peers/written_text.py writes them.
    private var letters: [[Int]] { [[4, "\(number)".count], [3], [3], [1, 2], [1, 3]] }

    /// Two paragraphs of three and two lines, each behind it its words.
    private var text: [Box] {
        var boxes: [Box] = []
        for paragraph in [0..<3, 3..<5] {
            let (first, end) = (Double(paragraph.lowerBound), Double(paragraph.upperBound))
            boxes.append(box.part(x: (0, 1), y: (first / 5, end / 5)))
            for line in paragraph {
                let words = words(of: line)
                var whole = words[0]
                whole.right = words[words.count - 1].right
                boxes += [whole] + words
            }
        }
        return boxes
    }

    /// The words of a line.
    private func words(of line: Int) -> [Box] {
        letters[line].indices.map { place in
            let (place, count, line) = (Double(place), Double(letters[line].count), Double(line))
            return box.part(x: (place / count, (place + 0.9) / count), y: (line / 5, (line + 0.9) / 5))
        }
    }

    /// The letters of all words.
    private var symbols: [Box] {
        var boxes: [Box] = []
        for line in letters.indices {
            for (word, count) in zip(words(of: line), letters[line]) {
                for place in 0..<count {
                    let (left, right) = (Double(place) / Double(count), Double(place + 1) / Double(count))
                    boxes.append(word.part(x: (left, right), y: (0, 1)))
                }
            }
        }
        return boxes
    }
}
