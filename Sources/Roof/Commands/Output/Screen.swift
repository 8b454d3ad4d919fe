/// Lines on standard output that are written again and again: in place on a terminal, one block after another elsewhere.
package struct Screen {
    private let console: Console
    private var height = 0

    /// A screen that shows nothing yet.
    package init(_ console: Console) {
        self.console = console
    }

    /// Shows lines in the place of those shown before.
    package mutating func show(_ lines: [String]) {
        guard let size = console.outputSize() else {
            return console.write(lines.map { shown($0) + "\n" }.joined())
        }
        // A line that wraps or scrolls away could not be written over.
        let fitting = lines.prefix(max(1, size.rows - 1)).map {
            DisplayWidth.cut(shown($0), to: size.columns - 1)
        }
        let up = height > 0 ? "\u{1B}[\(height)A" : ""
        console.output(Array(("\r\(up)" + fitting.map { "\($0)\u{1B}[K\n" }.joined() + "\u{1B}[J").utf8))
        height = fitting.count
    }
}
