internal import Domain

/// What annotations of one kind, feature and name have in common: what a filter picks.
struct AnnotationClass: Hashable {
    let kind: Annotation.Kind
    let feature: FeatureType
    /// Empty of the kinds that have no names, such as text, of which an image has one entry.
    let name: String

    init(_ annotation: Annotation, _ feature: FeatureType) {
        kind = annotation.kind
        self.feature = feature
        name = annotation.kind.hasNames ? annotation.description : ""
    }

    /// By the letters as they are written: for Swift a composed letter equals a decomposed one, for SQL it does not.
    static func == (left: AnnotationClass, right: AnnotationClass) -> Bool {
        left.kind == right.kind && left.feature == right.feature && left.name.utf8.elementsEqual(right.name.utf8)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(feature)
        for byte in name.utf8 { hasher.combine(byte) }
    }
}

extension Annotation.Kind {
    /// Whether a filter can name it: text is searched by its words, and colors and numbers are no names.
    var hasNames: Bool {
        switch self {
        case .label, .landmark, .logo, .face, .object, .safeSearch, .webEntity, .webLabel, .product, .segment: true
        case .text, .color, .cropHint, .webImage, .webPage, .embedding, .tensor, .caption: false
        }
    }
}
