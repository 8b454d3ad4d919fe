internal import Domain

/// A detector's four outputs as numbers.
struct Detections {
    /// Four for each object: top, left, bottom and right as parts of the prepared picture.
    let boxes: [Float]
    /// Class numbers, from 0.
    let classes: [Float]
    let scores: [Float]
    /// One number: how many of the others count.
    let count: [Float]

    /// Something seen at a place.
    struct DetectedObject {
        let label: Int
        let score: Float
        /// Top left, top right, bottom right, bottom left.
        let polygon: [Point]
    }

    /// The objects, in pixels of the upright original.
    ///
    /// A box may reach over the edge and is cut there; one that shows nothing of the picture (all of it in the
    /// border of a padded one) is left out.
    func objects(in size: Size, _ placement: Placement) -> [DetectedObject] {
        let limit = min(boxes.count / 4, classes.count, scores.count)
        return (0..<min(Detections.rows(count), limit)).compactMap { index in
            let class0 = classes[index]
            guard class0 >= 0, class0 < 1_000_000 else { return nil }
            let sides = boxes[(4 * index)..<(4 * index + 4)].map(Double.init)
            let start = placement.original(
                of: Point(x: sides[1] * Double(size.width), y: sides[0] * Double(size.height)))
            let end = placement.original(
                of: Point(x: sides[3] * Double(size.width), y: sides[2] * Double(size.height)))
            let left = within(start.x, placement.original.width)
            let top = within(start.y, placement.original.height)
            let right = within(end.x, placement.original.width)
            let bottom = within(end.y, placement.original.height)
            guard right > left, bottom > top else { return nil }
            return DetectedObject(
                label: Int(class0.rounded()), score: scores[index],
                polygon: [
                    Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom),
                    Point(x: left, y: bottom),
                ])
        }
    }

    /// How many rows a detector's count stands for, which may be more than there are.
    static func rows(_ count: [Float]) -> Int { Int(min(max(count.first ?? 0, 0), 1_000_000)) }

    private func within(_ value: Double, _ length: Int) -> Double { min(max(value, 0), Double(length)) }
}

/// Places of the best scores, best first, equal ones in their own order.
///
/// What is not a number is not a score and is left out.
func best(_ scores: [Float], threshold: Float, limit: Int) -> [Int] {
    var kept: [Int] = []
    guard limit > 0 else { return kept }
    for (index, score) in scores.enumerated() where score >= threshold {
        if kept.count == limit {
            guard let last = kept.last, score > scores[last] else { continue }
            kept.removeLast()
        }
        // Behind the last one that is at least as good.
        var low = 0
        var high = kept.count
        while low < high {
            let middle = (low + high) / 2
            if scores[kept[middle]] >= score { low = middle + 1 } else { high = middle }
        }
        kept.insert(index, at: low)
    }
    return kept
}
