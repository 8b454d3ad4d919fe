package import Domain

/// What COCO calls a category: things of one kind and one name.
package struct CocoClass: Hashable, Sendable {
    package let kind: String
    package let name: String
    /// The machine-generated entity id; two of one name are two classes.
    package let mid: String?

    /// A class by its parts, as a record has them.
    package init(kind: String, name: String, mid: String?) {
        self.kind = kind
        self.name = name
        self.mid = mid
    }

    /// The class of an annotation; nil of what has no frame in COCO.
    package init?(_ annotation: Annotation) {
        guard [.object, .landmark, .logo, .face, .product, .segment].contains(annotation.kind) else { return nil }
        kind = annotation.kind.rawValue
        name = annotation.description.isEmpty ? kind : annotation.description
        mid = annotation.mid
    }
}
