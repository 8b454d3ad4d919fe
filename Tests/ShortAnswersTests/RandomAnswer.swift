import Domain
import TestSupport

/// Answers of every shape that the short form has.
enum RandomAnswer {
    static func annotations(of feature: FeatureType, using random: inout Seeded) -> [Annotation] {
        (0..<Int.random(in: 0...6, using: &random)).map { rank in
            if feature == .imageEmbedding { return embedding(rank, using: &random) }
            let kind: Annotation.Kind =
                switch feature {
                case .caption: .caption
                case .labelDetection: .label
                case .objectLocalization: .object
                case .landmarkDetection: .landmark
                default: .text
                }
            var one = Annotation(kind: kind, rank: rank, description: word(using: &random))
            if Bool.random(using: &random) { one.score = Float.random(in: 0...1, using: &random) }
            if kind == .text { one.level = [.word, .line, .paragraph].randomElement(using: &random) }
            if kind == .text || kind == .caption {
                if Bool.random(using: &random) { one.locale = "de" }
            } else if Bool.random(using: &random) {
                one.mid = "/m/\(Int.random(in: 1...999, using: &random))"
            }
            if kind == .object || kind != .label && kind != .caption && Bool.random(using: &random) {
                one.polygon = corners(using: &random)
            }
            if kind == .landmark {
                one.locations = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                    Coordinate(
                        latitude: Double.random(in: -90...90, using: &random),
                        longitude: Double.random(in: -180...180, using: &random))
                }
            }
            return one
        }
    }

    /// Numbers of all sizes, and all of one length.
    private static func embedding(_ rank: Int, using random: inout Seeded) -> Annotation {
        let numbers = (0..<5).map { _ in
            Float.random(in: -1...1, using: &random) * ([1e-30, 1, 1e15].randomElement(using: &random) ?? 1)
        }
        return Embedding(numbers).annotation(rank: rank, name: word(using: &random))
    }

    private static func word(using random: inout Seeded) -> String {
        let parts = ["tower", "é", "\"", "\\", "中", "🏰", " ", "a/b", "</script>"]
        return (1...Int.random(in: 1...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
            .joined()
    }

    private static func corners(using random: inout Seeded) -> [Point] {
        func number() -> Double { Double.random(in: -10...5000, using: &random) }
        if Bool.random(using: &random) {
            let (x, y) = (number(), number())
            let (width, height) = (abs(number()), abs(number()))
            return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map { Point(x: $0.0, y: $0.1) }
        }
        return (0..<Int.random(in: 3...8, using: &random)).map { _ in Point(x: number(), y: number()) }
    }
}
