internal import JSON
internal import Domain
internal import Services

/// Walks the pages of a TextAnnotation, rebuilds the text from its symbols and notes every element.
///
/// The service gives pages, blocks, paragraphs, words and symbols. Lines are made here, between paragraph and word.
struct TextReader {
    private let frame: Frame
    /// Whether symbols are noted, too.
    private let readsSymbols: Bool
    /// All but the symbols, in reading order.
    private(set) var annotations: [Annotation] = []
    /// The symbols, in reading order; their places begin behind all other elements, which so have the same places
    /// without symbols.
    private(set) var symbols: [Annotation] = []
    /// How many symbols there are, whether they are noted or not.
    private(set) var symbolCount = 0
    /// The text of all symbols so far, with their breaks.
    private var text: [UInt8] = []
    /// Whether no symbol of the page has a break: then words are parted by spaces, and what is larger by line feeds.
    private var lacksBreaks = false

    init(frame: Frame, readsSymbols: Bool) {
        self.frame = frame
        self.readsSymbols = readsSymbols
    }

    /// Reads a page and all that lies in it.
    mutating func read(page: JSONNode) throws(MalformedValue) {
        let size = Size(width: try page.int32(at: "width") ?? 0, height: try page.int32(at: "height") ?? 0)
        var outline = Frame.PolygonJSON()
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
        _ node: JSONNode, _ level: Annotation.TextLevel, _ outline: Frame.PolygonJSON, parent: Int?
    ) throws(MalformedValue) -> Range<Int>? {
        let index = annotations.count
        annotations.append(try annotation(of: node, level, outline, parent: parent, index: index))
        var attributes = try attributes(of: node, level)
        attributes.add(outline)
        annotations[index].attributes = attributes.json
        var range: Range<Int>?
        switch level {
        case .page:
            for block in try node.messages(at: "blocks") { range = try read(block, .block, in: index, behind: range) }
        case .block:
            for paragraph in try node.messages(at: "paragraphs") {
                range = try read(paragraph, .paragraph, in: index, behind: range)
            }
        default:
            var words: [TextWord] = []
            for word in try node.messages(at: "words") { words.append(try TextWord(word, frame)) }
            for line in TextLine.lines(of: words) { range = joined(range, try read(line, parent: index)) }
        }
        if let range { annotations[index].description = String(decoding: text[range], as: UTF8.self) }
        return range
    }

    /// Reads a block or a paragraph behind what was read of the element it lies in.
    private mutating func read(
        _ node: JSONNode, _ level: Annotation.TextLevel, in index: Int, behind range: Range<Int>?
    ) throws(MalformedValue) -> Range<Int>? {
        if lacksBreaks, let range, range.upperBound == text.count { text.append(UInt8(ascii: "\n")) }
        return joined(range, try read(node, level, frame.outline(node.message(at: "boundingBox")), parent: index))
    }

    /// Reads a line with its words.
    private mutating func read(_ line: TextLine, parent: Int) throws(MalformedValue) -> Range<Int>? {
        let index = annotations.count
        var outline = Frame.PolygonJSON()
        outline.points = rectangle(around: line.words.map(\.outline.points), step: 0.01)
        outline.fractions = rectangle(around: line.words.map(\.outline.fractions), step: 1e-6)
        var annotation = element(index, .line, "", Frame.PolygonJSON())
        annotation.polygon = outline.points
        annotation.parent = parent
        annotation.score = try line.confidence
        annotation.locale = try line.locale
        annotation.lineEnd = line.end
        var attributes = Attributes()
        attributes.add("break", line.pause)
        attributes.add(outline)
        annotation.attributes = attributes.json
        annotations.append(annotation)
        var range: Range<Int>?
        for word in line.words { range = joined(range, try read(word, parent: index, isFirst: range == nil)) }
        guard var range else { return nil }
        // A hyphen behind it is a break and not a symbol, and stands in the picture all the same.
        if range.upperBound < text.count, text[range.upperBound] == UInt8(ascii: "-") {
            range = range.lowerBound..<range.upperBound + 1
        }
        annotations[index].description = String(decoding: text[range], as: UTF8.self)
        // The next line's first symbol brings it; behind another break it stands on neither line.
        if line.isHyphenAhead, range.upperBound == text.count { annotations[index].description += "-" }
        return range
    }

