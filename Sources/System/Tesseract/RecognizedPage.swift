/// What an engine has read on a page.
package struct RecognizedPage: Sendable {
    /// Blocks, paragraphs, lines, words and symbols in reading order, each behind the one it lies in.
    package var elements: [TextElement] = []
    /// The same as Tesseract's own table (TSV), which is kept.
    package var table: [UInt8] = []

    /// Nothing.
    package init() {}
}

/// A part of a page's text.
package struct TextElement: Equatable, Sendable {
    /// The parts, each inside the one before.
    package enum Level: Int, Comparable, Sendable {
        case block, paragraph, line, word, symbol

        /// From the outside in.
        package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// Which part it is.
    package let level: Level
    /// The letters of a word or symbol in the order in which they are read; empty for what has parts.
    package var text = ""
    /// Whether a space stands before a word; never before the first of a line.
    package var hasSpaceBefore = false
    /// How sure the engine is, 0...1.
    package var confidence: Float = 0
    /// Tesseract's name of a word's language: `eng`.
    package var language: String?
    /// The edges in pixels of the page as it was given; right and bottom lie behind the last pixel.
    ///
    /// Empty where they are not known.
    package var box = Box()
    /// Quarter turns by which the letters stand on the page, clockwise: 0 upright, 1 with their heads to the right.
    package var turns = 0
    /// Of a block, what it holds.
    package var kind = BlockKind.text

    /// A part without text.
    init(_ level: Level) { self.level = level }

    /// A rectangle in pixels.
    package struct Box: Equatable, Sendable {
        /// The edges.
        package var left = 0, top = 0, right = 0, bottom = 0

        /// An empty rectangle.
        package init() {}
    }

    /// What a block holds.
    package enum BlockKind: Int, Sendable {
        case text, table, picture, ruler, unknown

        /// That of a PolyBlockType.
        init(_ number: Int32) {
            self =
                switch number {
                case 1...5, 7, 8: .text
                case 6: .table
                case 9...11: .picture
                case 12, 13: .ruler
                default: .unknown
                }
        }
    }
}
