internal import Domain

/// The pixels of each class in one picture.
struct Segmentation {
    private let width: Int
    private let height: Int
    private let size: Size
    private let placement: Placement
    private var masks: [Int: RunLengthMask] = [:]
    /// The pixels that show something of the picture, and not of the border around it.
    private var seen = 0

    /// Sorts the pixels of a prepared picture by their classes.
    init(_ classes: [Int], width: Int, height: Int, of size: Size, _ placement: Placement) {
        (self.width, self.height, self.size, self.placement) = (width, height, size, placement)
        let columns = (0..<width).filter { column in
            (0...Double(placement.original.width)).contains(point(Double(column) + 0.5, 0).x)
        }
        let rows = (0..<height).filter { row in
            (0...Double(placement.original.height)).contains(point(0, Double(row) + 0.5).y)
        }
        guard classes.count == width * height else { return }
        seen = columns.count * rows.count
        for row in rows {
            for column in columns {
                let number = classes[row * width + column]
                if number >= 0 { masks[number, default: RunLengthMask()].add(column: column, row: row, width: width) }
            }
        }
    }

    /// The classes that there are.
    var classes: [Int] { masks.keys.sorted() }

    /// One annotation for each class, the largest first.
    func annotations(_ labels: Labels, ignored: Set<Int>, limit: Int) -> [Annotation] {
        let kept = masks.filter { !ignored.contains($0.key) }.sorted { one, other in
            (other.value.count, one.key) < (one.value.count, other.key)
        }
        return kept.prefix(limit).enumerated().map { rank, entry in
            let share = Double(entry.value.count) / Double(seen)
            let attributes: [(name: String, json: String)] = [
                ("class", "\(entry.key)"), ("share", "\(share)"), ("width", "\(width)"), ("height", "\(height)"),
                ("frame", frame),
            ]
            var annotation = Annotation(
                kind: .segment, rank: rank, description: labels.word(entry.key), mid: labels.mid(entry.key),
                score: Float(share),
                polygon: entry.value.box.map(polygon) ?? [],
                attributes: object(attributes + labels.attributes(entry.key)))
            annotation.blob = entry.value.bytes(pixels: width * height)
            return annotation
        }
    }

    /// Where the whole mask lies in the upright original.
    private var frame: String {
        let (start, end) = (point(0, 0), point(Double(width), Double(height)))
        return "[\(start.x),\(start.y),\(end.x),\(end.y)]"
    }

    /// A box of pixels, cut at the original's edge: top left, top right, bottom right, bottom left.
    private func polygon(_ box: (left: Int, top: Int, right: Int, bottom: Int)) -> [Point] {
        let start = inside(point(Double(box.left), Double(box.top)))
        let end = inside(point(Double(box.right + 1), Double(box.bottom + 1)))
        return [start, Point(x: end.x, y: start.y), end, Point(x: start.x, y: end.y)]
    }

    private func inside(_ point: Point) -> Point {
        Point(
            x: min(max(point.x, 0), Double(placement.original.width)),
            y: min(max(point.y, 0), Double(placement.original.height)))
    }

    /// The point of the upright original that a point of the mask shows.
    private func point(_ column: Double, _ row: Double) -> Point {
        placement.original(
            of: Point(
                x: column * Double(size.width) / Double(width), y: row * Double(size.height) / Double(height)))
    }
}