    /// Reads a word with its symbols.
    private mutating func read(_ word: TextWord, parent: Int, isFirst: Bool) throws(MalformedValue) -> Range<Int>? {
        let index = annotations.count
        var annotation = try annotation(of: word.node, .word, word.outline, parent: parent, index: index)
        var attributes = try attributes(of: word.node, .word)
        if let first = word.symbols.first, first.isPrefix { attributes.add("breakBefore", first.pause) }
        if let last = word.symbols.last, !last.isPrefix { attributes.add("break", last.pause) }
        attributes.add(word.outline)
        annotation.attributes = attributes.json
        if lacksBreaks, !isFirst, word.isParted(from: text) { text.append(UInt8(ascii: " ")) }
        var range: Range<Int>?
        for symbol in word.symbols {
            if symbol.isPrefix { text.append(contentsOf: letters(of: symbol.pause).utf8) }
            let start = text.count
            text.append(contentsOf: symbol.text.utf8)
            range = joined(range, start..<text.count)
            if !symbol.isPrefix { text.append(contentsOf: letters(of: symbol.pause).utf8) }
        }
        if let range { annotation.description = String(decoding: text[range], as: UTF8.self) }
        annotations.append(annotation)
        for symbol in word.symbols { try note(symbol, parent: index) }
        return range
    }

    /// Notes a symbol where symbols are wanted; all of them or none, so that there are as many as an answer can have.
    private mutating func note(_ symbol: TextSymbol, parent: Int) throws(MalformedValue) {
        symbolCount += 1
        guard readsSymbols, symbolCount <= Answer.maxAnnotations else { return }
        let outline = try frame.outline(symbol.node.message(at: "boundingBox"))
        var annotation = try annotation(of: symbol.node, .symbol, outline, parent: parent, index: 0)
        annotation.description = symbol.text
        var attributes = try attributes(of: symbol.node, .symbol)
        attributes.add(outline)
        annotation.attributes = attributes.json
        symbols.append(annotation)
    }

    /// An element with what the service says of it in its columns, without a text and attributes.
    private func annotation(
        of node: JSONNode, _ level: Annotation.TextLevel, _ outline: Frame.PolygonJSON, parent: Int?, index: Int
    ) throws(MalformedValue) -> Annotation {
        var annotation = Annotation(kind: .text, rank: index, description: "", polygon: outline.points)
        annotation.level = level
        annotation.parent = parent
        annotation.score = try node.givenFloat(at: "confidence")
        annotation.locale = try node.locale
        return annotation
    }

    private func attributes(
        of node: JSONNode, _ level: Annotation.TextLevel
    ) throws(MalformedValue) -> Attributes {
        var attributes = Attributes()
        attributes.add("languages", try node.languages.map { one throws(MalformedValue) in try language(one) })
        if level == .page {
            let size = try frame.originalSize(width: node.int32(at: "width"), height: node.int32(at: "height"))
            attributes.add("width", json: size.width.map { "\($0)" })
            attributes.add("height", json: size.height.map { "\($0)" })
        } else if level == .block {
            attributes.add("blockType", try node.name(at: "blockType", in: WireNames.blocks))
        }
        return attributes
    }

    private func language(_ node: JSONNode) throws(MalformedValue) -> Attributes {
        var attributes = Attributes()
        attributes.add("languageCode", try node.string(at: "languageCode"))
        attributes.add("confidence", try node.givenFloat(at: "confidence"))
        return attributes
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
