internal import Text
internal import Platform
internal import Storage
internal import Domain

/// Rows in columns for people: sized by the first rows, numbers to the right, on a terminal cut to its width.
struct TableWriter {
    /// The rows that are read before the columns are sized; later rows are written as they come.
    static let sample = 1000
    /// The most bytes that are held back until the columns are sized.
    private static let maxBytes = 4 << 20
    /// The least width in terminal columns to which a column is cut.
    private static let minWidth = 8
    /// The most columns to which rows are filled up with spaces where no terminal cuts the cells.
    private static let maxColumns = 16_384

    private let columns: [String]
    private let terminal: Int?
    private let null: String
    private var held: [[Cell]] = []
    private var heldBytes = 0
    private var widths: [Int]?
    private var isNumeric: [Bool] = []

    /// - Parameter null: what stands for no value.
    init(columns: [String], terminal: Int?, null: String) {
        self.columns = columns
        self.terminal = terminal
        self.null = null
    }

    mutating func add(_ row: [Cell], to buffer: inout [UInt8]) {
        guard let widths else {
            held.append(row)
            for cell in row { heldBytes += cell.byteCount }
            if held.count == Self.sample || heldBytes >= Self.maxBytes { begin(&buffer) }
            return
        }
        line(columns.indices.map { text(row.indices.contains($0) ? row[$0] : .null) }, widths, &buffer)
    }

    mutating func finish(_ buffer: inout [UInt8]) {
        if widths == nil { begin(&buffer) }
    }

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

    /// Sizes the columns and writes the header, the rule and the rows held back.
    private mutating func begin(_ buffer: inout [UInt8]) {
        let rows = held.map { row in columns.indices.map { text(row.indices.contains($0) ? row[$0] : .null) } }
        isNumeric = columns.indices.map { column in
            let cells = held.compactMap { $0.indices.contains(column) ? $0[column] : nil }.filter { $0 != .null }
            return !cells.isEmpty
                && cells.allSatisfy { cell in
                    switch cell {
                    case .integer, .real: true
                    case .null, .text, .blob: false
                    }
                }
        }
        let header = columns.map { displayText($0) }
        var widths = header.map { DisplayWidth.of($0) }
        for row in rows {
            for (column, text) in row.enumerated() { widths[column] = max(widths[column], DisplayWidth.of(text)) }
        }
        widths = fit(widths)
        self.widths = widths
        held = []
        line(header, widths, &buffer)
        line(widths.map { String(repeating: "-", count: $0) }, widths, &buffer)
        for row in rows { line(row, widths, &buffer) }
    }

    /// Takes columns from the widest until all fit the terminal.
    private func fit(_ widths: [Int]) -> [Int] {
        let room = (terminal ?? Self.maxColumns) - 2 * max(0, widths.count - 1)
        let cut = { (level: Int) in widths.map { min($0, max(level, Self.minWidth)) } }
        guard widths.reduce(0, +) > room else { return widths }
        // The widest level at which all fit; a cell may be megabytes wide, so that it is halved and not counted down.
        var (low, high) = (Self.minWidth, max(Self.minWidth, widths.max() ?? 0))
        while low < high {
            let middle = (low + high + 1) / 2
            (low, high) = cut(middle).reduce(0, +) <= room ? (middle, high) : (low, middle - 1)
        }
        var fitting = cut(low)
        // What is left of the room goes to the last of those that were cut.
        var rest = room - fitting.reduce(0, +)
        for column in widths.indices.reversed() where rest > 0 && widths[column] > fitting[column] {
            fitting[column] += 1
            rest -= 1
        }
        return fitting
    }

    private func line(_ cells: [String], _ widths: [Int], _ buffer: inout [UInt8]) {
        for (column, cell) in cells.enumerated() {
            let text = terminal == nil ? cell : DisplayWidth.cut(cell, to: widths[column])
            let padding = String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(text)))
            if column > 0 { buffer += "  ".utf8 }
            let isLast = column == cells.count - 1
            buffer += (isNumeric[column] ? padding + text : text + (isLast ? "" : padding)).utf8
        }
        buffer.append(0x0A)
    }
}
