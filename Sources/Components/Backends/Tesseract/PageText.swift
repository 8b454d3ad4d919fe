internal import Tesseract
internal import Domain

/// A page's recognized text as annotations: the page, and in reading order blocks, paragraphs, lines, words and
/// symbols, each behind the one it lies in.
struct PageText {
    private let placement: Placement
    /// What was read; empty where no word was.
    private(set) var annotations: [Annotation] = []
    /// The element of each level that is open, by its place.
    private var open: [Annotation.TextLevel: Int] = [:]
    private var turns = 0

    init(_ text: RecognizedPage, _ placement: Placement) {
        self.placement = placement
        guard !text.elements.isEmpty else { return }
        notePage(of: text.elements)
        for element in text.elements { note(element) }
        for index in annotations.indices { addAttributes(at: index, text.elements) }
    }

    private mutating func notePage(of elements: [TextElement]) {
        let size = placement.original
        let (right, bottom) = (Double(size.width), Double(size.height))
        var page = Annotation(
            kind: .text, rank: 0, description: "",
            polygon: [
                Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom),
            ])
        page.level = .page
        let words = elements.filter { $0.level == .word }
        page.score = words.reduce(0) { $0 + $1.confidence } / Float(max(words.count, 1))
        open[.page] = 0
        annotations.append(page)
    }

    private mutating func note(_ element: TextElement) {
        let level = Annotation.TextLevel(element.level)
        var annotation = Annotation(
            kind: .text, rank: annotations.count, description: element.text, score: element.confidence,
            polygon: corners(of: element))
        annotation.level = level
        annotation.parent = level.outer.flatMap { open[$0] }
        annotation.locale = element.language.map(languageTag)
        for inner in level.inner { open[inner] = nil }
        if level == .word { append(element) }
        open[level] = annotations.count
        annotations.append(annotation)
    }

    /// Appends a word to the text of all that it lies in, and tells them its language where they have none.
    private mutating func append(_ word: TextElement) {
        let beginsLine = open[.line].map { annotations[$0].description.isEmpty } ?? true
        let gap = beginsLine ? "\n" : word.hasSpaceBefore ? " " : ""
        for index in open.values {
            annotations[index].description += (annotations[index].description.isEmpty ? "" : gap) + word.text
            if annotations[index].locale == nil { annotations[index].locale = word.language.map(languageTag) }
        }
    }

    /// The corners in the upright original, from the one that a reader of the letters sees at the top left.
    private func corners(of element: TextElement) -> [Point] {
        let box = element.box
        guard box != TextElement.Box() else { return [] }
        let (left, top, right, bottom) = (Double(box.left), Double(box.top), Double(box.right), Double(box.bottom))
        let clockwise = [(left, top), (right, top), (right, bottom), (left, bottom)].map { x, y in
            let point = placement.original(of: Point(x: x, y: y))
            return Point(
                x: min(max(point.x, 0), Double(placement.original.width)),
                y: min(max(point.y, 0), Double(placement.original.height)))
        }
        return (0..<4).map { clockwise[($0 + element.turns) % 4] }
    }

    private mutating func addAttributes(at index: Int, _ elements: [TextElement]) {
        var attributes = Attributes()
        switch annotations[index].level {
        case .page:
            attributes.add("languages", languages(in: elements))
            attributes.add("width", json: "\(placement.original.width)")
            attributes.add("height", json: "\(placement.original.height)")
        case .block:
            let block = elements[index - 1]
            attributes.add("blockType", WireNames.blocks[block.kind.wireNumber])
            if block.turns != 0 { attributes.add("orientation", json: "\(90 * block.turns)") }
        default: break
        }
        annotations[index].attributes = attributes.json
    }

    /// The languages of the words, the most frequent first.
    private func languages(in elements: [TextElement]) -> [Attributes] {
        var counts: [(tag: String, count: Int)] = []
        for language in elements.compactMap(\.language) {
            let tag = languageTag(language)
            if let known = counts.firstIndex(where: { $0.tag == tag }) {
                counts[known].count += 1
            } else {
                counts.append((tag, 1))
            }
        }
        return counts.sorted { $0.count > $1.count }.map { tag, _ in
            var attributes = Attributes()
            attributes.add("languageCode", tag)
            return attributes
        }
    }
}

extension Annotation.TextLevel {
    fileprivate init(_ level: TextElement.Level) {
        self =
            switch level {
            case .block: .block
            case .paragraph: .paragraph
            case .line: .line
            case .word: .word
            case .symbol: .symbol
            }
    }

    /// The level it lies in.
    fileprivate var outer: Annotation.TextLevel? {
        let all = Annotation.TextLevel.allCases
        return all.firstIndex(of: self).flatMap { $0 == 0 ? nil : all[$0 - 1] }
    }

    /// The level itself, and those that lie in it.
    fileprivate var inner: ArraySlice<Annotation.TextLevel> {
        let all = Annotation.TextLevel.allCases
        return all[(all.firstIndex(of: self) ?? 0)...]
    }
}

extension TextElement.BlockKind {
    /// The Vision API's number of it.
    fileprivate var wireNumber: Int {
        switch self {
        case .unknown: 0
        case .text: 1
        case .table: 2
        case .picture: 3
        case .ruler: 4
        }
    }
}
