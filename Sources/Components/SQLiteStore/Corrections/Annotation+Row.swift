internal import Domain
internal import JSON

extension Annotation {
    /// An annotation as it is kept; how a line of text goes on is not.
    init(_ row: AnnotationRow) {
        self.init(
            kind: row.kind, rank: row.rank, description: row.description, mid: row.mid,
            score: row.score.map { Float($0) }, polygon: row.outline?.corners ?? [], attributes: row.attributes)
        topicality = row.topicality.map { Float($0) }
        locale = row.locale
        locations = row.locations
        level = row.level.flatMap { TextLevel(rawValue: $0) }
        parent = row.parent
        blob = row.blob
    }
}

extension PolygonText {
    /// The corners; none of a text that is damaged.
    fileprivate var corners: [Point] {
        guard let document = try? JSONDocument(Array(polygon.utf8)) else { return [] }
        return document.root.elements.compactMap { corner in
            let numbers = corner.elements.compactMap(\.double)
            return numbers.count == 2 ? Point(x: numbers[0], y: numbers[1]) : nil
        }
    }
}
