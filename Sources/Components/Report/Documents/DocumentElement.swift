import Domain

/// A part of a page of text: its place, and what lies in it.
struct DocumentElement<Part> {
    /// The number of its annotation in the views; nil where the model has no such level, and it was put together.
    let id: Int64?
    /// Its corners in reading order, in pixels of the upright picture; none where they are not known.
    var corners: [Point]
    let locale: String?
    /// The model's own notes, as JSON.
    let attributes: String?
    var parts: [Part] = []

    /// An element of an annotation, or of none.
    init(_ annotation: (id: Int64, annotation: Annotation)?) {
        id = annotation?.id
        corners = annotation?.annotation.polygon ?? []
        locale = annotation?.annotation.locale
        attributes = annotation?.annotation.attributes
    }
}
