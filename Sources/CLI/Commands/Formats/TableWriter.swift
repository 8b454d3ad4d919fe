internal import Text
internal import Platform
internal import Storage
internal import Domain

/// Rows in columns for people: sized by the first rows, numbers to the right.
///
/// On a terminal columns without any value are left out, and paths are cut at their front where the table is too wide.
/// Where it still is, each row is a block of lines.
struct TableWriter {
    /// The rows that are read before the columns are sized; later rows are written as they come.
    static let sample = 1000
    /// The most bytes that are held back until the columns are sized.
    private static let maxBytes = 4 << 20
    /// The least width in terminal columns to which a path is cut.
    private static let minPath = 20
    /// The most columns to which rows are filled up with spaces where no terminal cuts the cells.
    private static let maxColumns = 16_384

    private let columns: [String]
    private let terminal: Int?
    private let null: String
    private var held: [[Cell]] = []
    private var heldBytes = 0
    private var layout: RowLayout?
    /// The columns that are left out, since no row has a value there.
    private(set) var columnsOfNulls: [String] = []

    /// How rows are written once the first ones are known.
    private enum RowLayout {
        /// Columns side by side, of these widths, numbers to the right.
        case columns(widths: [Int], isNumeric: [Bool])
        /// A block of lines for each row.
        case blocks(RowBlocks)
    }

    /// The columns that are shown, as indexes.
    private var shown: [Int]

    /// - Parameter null: what stands for no value.
    init(columns: [String], terminal: Int?, null: String) {
        self.columns = columns
        self.terminal = terminal
        self.null = null
        shown = Array(columns.indices)
    }

    mutating func add(_ row: [Cell], to buffer: inout [UInt8]) {
        guard let layout else {
            held.append(row)
            for cell in row { heldBytes += cell.byteCount }
            if held.count == Self.sample || heldBytes >= Self.maxBytes { begin(&buffer) }
            return
        }
        write(row, layout, &buffer)
    }

    mutating func finish(_ buffer: inout [UInt8]) {
        guard layout == nil else { return }
        // Only now it is known that no row has a value there.
        if terminal != nil, !held.isEmpty {
            let empty = columns.indices.filter { column in held.allSatisfy { cell($0, column) == .null } }
            if empty.count < columns.count { leaveOut(empty) }
        }
        begin(&buffer)
    }

    private mutating func leaveOut(_ empty: [Int]) {
        shown.removeAll(where: empty.contains)
        columnsOfNulls = empty.map { columns[$0] }
    }

    private func cell(_ row: [Cell], _ column: Int) -> Cell { row.indices.contains(column) ? row[column] : .null }

    /// A cell as people read it.
    private func text(_ cell: Cell) -> String {
        switch cell {
        case .null: null
        case .integer(let value): String(value)
        case .real(let value): HumanFormat.readable(value)
        // A text of these four letters is none of the nulls around it.
        case .text(let bytes): bytes.elementsEqual("NULL".utf8) ? "'NULL'" : displayText(bytes)
        case .blob(let bytes): "x'\(hexadecimal(bytes.prefix(16)))\(bytes.count > 16 ? "…" : "")'"
        }
    }

    /// Chooses the layout, and writes the header and the rows held back.
    private mutating func begin(_ buffer: inout [UInt8]) {
        let rows = held.map { row in shown.map { text(cell(row, $0)) } }
        let header = shown.map { displayText(columns[$0]) }
        var widths = header.map { DisplayWidth.of($0) }
        for row in rows {
            for (column, text) in row.enumerated() { widths[column] = max(widths[column], DisplayWidth.of(text)) }
        }
        if let fitting = fit(widths) {
            let layout = RowLayout.columns(widths: fitting, isNumeric: shown.map(isNumeric))
            line(header, layout, &buffer)
            line(fitting.map { String(repeating: "-", count: $0) }, layout, &buffer)
            self.layout = layout
        } else {
            layout = .blocks(RowBlocks(columns: header, terminal: terminal ?? Self.maxColumns))
        }
        if let layout { for row in held { write(row, layout, &buffer) } }
        held = []
    }

    /// Whether a column of the rows held back has numbers and nothing else.
    private func isNumeric(_ column: Int) -> Bool {
        let cells = held.map { cell($0, column) }.filter { $0 != .null }
        return !cells.isEmpty
            && cells.allSatisfy { cell in
                switch cell {
                case .integer, .real: true
                case .null, .text, .blob: false
                }
            }
    }

    /// The widths with which all columns fit, paths cut where they must be; nil where a terminal is too narrow.
    ///
    /// Elsewhere nothing is cut: beyond `maxColumns` rows are only not filled up with spaces.
    private func fit(_ widths: [Int]) -> [Int]? {
        guard let terminal else { return widths.map { min($0, Self.maxColumns / max(1, widths.count)) } }
        var rest = widths.reduce(0, +) + 2 * max(0, widths.count - 1) - terminal
        var fitting = widths
        for (index, column) in shown.enumerated() where rest > 0 && isPath(column) {
            let cut = min(rest, max(0, fitting[index] - Self.minPath))
            fitting[index] -= cut
            rest -= cut
        }
        return rest > 0 ? nil : fitting
    }

    private func isPath(_ column: Int) -> Bool { columns[column] == "path" || columns[column].hasSuffix("_path") }

    private func write(_ row: [Cell], _ layout: RowLayout, _ buffer: inout [UInt8]) {
        guard case .blocks(let blocks) = layout else {
            return line(shown.map { text(cell(row, $0)) }, layout, &buffer)
        }
        let values = shown.map { cell(row, $0) == .null ? nil : text(cell(row, $0)) }
        for line in blocks.lines(values) { buffer += "\(line)\n".utf8 }
    }

    private func line(_ cells: [String], _ layout: RowLayout, _ buffer: inout [UInt8]) {
        guard case .columns(let widths, let isNumeric) = layout else { return }
        for (column, cell) in cells.enumerated() {
            let text = terminal == nil ? cell : cut(cell, to: widths[column], isPath(shown[column]))
            let padding = String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(text)))
            if column > 0 { buffer += "  ".utf8 }
            let isLast = column == cells.count - 1
            buffer += (isNumeric[column] ? padding + text : text + (isLast ? "" : padding)).utf8
        }
        buffer.append(0x0A)
    }

    /// A cell in at most this many columns; a path keeps its end, which tells it from others.
    private func cut(_ cell: String, to columns: Int, _ isPath: Bool) -> String {
        isPath ? DisplayWidth.cutFront(cell, to: columns) : DisplayWidth.cut(cell, to: columns)
    }
}
