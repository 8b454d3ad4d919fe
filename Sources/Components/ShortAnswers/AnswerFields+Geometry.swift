internal import JSON
internal import Domain

extension AnswerFields {
    /// The corners of an element's box or polygon; none where it has neither.
    mutating func corners(of node: JSONNode, box: JSONNode?, polygon: JSONNode?, areRequired: Bool) -> [Point] {
        switch (box, polygon) {
        case (let box?, nil): return corners(ofBox: box)
        case (nil, let polygon?): return corners(ofPolygon: polygon)
        case (nil, nil): if areRequired { refuse(node, "box or polygon is missing") }
        default: refuse(node, "box and polygon: one of them")
        }
        return []
    }

    /// The four corners of `[x_min, y_min, x_max, y_max]`, clockwise from the top left one.
    private mutating func corners(ofBox node: JSONNode) -> [Point] {
        guard let edges = numbers(node, count: 4, within: maxCoordinate) else { return [] }
        if edges[2] < edges[0] { refuse(node, "x_max is less than x_min") }
        if edges[3] < edges[1] { refuse(node, "y_max is less than y_min") }
        return [(0, 1), (2, 1), (2, 3), (0, 3)].map { Point(x: edges[$0.0], y: edges[$0.1]) }
    }

    private mutating func corners(ofPolygon node: JSONNode) -> [Point] {
        guard node.isArray else {
            refuse(node, expected: "a list of corners")
            return []
        }
        let corners = node.elements
        guard (3...1000).contains(corners.count) else {
            refuse(node, "3 to 1,000 corners expected, \(HumanFormat.grouped(corners.count)) found")
            return []
        }
        return corners.compactMap { corner in
            numbers(corner, count: 2, within: maxCoordinate).map { Point(x: $0[0], y: $0[1]) }
        }
    }

    /// A landmark's places.
    mutating func locations(_ node: JSONNode) -> [Coordinate] {
        guard node.isArray, node.elements.count <= 100 else {
            if node.isArray { refuse(node, "100 places at most") } else { refuse(node, expected: "a list of places") }
            return []
        }
        return node.elements.compactMap { place in
            guard let pair = numbers(place, count: 2, within: .greatestFiniteMagnitude) else { return nil }
            for (name, degrees, limit) in [("latitude", pair[0], 90.0), ("longitude", pair[1], 180.0)]
            where abs(degrees) > limit {
                refuse(place, "\(name) \(degrees) is not within -\(Int(limit)) and \(Int(limit))")
            }
            return Coordinate(latitude: pair[0], longitude: pair[1])
        }
    }

    /// A list of this many numbers, none of which is beyond the limit.
    private mutating func numbers(_ node: JSONNode, count: Int, within limit: Double) -> [Double]? {
        guard node.isArray else {
            refuse(node, expected: "a list of \(count) numbers")
            return nil
        }
        let elements = node.elements
        guard elements.count == count else {
            refuse(node, "\(count) numbers expected, \(HumanFormat.grouped(elements.count)) found")
            return nil
        }
        let numbers = elements.compactMap { element -> Double? in
            guard let number = number(element) else { return nil }
            if abs(number) > limit { refuse(element, "is beyond \(HumanFormat.grouped(Int(limit)))") }
            return number
        }
        return numbers.count == count ? numbers : nil
    }
}

/// The farthest that a corner may lie from the picture's, in pixels.
private let maxCoordinate = 1_000_000.0
