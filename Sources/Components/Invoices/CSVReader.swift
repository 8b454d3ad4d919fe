/// One field of a CSV file, and where it begins.
struct CSVField: Equatable {
    let text: String
    /// The line and the column of its first byte, both from 1; columns count bytes.
    let line, column: Int
}

/// Reads comma-separated values as RFC 4180 has them: fields in quotes may hold commas, quotes (doubled) and line ends.
///
/// Lines end with CR LF, LF or CR; a byte order mark before the first is skipped. Bytes that are not UTF-8 become
/// U+FFFD.
struct CSVReader {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private var lineStart = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (place, lineStart) = (3, 3) }
    }

    /// The next record; nil at the end.
    ///
    /// A line without anything is a record of one empty field.
    mutating func next() throws(BillingExportError) -> [CSVField]? {
        guard place < bytes.count else { return nil }
        var fields: [CSVField] = []
        while true {
            fields.append(try field())
            guard place < bytes.count else { return fields }
            if bytes[place] == comma {
                place += 1
                // A comma at the very end is followed by one more field, which is empty.
                if place == bytes.count { fields.append(CSVField(text: "", line: line, column: column)) }
                continue
            }
            endLine()
            return fields
        }
    }

    private var column: Int { place - lineStart + 1 }

    private mutating func field() throws(BillingExportError) -> CSVField {
        let (startLine, startColumn) = (line, column)
        guard place < bytes.count, bytes[place] == quote else {
            let start = place
            while place < bytes.count, ![comma, lineFeed, carriageReturn].contains(bytes[place]) { place += 1 }
            return CSVField(
                text: String(decoding: bytes[start..<place], as: UTF8.self), line: startLine, column: startColumn)
        }
        place += 1
        var text: [UInt8] = []
        while true {
            guard place < bytes.count else {
                throw BillingExportError(
                    startLine, startColumn, "a quote is opened and never closed; is the file whole? Download it again")
            }
            let byte = bytes[place]
            if byte == lineFeed || byte == carriageReturn {
                let start = place
                endLine()
                text += bytes[start..<place]
                continue
            }
            place += 1
            guard byte == quote else {
                text.append(byte)
                continue
            }
            guard place < bytes.count, bytes[place] == quote else { break }
            text.append(quote)
            place += 1
        }
        guard place == bytes.count || [comma, lineFeed, carriageReturn].contains(bytes[place]) else {
            throw BillingExportError(
                line, column, "text behind a closing quote; a quote within a field is written twice")
        }
        return CSVField(text: String(decoding: text, as: UTF8.self), line: startLine, column: startColumn)
    }

    /// Steps over a line's end.
    private mutating func endLine() {
        let isPair = bytes[place] == carriageReturn && place + 1 < bytes.count && bytes[place + 1] == lineFeed
        place += isPair ? 2 : 1
        line += 1
        lineStart = place
    }
}

private let comma = UInt8(ascii: ",")
private let quote = UInt8(ascii: "\"")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
