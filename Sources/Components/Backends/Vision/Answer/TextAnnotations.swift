internal import JSON
internal import Domain

/// Recognized text: pages, blocks, paragraphs and words, each behind the one it lies in.
///
/// - Parameters:
///   - document: TextAnnotation of `text_annotation.proto`, which comes with both text features.
///   - pieces: the flat form (`textAnnotations`): the whole text, then its words; read where there is no document.
func texts(_ document: JSONNode?, pieces: [JSONNode], _ frame: Frame) throws(MalformedValue) -> [Annotation] {
    let pages = try document?.messages(at: "pages") ?? []
    let whole = try document?.words(at: "text")
    guard !pages.isEmpty else {
        if let whole, pieces.isEmpty { return [element(0, .page, whole, Frame.Outline())] }
        return try flat(pieces, frame)
    }
    var reader = TextReader(frame: frame)
    for page in pages { try reader.read(page: page) }
    var annotations = reader.annotations
    // Of one page the service says itself what the whole text is.
    if pages.count == 1, let whole { annotations[0].description = whole }
    if annotations[0].locale == nil { annotations[0].locale = try pieces.first?.words(at: "locale") }
    return annotations
}

private func flat(_ pieces: [JSONNode], _ frame: Frame) throws(MalformedValue) -> [Annotation] {
    try pieces.enumerated().map { rank, piece throws(MalformedValue) in
        var annotation = element(
            rank, rank == 0 ? .page : .word, try piece.string(at: "description"),
            try frame.outline(piece.message(at: "boundingPoly")))
        annotation.parent = rank == 0 ? nil : 0
        annotation.locale = try piece.words(at: "locale")
        return annotation
    }
}

/// A text element without what only some have.
func element(
    _ rank: Int, _ level: Annotation.TextLevel, _ description: String, _ outline: Frame.Outline
) -> Annotation {
    var attributes = Attributes()
    attributes.add(outline)
    var annotation = Annotation(
        kind: .text, rank: rank, description: description, polygon: outline.points, attributes: attributes.json)
    annotation.level = level
    return annotation
}
