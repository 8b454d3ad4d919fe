internal import JSON
internal import Vocabulary

/// Walks the pages of a TextAnnotation, rebuilds the text from its symbols and notes every element.
struct TextReader {
    private let frame: Frame
    /// What was read, in reading order.
    private(set) var annotations: [Annotation] = []
    /// The text of all symbols so far, with their breaks.
    private var text: [UInt8] = []

    init(frame: Frame) {
        self.frame = frame
    }

    /// Reads a page and all that lies in it.
    mutating func read(page: JSONNode) {
        let size = Size(width: page["width"]?.whole ?? 0, height: page["height"]?.whole ?? 0)
        var outline = Frame.Outline()
        if size.width > 0, size.height > 0 {
            let (right, bottom) = (Double(size.width), Double(size.height))
            outline.points = frame.original([
                Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom),
            ])
        }
        _ = read(page, .page, outline, parent: nil)
    }

    /// Reads an element and all that lies in it.
    ///
    /// - Returns: where its text lies in all of it, without a break before or behind; nil where it has none.
    private mutating func read(
        _ node: JSONNode, _ level: Annotation.TextLevel, _ outline: Frame.Outline, parent: Int?
    ) -> Range<Int>? {
        let place = annotations.count
        var annotation = element(place, level, "", outline)
        annotation.parent = parent
        annotation.score = node["confidence"]?.float.flatMap { $0 == 0 ? nil : $0 }
        annotation.locale =
            node["property"]?["detectedLanguages"]?.objects.lazy
            .compactMap { $0["languageCode"]?.words }.first
        annotations.append(annotation)
        var range: Range<Int>?
        if let inner = children(of: level) {
            for child in node[inner.name]?.objects ?? [] {
                let part = read(child, inner.level, frame.outline(child["boundingBox"]), parent: place)
                range = joined(range, part)
            }
        } else {
            for symbol in node["symbols"]?.objects ?? [] { range = joined(range, read(symbol: symbol)) }
        }
        if let range { annotations[place].description = String(decoding: text[range], as: UTF8.self) }
        annotations[place].attributes = attributes(of: node, level, outline).json
        return range
    }

    /// Appends a symbol and its break; gives back where the symbol alone lies.
    private mutating func read(symbol: JSONNode) -> Range<Int> {
        let (type, isPrefix) = symbol.detectedBreak
        if isPrefix { text.append(contentsOf: letters(of: type).utf8) }
        let start = text.count
        text.append(contentsOf: (symbol["text"]?.string ?? "").utf8)
        let range = start..<text.count
        if !isPrefix { text.append(contentsOf: letters(of: type).utf8) }
        return range
    }

    private func attributes(
        of node: JSONNode, _ level: Annotation.TextLevel, _ outline: Frame.Outline
    ) -> Attributes {
        var attributes = Attributes()
        attributes.add("languages", (node["property"]?["detectedLanguages"]?.objects ?? []).map(language))
        switch level {
        case .page:
            for name in ["width", "height"] { attributes.add(name, json: node[name]?.whole.map { "\($0)" }) }
        case .block:
            attributes.add("blockType", node["blockType"]?.name(in: WireNames.blocks) ?? WireNames.blocks[0])
        case .word:
            let symbols = node["symbols"]?.objects ?? []
            if let (type, isPrefix) = symbols.first?.detectedBreak, isPrefix { attributes.add("breakBefore", type) }
            if let (type, isPrefix) = symbols.last?.detectedBreak, !isPrefix { attributes.add("break", type) }
        case .paragraph, .line: break
        }
        attributes.add(outline)
        return attributes
    }

    private func language(_ node: JSONNode) -> Attributes {
        var attributes = Attributes()
        attributes.add("languageCode", node["languageCode"]?.string ?? "")
        attributes.add("confidence", node["confidence"]?.float.flatMap { $0 == 0 ? nil : $0 })
        return attributes
    }

    /// The member that holds an element's parts; nil for a word, which has symbols.
    private func children(of level: Annotation.TextLevel) -> (name: String, level: Annotation.TextLevel)? {
        switch level {
        case .page: ("blocks", .block)
        case .block: ("paragraphs", .paragraph)
        case .paragraph, .line: ("words", .word)
        case .word: nil
        }
    }

    private func joined(_ first: Range<Int>?, _ second: Range<Int>?) -> Range<Int>? {
        guard let first, let second else { return first ?? second }
        return first.lowerBound..<second.upperBound
    }
}

/// What a break is in the text; a hyphen at the end of a line is not among the symbols.
private func letters(of type: String?) -> String {
    switch type {
    case "SPACE", "SURE_SPACE": " "
    case "EOL_SURE_SPACE", "LINE_BREAK": "\n"
    case "HYPHEN": "-\n"
    default: ""
    }
}

extension JSONNode {
    /// A symbol's break: its type, nil where there is none, and whether it stands before the symbol.
    fileprivate var detectedBreak: (type: String?, isPrefix: Bool) {
        guard let found = self["property"]?["detectedBreak"], found.isObject else { return (nil, false) }
        let type = found["type"]?.name(in: WireNames.breaks) ?? WireNames.breaks[0]
        return (type == WireNames.breaks[0] ? nil : type, found["isPrefix"]?.bool ?? false)
    }
}
