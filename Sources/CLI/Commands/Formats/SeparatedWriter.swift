internal import Text
internal import Platform
internal import Storage

/// CSV and TSV, the header first.
struct SeparatedWriter {
    enum Style {
        case csv, tsv
    }

    private let style: Style
    private let columns: [String]
    /// Whether a terminal shows it, which the control characters in data must not reach.
    private let isForTerminal: Bool
    private var hasBegun = false

    init(_ style: Style, columns: [String], isForTerminal: Bool) {
        self.style = style
        self.columns = columns
        self.isForTerminal = isForTerminal
    }

    mutating func add(_ row: [Cell], to buffer: inout [UInt8]) {
        begin(&buffer)
        line(columns.indices.map { row.indices.contains($0) ? row[$0] : .null }, &buffer)
    }

    mutating func finish(_ buffer: inout [UInt8]) { begin(&buffer) }

    private mutating func begin(_ buffer: inout [UInt8]) {
        if hasBegun { return }
        hasBegun = true
        line(columns.map { .text($0) }, &buffer)
    }

    private func line(_ cells: [Cell], _ buffer: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { buffer.append(style == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t")) }
            switch cell {
            case .null: break
            case .integer(let value): buffer += String(value).utf8
            case .real(let value): buffer += value.description.utf8
            case .blob(let bytes): buffer += hexadecimal(bytes).utf8
            case .text(let bytes): text(bytes, &buffer)
            }
        }
        buffer += style == .csv ? [0x0D, 0x0A] : [0x0A]
    }

    private func text(_ bytes: [UInt8], _ buffer: inout [UInt8]) {
        switch style {
        case .csv: quote(isForTerminal ? Array(displayText(bytes, keepingLines: true).utf8) : bytes, &buffer)
        case .tsv:
            var escaped: [UInt8] = []
            escape(bytes, &escaped)
            buffer += isForTerminal ? Array(displayText(escaped).utf8) : escaped
        }
    }

    /// Quotes where RFC 4180 wants them, and around empty text, which nothing at all is not.
    private func quote(_ bytes: [UInt8], _ buffer: inout [UInt8]) {
        let mark = UInt8(ascii: "\"")
        let isPlain = !bytes.isEmpty && !bytes.contains { $0 == mark || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
        if isPlain {
            buffer += bytes
            return
        }
        buffer.append(mark)
        for byte in bytes {
            if byte == mark { buffer.append(mark) }
            buffer.append(byte)
        }
        buffer.append(mark)
    }

    private func escape(_ bytes: [UInt8], _ buffer: inout [UInt8]) {
        for byte in bytes {
            switch byte {
            case 0x09: buffer += "\\t".utf8
            case 0x0A: buffer += "\\n".utf8
            case 0x0D: buffer += "\\r".utf8
            case 0x5C: buffer += "\\\\".utf8
            default: buffer.append(byte)
            }
        }
    }
}
