package import Domain

/// What is drawn of an annotation: its outline, with its name.
package struct DrawnShape: Sendable {
    /// How it looks; the names are classes of `drawing.css`.
    package enum Style: String, Sendable {
        case object, landmark, face, logo, text, other
    }

    package let style: Style
    /// What stands at its frame: `Stone 0.81`; empty where only its frame is drawn.
    package let name: String
    package let corners: [Point]
    /// Points of a face, with whether each is of its left half.
    package let marks: [(point: Point, isLeft: Bool)]

    /// How much of the picture it covers, in square pixels: the frame's, which orders frames as well as its own.
    var area: Double {
        let box = box
        return (box.right - box.left) * (box.bottom - box.top)
    }

    /// The upright rectangle around it.
    var box: (left: Double, top: Double, right: Double, bottom: Double) {
        let (across, down) = (corners.map(\.x), corners.map(\.y))
        return (across.min() ?? 0, down.min() ?? 0, across.max() ?? 0, down.max() ?? 0)
    }

    /// The outline of an annotation; nil where it has none, and of text, whose lines are drawn instead.
    package init?(_ annotation: Annotation) {
        guard annotation.polygon.count >= 3, annotation.kind != .text, annotation.kind != .segment else { return nil }
        style =
            switch annotation.kind {
            case .object: .object
            case .landmark: .landmark
            case .face: .face
            case .logo: .logo
            default: .other
            }
        name = annotation.shownName
        corners = annotation.polygon
        marks = annotation.kind == .face ? FacePoints.points(of: annotation.attributes) : []
    }

    /// The outline of a line of text.
    init(_ line: DrawnLine) {
        style = .text
        name = ""
        corners = line.corners
        marks = []
    }
}

extension Annotation {
    /// What it is called, with its score: `Stone 0.81`, `face 0.93`.
    package var shownName: String {
        let name = description.isEmpty ? kind.rawValue : description
        return score.map { "\(name) \(Markup.score($0))" } ?? name
    }
}
