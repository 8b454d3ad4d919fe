internal import Vocabulary

/// An annotation in the values that the store keeps, so that what is kept can be held against what is new.
struct AnnotationRow: Equatable {
    let kind: String
    let rank: Int
    let description: String
    let mid: String?
    let score: Double?
    let topicality: Double?
    let locale: String?
    let level: String?
    /// The text element it lies in, by its place among the rows of its answer, which is before this one's.
    let parent: Int?
    let outline: Outline?
    let attributes: String?
    let locations: [Coordinate]
}

extension AnnotationRow {
    /// The rows of an answer's annotations, in their order.
    ///
    /// What came over the wire is taken as far as it makes sense: one coordinate off the map loses nothing but itself.
    static func rows(of annotations: [Annotation]) -> [AnnotationRow] {
        annotations.indices.map { AnnotationRow(annotations[$0], at: $0, among: annotations) }
    }

    private init(_ annotation: Annotation, at place: Int, among all: [Annotation]) {
        let isText = annotation.kind == .text
        kind = annotation.kind.rawValue
        rank = max(0, annotation.rank)
        description = annotation.description
        mid = annotation.mid
        score = annotation.score.flatMap(shortest)
        topicality = annotation.topicality.flatMap(shortest)
        locale = annotation.locale
        level = isText ? annotation.level?.rawValue : nil
        parent =
            isText
            ? annotation.parent.flatMap { (0..<place).contains($0) && all[$0].kind == .text ? $0 : nil } : nil
        outline = Outline(annotation.polygon)
        attributes = annotation.attributes
        locations = annotation.locations.isEmpty ? [] : annotation.locations.filter(\.isOnEarth)
    }

    /// The level whose elements are searched by words: of running text the smallest that holds whole sentences.
    ///
    /// - Returns: the places of these elements among the rows.
    static func searched(among rows: [AnnotationRow]) -> [Int] {
        let texts = rows.indices.filter { rows[$0].kind == Annotation.Kind.text.rawValue }
        guard !texts.isEmpty else { return [] }
        let levels: [Annotation.TextLevel] = [.paragraph, .line, .block, .page, .word]
        let level = levels.first { level in texts.contains { rows[$0].level == level.rawValue } }
        return texts.filter { rows[$0].level == level?.rawValue }
    }
}

/// A polygon as JSON, and the smallest upright rectangle around it.
struct Outline: Equatable {
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

extension Coordinate {
    /// Whether it is a place at all.
    fileprivate var isOnEarth: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }
}

/// The shortest decimal that is this 32-bit value, as a double: 0.92, and not 0.9200000166893005; nil for what is no
/// number.
private func shortest(_ score: Float) -> Double? {
    guard score.isFinite else { return nil }
    let exact = Double(score)
    // What is a score at all: as many digits behind the point as it takes, each step exact; writing and reading the decimal
    // takes twenty times as long.
    if exact >= 1.0 / 1024, exact <= 1 {
        var scale = 1.0
        for _ in 0..<9 {
            scale *= 10
            let decimal = (exact * scale).rounded() / scale
            if Float(decimal) == score { return decimal }
        }
    }
    return Double("\(score)")
}
