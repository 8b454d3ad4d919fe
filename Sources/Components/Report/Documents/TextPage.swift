internal import Domain

/// The recognized text of a picture as blocks, paragraphs, lines and words in reading order, however deep its model
/// goes.
struct TextPage {
    typealias Line = DocumentElement<DocumentWord>
    typealias Paragraph = DocumentElement<Line>
    typealias Block = DocumentElement<Paragraph>

    private(set) var blocks: [Block] = []
    let locale: String?
    /// What the model gives for the page, where that is a probability.
    let confidence: Float?

    private let answer: ShownAnswer
    /// What of the text is still ahead while words are read.
    private var rest: Substring
    /// What lies around the word before: the places of its block, paragraph and line among the annotations.
    private var around: [Int?]?

    /// The page of an answer.
    init(_ answer: ShownAnswer) {
        self.answer = answer
        let pages = answer.annotations.filter { $0.level == .page }
        locale = pages.lazy.compactMap(\.locale).first
        confidence = pages.first?.score.flatMap { (0...1).contains($0) ? $0 : nil }
        rest = answer.passages.joined(separator: "\n")[...]
        for place in smallest { add(place) }
        joinDividedWords()
    }

    /// The places of the parts that are taken as words.
    private var smallest: [Int] {
        let texts = answer.annotations.indices.filter {
            answer.annotations[$0].kind == .text && !answer.annotations[$0].description.isEmpty
        }
        for level in [Annotation.TextLevel.word, .line, .paragraph, .block, .page] {
            let found = texts.filter { answer.annotations[$0].level == level }
            if !found.isEmpty { return found }
        }
        return texts.filter { answer.annotations[$0].level == nil }
    }

    private mutating func add(_ place: Int) {
        let annotation = answer.annotations[place]
        let gap = DrawnLines.take(annotation.description, from: &rest)
        let outer = [.block, .paragraph, .line].map { ancestor(of: place, $0) }
        let before = blocks.last?.parts.last?.parts.last?.parts.last
        let isNewLine = gap.contains(where: \.isNewline) || before.map { !follows(annotation, $0) } ?? true
        let isNewBlock = around == nil || outer[0] != around?[0]
        let isNewParagraph = isNewBlock || outer[1] != around?[1]
        if isNewBlock { blocks.append(Block(element(outer[0]))) }
        let block = blocks.count - 1
        if isNewParagraph { blocks[block].parts.append(Paragraph(element(outer[1]))) }
        let paragraph = blocks[block].parts.count - 1
        if isNewParagraph || outer[2] != around?[2] || outer[2] == nil && isNewLine {
            blocks[block].parts[paragraph].parts.append(Line(element(outer[2])))
        } else if gap.contains(where: \.isWhitespace) {
            let line = blocks[block].parts[paragraph].parts.count - 1
            let word = blocks[block].parts[paragraph].parts[line].parts.count - 1
            blocks[block].parts[paragraph].parts[line].parts[word].hasSpace = true
        }
        let line = blocks[block].parts[paragraph].parts.count - 1
        blocks[block].parts[paragraph].parts[line].parts.append(
            DocumentWord(id: answer.annotationID(at: place), annotation))
        around = outer
    }

    private func follows(_ annotation: Annotation, _ before: DocumentWord) -> Bool {
        guard annotation.polygon.count == 4, before.corners.count == 4 else { return false }
        return DrawnLines.follows(annotation.polygon, before.corners)
    }

    /// The place of the element of a level that is around another one.
    private func ancestor(of place: Int, _ level: Annotation.TextLevel) -> Int? {
        var next = answer.annotations[place].parent
        while let outer = next, answer.annotations.indices.contains(outer) {
            if answer.annotations[outer].level == level { return outer }
            let further = answer.annotations[outer].parent
            next = further.flatMap { $0 < outer ? $0 : nil }
        }
        return nil
    }

    private func element(_ place: Int?) -> (id: Int64, annotation: Annotation)? {
        place.map { (answer.annotationID(at: $0), answer.annotations[$0]) }
    }

    /// Marks both parts of a word that a hyphen divides between two lines of a paragraph: the text has it as a whole.
    private mutating func joinDividedWords() {
        let text = answer.passages.joined(separator: "\n")
        for block in blocks.indices {
            for paragraph in blocks[block].parts.indices {
                var lines = blocks[block].parts[paragraph].parts
                for (upper, lower) in zip(lines.indices, lines.indices.dropFirst()) {
                    guard let first = lines[upper].parts.last, let second = lines[lower].parts.first,
                        let stem = first.stem, second.whole == nil
                    else { continue }
                    let whole = stem + second.text
                    guard text.contains(whole) else { continue }
                    lines[upper].parts[lines[upper].parts.count - 1].whole = whole
                    lines[lower].parts[0].whole = whole
                }
                blocks[block].parts[paragraph].parts = lines
            }
        }
    }
}

extension DocumentWord {
    /// A word without the hyphen at its end; nil where it has none.
    var stem: String? {
        guard text.count > 1, let last = text.unicodeScalars.last, "-\u{AD}\u{2010}".unicodeScalars.contains(last)
        else { return nil }
        return String(text.unicodeScalars.dropLast())
    }
}
