internal import JSON
internal import Domain

/// Walks the pages of a TextAnnotation, rebuilds the text from its symbols and notes every element.
struct TextReader {
    private let frame: Frame
    /// What was read, in reading order.
    private(set) var annotations: [Annotation] = []
    /// The text of all symbols so far, with their breaks.
    private var text: [UInt8] = []
    /// Whether no symbol of the page has a break: then words are parted by spaces, and what is larger by line feeds.
    private var lacksBreaks = false

    init(frame: Frame) {
        self.frame = frame
    }

    /// Reads a page and all that lies in it.
    mutating func read(page: JSONNode) throws(MalformedValue) {
        let size = Size(width: try page.int32(at: "width") ?? 0, height: try page.int32(at: "height") ?? 0)
        var outline = Frame.Outline()
        if size.width > 0, size.height > 0 {
            let (right, bottom) = (Double(size.width), Double(size.height))
            outline.points = frame.original([
                Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom),
            ])
        }
        lacksBreaks = try !page.hasBreaks
        _ = try read(page, .page, outline, parent: nil)
    }

    /// Reads an element and all that lies in it.
    ///
    /// - Returns: where its text lies in all of it, without a break before or behind; nil where it has none.
    private mutating func read(
        _ node: JSONNode, _ level: Annotation.TextLevel, _ outline: Frame.Outline, parent: Int?
    ) throws(MalformedValue) -> Range<Int>? {
        let place = annotations.count
        var annotation = element(place, level, "", outline)
        annotation.parent = parent
        annotation.score = try node.givenFloat(at: "confidence")
        for language in try node.languages where annotation.locale == nil {
            annotation.locale = try language.words(at: "languageCode")
        }
        annotations.append(annotation)
        var range: Range<Int>?
        if let inner = children(of: level) {
            for child in try node.messages(at: inner.name) {
                let outline = try frame.outline(child.message(at: "boundingBox"))
                if lacksBreaks, let range, range.upperBound == text.count {
                    text.append(contentsOf: (inner.level == .word ? " " : "\n").utf8)
                }
                let part = try read(child, inner.level, outline, parent: place)
                range = joined(range, part)
            }
        } else {
            for symbol in try node.messages(at: "symbols") { range = joined(range, try read(symbol: symbol)) }
        }
        if let range { annotations[place].description = String(decoding: text[range], as: UTF8.self) }
        annotations[place].attributes = try attributes(of: node, level, outline).json
        return range
    }

    /// Appends a symbol and its break; gives back where the symbol alone lies.
    private mutating func read(symbol: JSONNode) throws(MalformedValue) -> Range<Int> {
        let (type, isPrefix) = try symbol.detectedBreak
        if isPrefix { text.append(contentsOf: letters(of: type).utf8) }
        let start = text.count
        text.append(contentsOf: try symbol.string(at: "text").utf8)
        let range = start..<text.count
        if !isPrefix { text.append(contentsOf: letters(of: type).utf8) }
        return range
    }

    private func attributes(
        of node: JSONNode, _ level: Annotation.TextLevel, _ outline: Frame.Outline
    ) throws(MalformedValue) -> Attributes {
        var attributes = Attributes()
        attributes.add("languages", try node.languages.map { one throws(MalformedValue) in try language(one) })
        switch level {
        case .page:
            let size = try frame.originalSize(width: node.int32(at: "width"), height: node.int32(at: "height"))
            attributes.add("width", json: size.width.map { "\($0)" })
            attributes.add("height", json: size.height.map { "\($0)" })
        case .block:
            attributes.add("blockType", try node.name(at: "blockType", in: WireNames.blocks))
        case .word:
            let symbols = try node.messages(at: "symbols")
            if let (type, isPrefix) = try symbols.first?.detectedBreak, isPrefix { attributes.add("breakBefore", type) }
            if let (type, isPrefix) = try symbols.last?.detectedBreak, !isPrefix { attributes.add("break", type) }
        case .paragraph, .line, .symbol: break
        }
        attributes.add(outline)
        return attributes
    }

    private func language(_ node: JSONNode) throws(MalformedValue) -> Attributes {
        var attributes = Attributes()
        attributes.add("languageCode", try node.string(at: "languageCode"))
        attributes.add("confidence", try node.givenFloat(at: "confidence"))
        return attributes
    }

    /// The member that holds an element's parts; nil for a word, which has symbols.
    private func children(of level: Annotation.TextLevel) -> (name: String, level: Annotation.TextLevel)? {
        switch level {
        case .page: ("blocks", .block)
        case .block: ("paragraphs", .paragraph)
        case .paragraph, .line: ("words", .word)
        case .word, .symbol: nil
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
        get throws(MalformedValue) {
            guard let found = try message(at: "property")?.message(at: "detectedBreak") else { return (nil, false) }
            let type = try found.name(at: "type", in: WireNames.breaks)
            return (type == WireNames.breaks[0] ? nil : type, try found.flag(at: "isPrefix"))
        }
    }

    /// Whether any symbol that lies in it has a break.
    fileprivate var hasBreaks: Bool {
        get throws(MalformedValue) {
            for name in ["blocks", "paragraphs", "words", "symbols"] where self[name] != nil {
                for inner in try messages(at: name) where try inner.hasBreaks { return true }
            }
            return try detectedBreak.type != nil
        }
    }

    /// The languages of an element.
    fileprivate var languages: [JSONNode] {
        get throws(MalformedValue) { try message(at: "property")?.messages(at: "detectedLanguages") ?? [] }
    }
}
