internal import Domain

/// A polygon as JSON, and the smallest upright rectangle around it.
struct PolygonText: Equatable {
    let xMin, yMin, xMax, yMax: Double
    let polygon: String

    /// An outline that was kept.
    init(xMin: Double, yMin: Double, xMax: Double, yMax: Double, polygon: String) {
        (self.xMin, self.yMin, self.xMax, self.yMax) = (xMin, yMin, xMax, yMax)
        self.polygon = polygon
    }

    /// The outline of a polygon; nil for one without points, or with a point that is nowhere.
    init?(_ points: [Point]) {
        guard let first = points.first else { return nil }
        var (low, high) = (first, first)
        var text = "["
        for point in points {
            guard point.x.isFinite, point.y.isFinite else { return nil }
            low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
            high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
            text += "\(text.utf8.count > 1 ? "," : "")[\(point.x),\(point.y)]"
        }
        (xMin, yMin, xMax, yMax) = (low.x, low.y, high.x, high.y)
        polygon = text + "]"
    }
}
