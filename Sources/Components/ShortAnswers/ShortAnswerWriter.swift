internal import Text
package import Domain

/// Writes annotations as `ShortAnswerReader` reads them, one element on a line.
package enum ShortAnswerWriter {
    /// One object with a list for each feature, which has one.
    ///
    /// - Parameter head: members before the lists, each as it is written: `"generation": {"labels": 2}`.
    package static func text(of answers: [(feature: FeatureType, annotations: [Annotation])], head: [String] = [])
        -> String
    {
        let lists = answers.compactMap { answer in
            ShortAnswerList(answer.feature).map { list in
                let elements = answer.annotations.map { "\n    \(element(of: $0))" }.joined(separator: ",")
                return "\"\(list.rawValue)\": [\(elements)\(elements.isEmpty ? "" : "\n  ")]"
            }
        }
        return "{\n" + (head + lists).map { "  \($0)" }.joined(separator: ",\n") + "\n}\n"
    }

    private static func element(of annotation: Annotation) -> String {
        if annotation.kind == .embedding { return embedding(of: annotation) }
        let isText = annotation.kind == .text
        let hasText = isText || annotation.kind == .caption
        var members = ["\"\(hasText ? "text" : "description")\": \(jsonString(annotation.description))"]
        if let score = annotation.score, score.isFinite {
            members.append("\"\(isText ? "confidence" : "score")\": \(score)")
        }
        if let mid = annotation.mid, !mid.isEmpty { members.append("\"mid\": \(jsonString(mid))") }
        if let level = annotation.level, level != .paragraph { members.append("\"level\": \"\(level.rawValue)\"") }
        if hasText, let locale = annotation.locale { members.append("\"locale\": \(jsonString(locale))") }
        if !annotation.locations.isEmpty {
            let places = annotation.locations.map { "[\($0.latitude), \($0.longitude)]" }
            members.append("\"locations\": [\(places.joined(separator: ", "))]")
        }
        if let geometry = geometry(of: annotation.polygon) { members.append(geometry) }
        return "{\(members.joined(separator: ", "))}"
    }

    /// The norm is not written: the numbers have it.
    private static func embedding(of annotation: Annotation) -> String {
        let blob = annotation.blob ?? []
        let numbers = stride(from: 0, to: blob.count - blob.count % 4, by: 4).map { start in
            Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(blob[start + $1]) << UInt32(8 * $1) })
        }
        let vector = numbers.map { "\($0)" }.joined(separator: ", ")
        return "{\"description\": \(jsonString(annotation.description)), \"vector\": [\(vector)]}"
    }

    /// The box where the corners are those of an upright rectangle as the reader makes them, or where they are too few
    /// or too many for a polygon; nil without corners.
    private static func geometry(of corners: [Point]) -> String? {
        guard let first = corners.first else { return nil }
        let (low, high) = corners.reduce((first, first)) { bounds, corner in
            (
                Point(x: min(bounds.0.x, corner.x), y: min(bounds.0.y, corner.y)),
                Point(x: max(bounds.1.x, corner.x), y: max(bounds.1.y, corner.y))
            )
        }
        let box = [low, Point(x: high.x, y: low.y), high, Point(x: low.x, y: high.y)]
        if corners == box || !(3...1000).contains(corners.count) {
            return "\"box\": [\(low.x), \(low.y), \(high.x), \(high.y)]"
        }
        return "\"polygon\": [\(corners.map { "[\($0.x), \($0.y)]" }.joined(separator: ", "))]"
    }
}
