internal import JSON
internal import Domain

/// The way from the coordinates of a response to the upright original's.
struct Frame: Sendable {
    /// The size of the picture as it was sent; nil where the service fetched it itself.
    let sent: Size?
    /// The way back to the upright original; nil where it is not known: coordinates are then taken as they come.
    let placement: Placement?

    /// The corners of a BoundingPoly.
    struct PolygonJSON {
        /// In pixels of the upright original; empty where they cannot be.
        var points: [Point] = []
        /// In fractions of the picture, where its size is not known; otherwise empty.
        var fractions: [Point] = []
    }

    /// A BoundingPoly's corners, in their order.
    ///
    /// `vertices` are in pixels of the picture as it was sent, `normalizedVertices` in fractions of it
    /// (`geometry.proto`); a coordinate that is absent is 0.
    func outline(_ polygon: JSONNode?) throws(MalformedValue) -> PolygonJSON {
        guard let polygon else { return PolygonJSON() }
        let pixels = try polygon.messages(at: "vertices").map { vertex throws(MalformedValue) in
            Point(x: Double(try vertex.int32(at: "x") ?? 0), y: Double(try vertex.int32(at: "y") ?? 0))
        }
        if !pixels.isEmpty { return PolygonJSON(points: original(pixels)) }
        let fractions = sensible(
            try polygon.messages(at: "normalizedVertices").map { vertex throws(MalformedValue) in
                Point(x: Double(try vertex.float(at: "x") ?? 0), y: Double(try vertex.float(at: "y") ?? 0))
            })
        guard let sent else { return PolygonJSON(fractions: fractions) }
        return PolygonJSON(
            points: original(fractions.map { Point(x: $0.x * Double(sent.width), y: $0.y * Double(sent.height)) }))
    }

    /// Points of the picture as it was sent, in the upright original.
    func original(_ points: [Point]) -> [Point] {
        let points = sensible(points)
        return placement.map { placement in points.map { placement.original(of: $0) } } ?? points
    }

    /// A width and a height in pixels of the picture as it was sent, in whole pixels of the upright original.
    func originalSize(width: Int?, height: Int?) -> (width: Int?, height: Int?) {
        guard let scale = placement?.scale else { return (width, height) }
        return (
            width.map { Int((Double($0) * scale.x).rounded()) }, height.map { Int((Double($0) * scale.y).rounded()) }
        )
    }

    /// The points; none of them where one is so far out that it can mean nothing.
    private func sensible(_ points: [Point]) -> [Point] {
        let limit = 1e9
        return points.allSatisfy { abs($0.x) <= limit && abs($0.y) <= limit } ? points : []
    }
}
