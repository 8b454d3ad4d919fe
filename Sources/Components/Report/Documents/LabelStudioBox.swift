internal import Domain
internal import Glibc

/// A rectangle as Label Studio has it: turned clockwise about its top left corner, in pixels.
struct LabelStudioBox {
    let left: Double
    let top: Double
    let width: Double
    let height: Double
    /// In degrees.
    let rotation: Double

    /// An upright one.
    init(_ box: PixelBox) {
        self.init(left: box.left, top: box.top, width: box.width, height: box.height, rotation: 0)
    }

    /// That of text by its corners in reading order; without corners all of the picture, and nil where nothing of it
    /// lies within.
    ///
    /// One that reaches out of the picture is the upright box around what is in it: Label Studio refuses others.
    init?(_ corners: [Point], in size: Size) {
        guard !corners.isEmpty else {
            self.init(PixelBox(size))
            return
        }
        guard let box = PixelBox(around: corners, in: size), box.width >= 0.005, box.height >= 0.005 else { return nil }
        let isInside = corners.allSatisfy {
            (0...Double(size.width)).contains($0.x) && (0...Double(size.height)).contains($0.y)
        }
        guard corners.count == 4, isInside,
            !corners.isUprightBox || corners[0].x > corners[1].x
                || corners[0].y != corners[1].y
        else {
            self.init(box)
            return
        }
        let (across, down) = (corners[0].way(to: corners[1]), corners[0].way(to: corners[3]))
        // A mirrored one cannot be had by turning.
        guard across.x * down.y - across.y * down.x > 0 else {
            self.init(box)
            return
        }
        let degrees = atan2(across.y, across.x) * 180 / .pi
        self.init(
            left: corners[0].x, top: corners[0].y, width: hypot(across.x, across.y), height: hypot(down.x, down.y),
            rotation: degrees < 0 ? degrees + 360 : degrees)
    }

    private init(left: Double, top: Double, width: Double, height: Double, rotation: Double) {
        (self.left, self.top, self.width, self.height, self.rotation) = (left, top, width, height, rotation)
    }
}

extension Point {
    /// The way to another point.
    func way(to other: Point) -> Point { Point(x: other.x - x, y: other.y - y) }
}

extension [Annotation] {
    /// The level of text that is told line by line: of those that are there the first one that holds whole lines.
    var textLevel: Annotation.TextLevel? {
        let levels = Set(lazy.filter { $0.kind == .text }.map(\.level))
        return [.line, .paragraph, .block, .page, .word, .symbol].first { levels.contains($0) }
    }
}

extension [Point] {
    /// Whether they are the four corners of a rectangle whose sides are upright, in any order.
    var isUprightBox: Bool {
        guard count == 4, let left = map(\.x).min(), let right = map(\.x).max(), let top = map(\.y).min(),
            let bottom = map(\.y).max()
        else { return false }
        return zip(self, dropFirst() + prefix(1)).allSatisfy { here, next in
            (here.x == next.x) != (here.y == next.y)
                && [left, right].contains(here.x) && [top, bottom].contains(here.y)
        }
    }
}
