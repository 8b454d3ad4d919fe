internal import JSON
internal import Domain
internal import Services

/// The text of one response.
struct RecognizedText {
    /// Pages, blocks, paragraphs, lines and words, each behind the one it lies in; behind them all the symbols.
    var annotations: [Annotation] = []
    /// Whether there are symbols that are not among them.
    var lacksSymbols = false
}

/// Recognized text.
///
/// - Parameters:
///   - document: TextAnnotation of `text_annotation.proto`, which comes with both text features.
///   - pieces: the flat form (`textAnnotations`): the whole text, then its words; read where there is no document.
///   - readsSymbols: whether symbols are wanted.
func texts(
    _ document: JSONNode?, pieces: [JSONNode], _ frame: Frame, readsSymbols: Bool
) throws(MalformedValue) -> RecognizedText {
    let pages = try document?.messages(at: "pages") ?? []
    let whole = try document?.words(at: "text")
    guard !pages.isEmpty else {
        if let whole, pieces.isEmpty {
            return RecognizedText(annotations: [element(0, .page, whole, Frame.PolygonJSON())])
        }
        return RecognizedText(annotations: try flat(pieces, frame))
    }
    var reader = TextReader(frame: frame, readsSymbols: readsSymbols)
    for page in pages { try reader.read(page: page) }
    var text = RecognizedText(annotations: reader.annotations)
    // Of one page the service says itself what the whole text is.
    if pages.count == 1, let whole { text.annotations[0].description = whole }
    if text.annotations[0].locale == nil { text.annotations[0].locale = try pieces.first?.words(at: "locale") }
    text.add(reader.symbols, of: reader.symbolCount, areWanted: readsSymbols)
    return text
}

extension RecognizedText {
    /// Adds the symbols behind all other elements; or none and their number, where an answer cannot have all.
    fileprivate mutating func add(_ symbols: [Annotation], of count: Int, areWanted: Bool) {
        guard areWanted else {
            lacksSymbols = count > 0
            return
        }
        guard annotations.count + count <= Answer.maxAnnotations else {
            var attributes = Attributes(annotations[0].attributes)
            attributes.add("symbolsLeftOut", json: "\(count)")
            annotations[0].attributes = attributes.json
            return
        }
        for var symbol in symbols {
            symbol.rank = annotations.count
            annotations.append(symbol)
        }
    }
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
    _ rank: Int, _ level: Annotation.TextLevel, _ description: String, _ outline: Frame.PolygonJSON
) -> Annotation {
    var attributes = Attributes()
    attributes.add(outline)
    var annotation = Annotation(
        kind: .text, rank: rank, description: description, polygon: outline.points, attributes: attributes.json)
    annotation.level = level
    return annotation
}
