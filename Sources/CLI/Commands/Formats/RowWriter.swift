package import Storage

/// Writes rows as they come, in one of the formats.
///
/// Everything but a table is written at once; a table holds back its first rows to size its columns.
package struct RowWriter {
    private enum Writer {
        case table(TableWriter)
        case separated(SeparatedWriter)
        case json(JSONWriter)
    }

    private var writer: Writer
    private let output: ([UInt8]) -> Void
    private var buffer: [UInt8] = []
    /// How many rows were added.
    package private(set) var count = 0

    /// How many rows of a map have no place; 0 of other formats.
    package var withoutCoordinates: Int {
        if case .json(let json) = writer { json.withoutCoordinates } else { 0 }
    }

    /// The columns that a terminal does not show, since no row has a value there; none of other formats.
    package var columnsOfNulls: [String] {
        if case .table(let table) = writer { table.columnsOfNulls } else { [] }
    }

    /// Begins an answer.
    ///
    /// - Parameter columns: names of the columns, in order.
    /// - Parameter terminal: columns of the terminal, nil where the output goes elsewhere and nothing may be cut.
    /// - Parameter null: what stands for no value in a table.
    package init(
        _ format: OutputFormat, columns: [String], terminal: Int?, null: String = "NULL",
        output: @escaping ([UInt8]) -> Void
    ) {
        self.output = output
        writer =
            switch format {
            case .table: .table(TableWriter(columns: columns, terminal: terminal, null: null))
            case .csv: .separated(SeparatedWriter(.csv, columns: columns, isForTerminal: terminal != nil))
            case .tsv: .separated(SeparatedWriter(.tsv, columns: columns, isForTerminal: terminal != nil))
            case .json: .json(JSONWriter(.array, columns: columns))
            case .ndjson: .json(JSONWriter(.lines, columns: columns))
            case .geojson: .json(JSONWriter(.features, columns: columns))
            }
    }

    /// Adds a row; cells that are missing are null, cells beyond the columns are left out.
    package mutating func add(_ row: [Cell]) {
        count += 1
        switch writer {
        case .table(var table):
            // Taken out while it changes, so that its rows are not copied.
            writer = .separated(SeparatedWriter(.csv, columns: [], isForTerminal: false))
            table.add(row, to: &buffer)
            writer = .table(table)
        case .separated(var separated):
            separated.add(row, to: &buffer)
            writer = .separated(separated)
        case .json(var json):
            json.add(row, to: &buffer)
            writer = .json(json)
        }
        if buffer.count >= 32_768 { flush() }
    }

    /// Writes what was begun to its end.
    package mutating func finish() {
        switch writer {
        case .table(var table):
            table.finish(&buffer)
            writer = .table(table)
        case .separated(var separated): separated.finish(&buffer)
        case .json(var json): json.finish(&buffer)
        }
        flush()
    }

    /// Writes what is held back of whole rows; a reader at the other end of a pipe sees them at once.
    package mutating func flush() {
        if !buffer.isEmpty { output(buffer) }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// How rows are written: `--format`.
package enum OutputFormat: String, CaseIterable, Sendable, Argument {
    /// Columns for people.
    case table
    /// RFC 4180.
    case csv
    /// Tab-separated, with `\t`, `\n`, `\r` and `\\` for themselves.
    case tsv
    /// One array of objects.
    case json
    /// One object a line.
    case ndjson
    /// A FeatureCollection of points, RFC 7946.
    case geojson
}
