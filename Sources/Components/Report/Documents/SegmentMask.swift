internal import Domain
internal import JSON

/// The pixels of a segment: a grid over a part of the picture, each cell inside or outside.
struct SegmentMask {
    let columns: Int
    let rows: Int
    /// What of the upright picture the grid lies over.
    let place: PixelPlace
    /// Row by row.
    let isInside: [Bool]

    /// The part of the upright picture.
    struct PixelPlace {
        let left: Double
        let top: Double
        let right: Double
        let bottom: Double
    }

    /// The mask of a segment; nil where it cannot be read.
    init?(_ segment: Annotation) {
        guard let runs = segment.blob, let text = segment.attributes,
            let root = try? JSONDocument(Array(text.utf8)).root,
            let columns = root["width"]?.integer, let rows = root["height"]?.integer, (1...maxEdge).contains(columns),
            (1...maxEdge).contains(rows)
        else { return nil }
        // x_min, y_min, x_max, y_max.
        let frame = root["frame"]?.elements.compactMap(\.double) ?? []
        guard frame.count == 4, frame[2] > frame[0], frame[3] > frame[1] else { return nil }
        (self.columns, self.rows) = (columns, rows)
        place = PixelPlace(left: frame[0], top: frame[1], right: frame[2], bottom: frame[3])
        var isInside: [Bool] = []
        isInside.reserveCapacity(columns * rows)
        for (index, start) in stride(from: 0, to: runs.count - 3, by: 4).enumerated() {
            let length = (0..<4).reduce(0) { $0 | Int(runs[start + $1]) << (8 * $1) }
            let rest = columns * rows - isInside.count
            isInside += repeatElement(index % 2 == 1, count: min(length, rest))
        }
        self.isInside = isInside + repeatElement(false, count: columns * rows - isInside.count)
    }

    /// The mask in the pixels of a picture, by the nearest cell to the middle of each.
    func runs(in frame: PictureFrame) -> Runs {
        var runs = Runs()
        let (width, height) = (frame.size.width, frame.size.height)
        var (isIn, length) = (false, 0)
        for column in 0..<width {
            for row in 0..<height {
                let point = frame.upright(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
                let isHere = contains(point)
                if isHere { runs.add(column, row) }
                if isHere == isIn {
                    length += 1
                } else {
                    runs.lengths.append(length)
                    (isIn, length) = (isHere, 1)
                }
            }
        }
        runs.lengths.append(length)
        return runs
    }

    private func contains(_ point: Point) -> Bool {
        let x = (point.x - place.left) / (place.right - place.left) * Double(columns)
        let y = (point.y - place.top) / (place.bottom - place.top) * Double(rows)
        guard x >= 0, y >= 0, x < Double(columns), y < Double(rows) else { return false }
        return isInside[Int(y) * columns + Int(x)]
    }

    /// A mask as COCO has it.
    struct Runs {
        /// Column by column from the top left, alternately outside and inside, outside first.
        var lengths: [Int] = []
        /// The pixels inside.
        private(set) var area = 0
        /// The first and the last column and row that have one.
        private(set) var columns = (first: Int.max, last: -1)
        private(set) var rows = (first: Int.max, last: -1)

        fileprivate mutating func add(_ column: Int, _ row: Int) {
            area += 1
            columns = (min(columns.first, column), max(columns.last, column))
            rows = (min(rows.first, row), max(rows.last, row))
        }
    }
}

/// The longest edge of a mask that is read.
private let maxEdge = 8192
