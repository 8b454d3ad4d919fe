internal import CTesseract
internal import Glibc

/// Walks the words of a page in reading order, and notes each block, paragraph and line with its first word.
@safe struct ResultWalk {
    private let functions: UnsafeMutablePointer<ct_functions>
    private let results: ct_result
    private let page: ct_page?
    private let symbols: Bool
    /// What was read.
    private(set) var elements: [TextElement] = []
    /// What has begun since the last word with letters: pictures and rulers have none.
    private var begun: Set<TextElement.Level> = []
    private var turns = 0
    /// The word before the next one on the line.
    private var before = ""
    /// What is left of the line's letters, whose spaces say where words are parted.
    private var line: Substring.UnicodeScalarView = "".unicodeScalars[...]

    init(_ functions: UnsafeMutablePointer<ct_functions>, _ results: ct_result, symbols: Bool) {
        unsafe self.functions = unsafe functions
        unsafe self.results = unsafe results
        unsafe page = functions.pointee.page(results)
        self.symbols = symbols
    }

    /// Reads all words.
    mutating func read() {
        guard let page = unsafe page else { return }
        while true {
            for level in outer where unsafe functions.pointee.begins(page, Int32(level.rawValue)) != 0 {
                begun.insert(level)
            }
            let letters = text(of: .word)
            let hasMore: Bool
            if !letters.isEmpty {
                noteOuter()
                note(word: letters)
                hasMore = symbols ? noteSymbols() : next(.word)
            } else {
                hasMore = next(.word)
            }
            guard hasMore else { return }
        }
    }

    private func next(_ level: TextElement.Level) -> Bool {
        unsafe functions.pointee.next(results, Int32(level.rawValue)) != 0
    }

    private mutating func noteOuter() {
        for level in outer where begun.contains(level) {
            if level == .block { turns = orientation() }
            if level == .line { line = text(of: .line).unicodeScalars[...] }
            var element = element(level)
            if level == .block, let page = unsafe page {
                element.kind = TextElement.BlockKind(unsafe functions.pointee.block_type(page))
            }
            elements.append(element)
        }
    }

    private mutating func note(word: String) {
        var element = element(.word)
        element.text = word
        let hasSpace = step(over: word) && !begun.contains(.line)
        // Beside languages with spaces the engine puts them between Chinese words, too.
        element.hasSpaceBefore = hasSpace && !UnspacedScript.joins(before, word)
        before = word
        element.language = unsafe functions.pointee.language(results).map { unsafe String(cString: $0) }
        elements.append(element)
        begun = []
    }

    /// Notes the symbols of a word, and goes on to the next word.
    private mutating func noteSymbols() -> Bool {
        guard let page = unsafe page else { return false }
        repeat {
            let letters = text(of: .symbol)
            if !letters.isEmpty {
                var element = element(.symbol)
                element.text = letters
                elements.append(element)
            }
            guard next(.symbol) else { return false }
        } while unsafe functions.pointee.begins(page, wordLevel) == 0
        return true
    }

    /// Takes a word off the line's letters; whether spaces stood before it.
    private mutating func step(over word: String) -> Bool {
        let rest = line.drop { $0.properties.isWhitespace }
        let hasSpace = rest.count < line.count
        let letters = word.unicodeScalars
        guard rest.starts(with: letters) else { return true }
        line = rest.dropFirst(letters.count)
        return hasSpace
    }

    private func element(_ level: TextElement.Level) -> TextElement {
        var element = TextElement(level)
        element.turns = turns
        let confidence = unsafe functions.pointee.confidence(results, Int32(level.rawValue))
        element.confidence = min(max(confidence / 100, 0), 1)
        // The library tells wrong ones.
        let isWrong = level == .symbol && turns != 0
        if let page = unsafe page, !isWrong {
            var edges: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            if unsafe functions.pointee.box(page, Int32(level.rawValue), &edges.0, &edges.1, &edges.2, &edges.3) != 0 {
                element.box.left = Int(edges.0)
                element.box.top = Int(edges.1)
                element.box.right = Int(edges.2)
                element.box.bottom = Int(edges.3)
            }
        }
        return element
    }

    /// The quarter turns of the block's letters.
    private func orientation() -> Int {
        guard let page = unsafe page else { return 0 }
        var (orientation, direction, order): (Int32, Int32, Int32) = (0, 0, 0)
        var angle: Float = 0
        unsafe functions.pointee.orientation(page, &orientation, &direction, &order, &angle)
        return Int(orientation) & 3
    }

    /// The letters of a part in the order in which they are read, without direction marks (U+200E, U+200F) and without
    /// white space at either end: Tesseract puts a Hebrew word's space before its mark.
    private func text(of level: TextElement.Level) -> String {
        guard let found = unsafe functions.pointee.text(results, Int32(level.rawValue)) else { return "" }
        defer { unsafe functions.pointee.free_text(found) }
        let marked = unsafe String(cString: found)
        let letters = marked.unicodeScalars.filter { $0 != "\u{200E}" && $0 != "\u{200F}" }
        let first = letters.drop { $0.properties.isWhitespace }
        guard let last = first.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(String.UnicodeScalarView(first[...last]))
    }
}

private let outer: [TextElement.Level] = [.block, .paragraph, .line]
private let wordLevel = Int32(TextElement.Level.word.rawValue)
