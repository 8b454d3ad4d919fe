internal import Text

/// Lines on standard output that are written again and again: in place on a terminal, one block after another
/// elsewhere.
package struct Screen {
    private let console: Console
    private let isRepeated: Bool
    private var height = 0

    /// A screen that shows nothing yet.
    ///
    /// - Parameter isRepeated: whether lines will be written over, so that none may scroll away.
    package init(_ console: Console, isRepeated: Bool = true) {
        self.console = console
        self.isRepeated = isRepeated
    }

    /// Shows lines in the place of those shown before.
    package mutating func show(_ lines: [StyledLine]) {
        guard let size = console.outputSize() else {
            return console.write(lines.map { displayText($0.text) + "\n" }.joined())
        }
        // A line that the terminal wraps, or that scrolls away, could not be written over.
        let all = lines.flatMap { line in
            let parts = Wrapping.lines(
                displayText(line.text), to: max(1, size.columns - 1), indent: line.indent,
                isRepeated ? .cells : .commands)
            return console.outputUsesColor ? parts.map { line.mark?.styled($0) ?? $0 } : parts
        }
        let fitting = isRepeated ? Array(all.prefix(max(1, size.rows - 1))) : all
        let up = height > 0 ? "\u{1B}[\(height)A" : ""
        console.output(Array(("\r\(up)" + fitting.map { "\($0)\u{1B}[K\n" }.joined() + "\u{1B}[J").utf8))
        height = fitting.count
    }
}
