internal import Storage
internal import Text
internal import Domain

/// Rows for a terminal that is too narrow for a table: a few lines for each row, as `status` has them for a run.
struct RowLines {
    private let columns: [String]
    private let rows: [[Cell]]
    private let heads: Int

    /// - Parameter heads: how many of the first columns make the first line of a row.
    init(_ columns: [String], _ rows: [[Cell]], heads: Int) {
        self.columns = columns
        self.rows = rows
        self.heads = heads
    }

    /// Whether a table of the rows fits on a terminal.
    func fitTable(in terminal: Int) -> Bool {
        var bytes: [UInt8] = []
        var writer = RowWriter(.table, columns: columns, terminal: nil, null: "", output: { bytes += $0 })
        for row in rows { writer.add(row) }
        writer.finish()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .allSatisfy { DisplayWidth.of(String($0)) <= terminal }
    }

    /// The lines, none longer than a terminal is wide but for words and commands that are; values that are missing have
    /// none.
    func lines(for terminal: Int) -> [String] {
        let labels = columns.dropFirst(heads).map { $0.split(separator: "_").joined(separator: " ") }
        let indent = 4 + (labels.map(DisplayWidth.of).max() ?? 0)
        return rows.flatMap { row in
            let head = row.prefix(heads).map(text).filter { !$0.isEmpty }.joined(separator: "  ")
            if labels.count == 1, let last = row.last {
                return Wrapping.lines("\(head): \(text(last))", to: terminal, indent: 4, .commands)
            }
            var lines = Wrapping.lines(head, to: terminal, indent: 2)
            for (label, cell) in zip(labels, row.dropFirst(heads)) {
                let value = text(cell)
                guard !value.isEmpty else { continue }
                let start = "  \(label)"
                let gap = String(repeating: " ", count: indent - DisplayWidth.of(start))
                lines += Wrapping.lines(start + gap + value, to: terminal, indent: indent, .commands)
            }
            return lines
        }
    }

    private func text(_ cell: Cell) -> String {
        switch cell {
        case .null: ""
        case .integer(let value): String(value)
        case .real(let value): HumanFormat.readable(value)
        case .text(let bytes): displayText(bytes)
        case .blob: "a blob"
        }
    }
}
