/// A part of recognized text as a reader reads it: a paragraph as a rule.
package struct Passage: Equatable, Sendable {
    /// The element it is the text of, by its place among the annotations.
    package let index: Int
    /// Its text; see `ReadingText`.
    package let text: String

    /// A part.
    package init(index: Int, text: String) {
        self.index = index
        self.text = text
    }
}

extension [Annotation] {
    /// The text in reading order, in parts of the smallest level that holds whole sentences: the paragraphs, or what
    /// there is instead: the lines, the blocks, the pages or the words.
    ///
    /// All of them, one on a line, are the plain text of an answer, and they are what is searched by words.
    package var passages: [Passage] {
        let texts = indices.filter { self[$0].kind == .text }
        let levels: [Annotation.TextLevel] = [.paragraph, .line, .block, .page, .word, .symbol]
        let level = levels.first { level in texts.contains { self[$0].level == level } }
        var lines: [Int: [Int]] = [:]
        for index in texts where level == .paragraph && self[index].level == .line {
            if let parent = self[index].parent { lines[parent, default: []].append(index) }
        }
        return texts.filter { self[$0].level == level }.map {
            Passage(index: $0, text: readingText(of: $0, lines: lines[$0] ?? []))
        }
    }

    /// The text of an element, of which these are the lines.
    private func readingText(of index: Int, lines: [Int]) -> String {
        var text = ReadingText()
        for line in lines { text.add(parts: self[line].description, end: self[line].lineEnd ?? .wrapped) }
        // How its lines go on is not known.
        if lines.isEmpty { text.add(parts: self[index].description, end: .ended) }
        return text.text
    }
}

extension ReadingText {
    /// Adds a text that has line feeds within it, at which only a hyphen says that a word goes on.
    fileprivate mutating func add(parts text: String, end: LineEnd) {
        var rest = text[...]
        while let feed = rest.firstIndex(of: "\n") {
            let line = rest[..<feed]
            rest = rest[rest.index(after: feed)...]
            add(line, end: line.hasHyphen && rest.first?.isLowercase == true ? .hyphenated : .ended)
        }
        add(rest, end: end)
    }
}

extension Substring {
    fileprivate var hasHyphen: Bool { last.map { "-\u{AD}\u{2010}".contains($0) } ?? false }
}
