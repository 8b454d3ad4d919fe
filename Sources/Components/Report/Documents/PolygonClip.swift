import Domain

/// Polygons cut to a picture.
enum PolygonClip {
    /// What of a polygon lies within a picture, by Sutherland and Hodgman: none where nothing does.
    static func clipped(_ points: [Point], to size: Size) -> [Point] {
        guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return [] }
        let (width, height) = (Double(size.width), Double(size.height))
        var polygon = points
        if !points.allSatisfy({ (0...width).contains($0.x) && (0...height).contains($0.y) }) {
            polygon = cut(polygon, \.x) { $0 }
            polygon = cut(polygon, \.x) { width - $0 }
            polygon = cut(polygon, \.y) { $0 }
            polygon = cut(polygon, \.y) { height - $0 }
        }
        return polygon.count > 2 ? polygon : []
    }

    /// The area of a polygon, in square pixels.
    static func area(_ points: [Point]) -> Double {
        let twice = zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { sum, side in
            sum + side.0.x * side.1.y - side.1.x * side.0.y
        }
        return abs(twice) / 2
    }

    /// What lies on the inner side of one edge.
    ///
    /// - Parameters:
    ///   - axis: across the edge.
    ///   - inside: how far inside a place on that axis is; negative outside.
    private static func cut(
        _ points: [Point], _ axis: KeyPath<Point, Double>, _ inside: (Double) -> Double
    ) -> [Point] {
        guard var before = points.last else { return [] }
        var kept: [Point] = []
        for point in points {
            let (last, here) = (inside(before[keyPath: axis]), inside(point[keyPath: axis]))
            if (last < 0) != (here < 0) {
                let share = last / (last - here)
                kept.append(
                    Point(x: before.x + share * (point.x - before.x), y: before.y + share * (point.y - before.y)))
            }
            if here >= 0 { kept.append(point) }
            before = point
        }
        return kept
    }
}
