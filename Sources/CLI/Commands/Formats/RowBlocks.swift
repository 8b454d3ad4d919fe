/// Rows on a terminal that is too narrow for their table: a line for each value, the first of a row at the left edge.
struct RowBlocks {
    /// The most lines of one value.
    static let maxLines = 8

    private let labels: [String]
    private let indent: Int
    private let terminal: Int

    init(columns: [String], terminal: Int) {
        labels = columns
        indent = min(4 + (columns.map(DisplayWidth.of).max() ?? 0), max(4, terminal / 2))
        self.terminal = terminal
    }

    /// The lines of one row, none longer than the terminal is wide; a value that is nil has none.
    func lines(_ values: [String?]) -> [String] {
        var lines: [String] = []
        for (label, value) in zip(labels, values) {
            guard let value else { continue }
            let start = lines.isEmpty ? label : "  \(label)"
            let gap = String(repeating: " ", count: max(2, indent - DisplayWidth.of(start)))
            let cell = DisplayWidth.cut(value, to: terminal * Self.maxLines)
            let text = Wrapping.lines(start + gap + cell, to: terminal, indent: indent, .cells)
            lines += text.prefix(Self.maxLines)
            if text.count > Self.maxLines { lines.append(String(repeating: " ", count: indent) + "…") }
        }
        return lines.isEmpty ? ["(NULL)"] : lines
    }
}
