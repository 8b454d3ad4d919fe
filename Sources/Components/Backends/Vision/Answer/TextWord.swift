internal import JSON
internal import Domain
internal import Services

/// A word as the service gives it.
struct TextWord {
    let node: JSONNode
    let outline: Frame.PolygonJSON
    let symbols: [TextSymbol]

    init(_ node: JSONNode, _ frame: Frame) throws(MalformedValue) {
        self.node = node
        outline = try frame.outline(node.message(at: "boundingBox"))
        symbols = try node.messages(at: "symbols").map { symbol throws(MalformedValue) in try TextSymbol(symbol) }
    }

    /// The break that ends the line before it; nil where it does not begin one by itself.
    var pauseBefore: String? { symbols.first.flatMap { $0.isPrefix && $0.endsLine ? $0.pause : nil } }

    /// The break with which it ends its line, the last one where it has several; nil where the line goes on.
    ///
    /// A break within a word, too, ends the line that the word begins in: what follows stands in the next one.
    var pauseBehind: String? {
        symbols.enumerated().last { $0.element.endsLine && ($0.offset > 0 || !$0.element.isPrefix) }?.element.pause
    }

    /// Whether a space parts it from a text before it, where no breaks say so.
    func isParted(from text: [UInt8]) -> Bool {
        guard let next = symbols.first(where: { !$0.text.isEmpty })?.text.unicodeScalars.first,
            let last = String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last
        else { return true }
        return ReadingText.hasSpace(between: last, and: next)
    }
}

/// A symbol as the service gives it: as a rule one letter.
struct TextSymbol {
    let node: JSONNode
    let text: String
    /// The type of the break at it; nil where there is none.
    let pause: String?
    /// Whether the break stands before it.
    let isPrefix: Bool

    init(_ node: JSONNode) throws(MalformedValue) {
        self.node = node
        text = try node.string(at: "text")
        (pause, isPrefix) = try node.detectedBreak
    }

    /// Whether a line ends at its break.
    var endsLine: Bool { pause == "EOL_SURE_SPACE" || pause == "LINE_BREAK" || pause == "HYPHEN" }
}

extension JSONNode {
    /// A symbol's break: its type, nil where there is none, and whether it stands before the symbol.
    var detectedBreak: (type: String?, isPrefix: Bool) {
        get throws(MalformedValue) {
            guard let found = try message(at: "property")?.message(at: "detectedBreak") else { return (nil, false) }
            let type = try found.name(at: "type", in: WireNames.breaks)
            return (type == WireNames.breaks[0] ? nil : type, try found.flag(at: "isPrefix"))
        }
    }

    /// Whether any symbol that lies in it has a break.
    var hasBreaks: Bool {
        get throws(MalformedValue) {
            for name in ["blocks", "paragraphs", "words", "symbols"] where self[name] != nil {
                for inner in try messages(at: name) where try inner.hasBreaks { return true }
            }
            return try detectedBreak.type != nil
        }
    }

    /// The languages of an element.
    var languages: [JSONNode] {
        get throws(MalformedValue) { try message(at: "property")?.messages(at: "detectedLanguages") ?? [] }
    }

    /// The first language of an element that has a name.
    var locale: String? {
        get throws(MalformedValue) {
            for language in try languages { if let code = try language.words(at: "languageCode") { return code } }
            return nil
        }
    }
}
